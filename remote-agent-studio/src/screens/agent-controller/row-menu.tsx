import type { AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { useTranslation } from '@parlance/shared/i18n';
import { useReachable } from '@parlance/shared/remote/reachable';
import { useNavigate } from '@parlance/shared/router';
import { Menu, type MenuItem } from '@parlance/shared/ui/menu';
import type { AgentDialog } from '../../agent-dialogs/agent-dialogs.tsx';
import { useMayCreate } from '../../executions/use-may-create.ts';
import type { ChangeAgents } from './use-agent-changes.ts';

type Props = {
  readonly agent: AgentSummary;
  readonly open: (dialog: AgentDialog) => void;
  readonly change: ChangeAgents;
};

/** The actions on one agent that the server allows. */
export function RowMenu({ agent, open, change }: Props) {
  const { t } = useTranslation('agent-studio');
  const go = useNavigate();
  const hasPages = useReachable('/bots/any');
  const maySchedule = useMayCreate();
  const { id, name, state, can } = agent;
  const item = (isThere: boolean, label: string, run: () => void, isDangerous = false): MenuItem[] =>
    isThere ? [{ label, run, isDangerous }] : [];
  const isArchived = state === 'archived';
  return (
    <Menu
      startsOpen
      label={t('agentController.actionsFor', { name })}
      groups={[
        [
          ...item(can.edit, t('agentController.edit'), () => void go(`/agent-edit/${id}`)),
          ...item(hasPages && state === 'published', t('agentController.use'), () => void go(`/bots/${id}`)),
          ...item(can.edit, t('agentController.versions'), () => void go(`/agent-edit/${id}?tab=versions`)),
          ...item(
            maySchedule && state === 'published',
            t('agentController.schedule'),
            () => void go(`/agent-scheduling?schedule=new&agent=${id}`),
          ),
        ],
        [
          ...item(can.share, t('agentController.share'), () => open({ kind: 'access', agent })),
          ...item(can.transfer, t('agentController.transfer'), () => open({ kind: 'transfer', agent })),
          ...item(can.copy, t('agentController.copy'), () => open({ kind: 'copy', agent })),
          ...item(can.copy, t('agentController.export'), () => open({ kind: 'export', agent })),
        ],
        [
          ...item(
            can.switch,
            isArchived ? t('agentController.unarchive') : t('agentController.archive'),
            () => void change([agent], isArchived ? 'unarchive' : 'archive'),
          ),
          ...item(
            can.switch,
            t('agentController.delete'),
            () => open({ kind: 'delete', agents: [agent], run: () => change([agent], 'delete') }),
            true,
          ),
        ],
      ]}
    />
  );
}
