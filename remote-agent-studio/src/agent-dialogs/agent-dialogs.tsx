import type { AgentSummary } from '@parlance/shared/contract/api/agents/agents';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { NewAgentForm } from '../new-agent/new-agent-form.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { useAgentFile, useCopy } from './use-agent-copies.ts';
import { useAgentUses } from './use-agent-uses.ts';

/** The dialogs about agents, one at a time. */
export type AgentDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'access' | 'transfer' | 'copy' | 'export'; readonly agent: AgentSummary }
  | { readonly kind: 'delete'; readonly agents: readonly AgentSummary[]; readonly run: () => Promise<void> };

type Props = { readonly dialog: AgentDialog; readonly close: () => void; readonly changed: () => void };

/** The dialogs of agents: fetched with the first one that is opened. */
export default function AgentDialogs({ dialog, close, changed }: Props) {
  const { t } = useTranslation('agent-studio');
  switch (dialog.kind) {
    case 'new':
      return (
        <Dialog title={t('agentController.new')} close={close}>
          <NewAgentForm />
        </Dialog>
      );
    case 'access':
      return <AccessDialog agent={dialog.agent} close={close} changed={changed} />;
    case 'transfer':
      return <TransferDialog agent={dialog.agent} close={close} changed={changed} />;
    case 'copy':
      return <CopyDialog agent={dialog.agent} close={close} />;
    case 'export':
      return <ExportDialog agent={dialog.agent} close={close} />;
    case 'delete':
      return <DeleteDialog {...dialog} close={close} />;
  }
}

type About = { readonly agent: AgentSummary; readonly close: () => void };

function CopyDialog({ agent, close }: About) {
  const { t } = useTranslation('agent-studio');
  const copy = useCopy();
  return (
    <ConfirmDialog
      title={t('agentDialogs.copy.title', { name: agent.name })}
      text={t('agentDialogs.copy.text')}
      label={t('agentDialogs.copy.run')}
      run={() => copy(agent.id)}
      close={close}
    />
  );
}

function ExportDialog({ agent, close }: About) {
  const { t } = useTranslation('agent-studio');
  const save = useAgentFile();
  return (
    <ConfirmDialog
      title={t('agentDialogs.export.title', { name: agent.name })}
      text={t('agentDialogs.export.text')}
      label={t('agentDialogs.export.run')}
      run={() => save(agent)}
      close={close}
    />
  );
}

function DeleteDialog({
  agents,
  run,
  close,
}: Extract<AgentDialog, { kind: 'delete' }> & { readonly close: () => void }) {
  const { t } = useTranslation('agent-studio');
  const [first] = agents;
  const title =
    agents.length === 1 && first !== undefined
      ? t('agentDialogs.delete.one', { name: first.name })
      : t('agentDialogs.delete.many', { number: agents.length });
  const used = agents.filter(({ state }) => state === 'published').length;
  const text = used > 0 ? t('agentDialogs.delete.used', { number: used }) : t('agentDialogs.delete.unused');
  return (
    <ConfirmDialog
      title={title}
      text={text}
      more={<AgentUses ids={agents.map(({ id }) => id)} />}
      label={t('agentController.delete')}
      isDangerous
      run={run}
      close={close}
    />
  );
}

const kindsOfUse = ['schedules', 'automations', 'rules'] as const;

/** The automatic uses of the agents, and the rules about them, which will stop. */
function AgentUses({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation('agent-studio');
  const uses = useAgentUses(ids);
  if (uses.status === 'loading') return <LoadingState />;
  if (uses.status === 'failed') return <ErrorState error={uses.failure} onRetry={uses.retry} />;
  const lines = kindsOfUse
    .filter((kind) => uses.data[kind] > 0)
    .map((kind) => t(`agentDialogs.delete.uses.${kind}`, { number: uses.data[kind] }));
  if (lines.length === 0) return null;
  return (
    <>
      <p>{t('agentDialogs.delete.uses.lead')}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
