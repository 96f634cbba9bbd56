import { useTranslation } from '@parlance/shared/i18n';
import { Link, useSearchParams } from '@parlance/shared/router';
import { Page } from '@parlance/shared/ui/page';
import { AgentDesk } from '../../agent-form/agent-desk.tsx';
import { AgentForm } from '../../agent-form/agent-form.tsx';
import { Workbench } from '../../agent-form/workbench.tsx';
import { NewAgentForm } from '../../new-agent/new-agent-form.tsx';
import { TestChat } from '../../test-chat/test-chat.tsx';
import styles from './agent-builder.module.css';

/** Builds an agent: its origin, then the form with the test beside it. */
export default function AgentBuilder() {
  const { t } = useTranslation('agent-studio');
  const [params] = useSearchParams();
  const agentId = params.get('agent');
  if (agentId === null) {
    return (
      <Page title={t('agentController.new')}>
        <div className={styles.start}>
          <NewAgentForm />
        </div>
      </Page>
    );
  }
  return (
    <AgentDesk
      agentId={agentId}
      actions={({ id }) => (
        <Link className="button" to={`/agent-edit/${id}?tab=versions`}>
          {t('agentBuilder.editor')}
        </Link>
      )}
    >
      {({ agent, draft, reload }) => (
        <Workbench
          form={<AgentForm value={draft.definition} onChange={draft.change} agent={agent} reload={reload} />}
          chat={<TestChat agentId={agent.id} definition={draft.definition} />}
        />
      )}
    </AgentDesk>
  );
}
