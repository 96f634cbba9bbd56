import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { EmptyState, ErrorState, Page } from '@parlance/shared/ui/page';
import styles from './agent-controller.module.css';
import { AgentsTable } from './agents-table.tsx';
import { matchingAgents, searchMaxLength, useAgents, useAgentSearch } from './use-agents.ts';

/** The agents of the organisation. */
export default function AgentController() {
  const { t } = useTranslation('agent-studio');
  const organization = useSession((session) => session.whoami?.organization_name ?? '');
  const agents = useAgents();
  const [q, search] = useAgentSearch();

  return (
    <Page title={t('agentController.title')}>
      {agents.status === 'loading' && <TableSkeleton />}
      {agents.status === 'failed' && <ErrorState error={agents.failure} onRetry={agents.retry} />}
      {agents.status === 'ready' && agents.data.length === 0 && (
        <EmptyState title={t('agentController.empty.title')} text={t('agentController.empty.text')} />
      )}
      {agents.status === 'ready' && agents.data.length > 0 && (
        <>
          <p className={styles.lead}>{t('agentController.lead', { organization })}</p>
          <SearchField label={t('agentController.search')} hint={t('agentController.searchHint')} value={q} maxLength={searchMaxLength} onSearch={search} />
          <Found agents={matchingAgents(agents.data, q)} q={q} clear={() => search('')} />
        </>
      )}
    </Page>
  );
}

type FoundProps = { readonly agents: ReturnType<typeof matchingAgents>; readonly q: string; readonly clear: () => void };

function Found({ agents, q, clear }: FoundProps) {
  const { t } = useTranslation('agent-studio');
  if (agents.length === 0) {
    return (
      <EmptyState
        title={t('agentController.none.title', { q })}
        action={<button type="button" className="button" onClick={clear}>{t('agentController.none.clear')}</button>}
      />
    );
  }
  return (
    <>
      <AgentsTable agents={agents} />
      <p role="status" className="visually-hidden">{t('agentController.shown', { shown: agents.length })}</p>
    </>
  );
}
