import type { AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { changeAgents } from '@parlance/shared/contract/api/agents/agents';
import { call, failureKey } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import { doneTo } from '@parlance/shared/ui/done';
import { snackbar } from '@parlance/shared/ui/toasts';

export type AgentChange = Parameters<typeof call<typeof changeAgents>>[1]['body']['action'];
export type ChangeAgents = (agents: readonly Pick<AgentSummary, 'id' | 'name'>[], action: AgentChange) => Promise<void>;

/** The change that undoes another. */
const opposite: Readonly<Record<AgentChange, AgentChange>> = {
  enable: 'disable',
  disable: 'enable',
  archive: 'unarchive',
  unarchive: 'archive',
  delete: 'undelete',
  undelete: 'delete',
};

/** Changes agents of the list, reports the outcome, and offers to undo it. */
export async function changeListed(
  agents: Parameters<ChangeAgents>[0],
  action: AgentChange,
  reload: () => void,
): Promise<void> {
  try {
    const { changed, refused } = await call(changeAgents, { body: { agent_ids: agents.map(({ id }) => id), action } });
    reload();
    if (refused.length > 0)
      snackbar(i18n.t('agent-studio:agentController.refused', { number: refused.length }), { tone: 'warn' });
    if (changed.length === 0) return;
    const those = agents.filter(({ id }) => changed.includes(id));
    const names = those.map(({ name }) => (name === '' ? i18n.t('agent-studio:agents.unnamed') : name));
    const undo = {
      label: i18n.t('agent-studio:agentController.undo'),
      run: () => void changeListed(those, opposite[action], reload),
    };
    snackbar(
      doneTo(action, names, (what) => i18n.t(`agent-studio:agentController.done.${action}`, { what })),
      { tone: 'good', action: undo },
    );
  } catch (failure) {
    snackbar(i18n.t(failureKey(failure)), { tone: 'bad' });
    reload();
  }
}
