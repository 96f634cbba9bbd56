import { useState } from 'react';
import type { Agent, AgentAccess, AgentSummary } from '@parlance/shared/contract/api/agents/agents';
import { useTranslation } from '@parlance/shared/i18n';
import { isWhole, type Access } from '@parlance/shared/ui/access';
import { AccessField } from '@parlance/shared/ui/access-field';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { accessNames } from '../agents/agent-names.ts';
import styles from './agent-dialogs.module.css';
import { useAccess, useAgentDetails } from './use-access.ts';

const scopes: readonly AgentAccess['scope'][] = ['private', 'people', 'organization'];

type Props = {
  readonly agent: Pick<AgentSummary, 'id' | 'name'>;
  readonly close: () => void;
  readonly changed: () => void;
};

/** Sets the access to a published agent. */
export function AccessDialog({ agent, close, changed }: Props) {
  const { t } = useTranslation('agent-studio');
  const loaded = useAgentDetails(agent.id);
  return (
    <Dialog title={t('agentDialogs.access.title', { name: agent.name })} close={close}>
      {loaded.status === 'loading' && <LoadingState />}
      {loaded.status === 'failed' && <ErrorState error={loaded.failure} onRetry={loaded.retry} />}
      {loaded.status === 'ready' && <AccessForm agent={loaded.data} close={close} changed={changed} />}
    </Dialog>
  );
}

function AccessForm({
  agent,
  close,
  changed,
}: {
  readonly agent: Agent;
  readonly close: () => void;
  readonly changed: () => void;
}) {
  const { t } = useTranslation('agent-studio');
  const [access, change] = useState<Access<AgentAccess['scope']>>({
    scope: agent.access,
    people: agent.people,
    teams: agent.teams,
  });
  const setAccess = useAccess(agent.id);
  const { send, isSending, failure } = useSending();
  const mayChoose = (it: AgentAccess['scope']) =>
    it !== 'organization' || agent.can.share_with_organization || agent.access === 'organization';
  const about = {
    private: t('agentDialogs.access.about.private'),
    people: t('agentDialogs.access.about.people'),
    organization: mayChoose('organization')
      ? t('agentDialogs.access.about.organization')
      : t('agentDialogs.access.notAllowed'),
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole(access)) return;
        send(async () => {
          await setAccess(access);
          changed();
          close();
        });
      }}
    >
      <AccessField
        legend={t('agentDialogs.access.who')}
        scopes={scopes}
        access={access}
        change={change}
        names={accessNames(t)}
        about={about}
        isAllowed={mayChoose}
      />
      <FormEnd label={t('agentDialogs.access.run')} isSending={isSending} failure={failure} onCancel={close} />
    </form>
  );
}
