import { decide } from '@parlance/shared/contract/access/access';
import { listAgents, type AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { listSchedules, type Schedule } from '@parlance/shared/contract/api/schedules';
import { call } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import { sessionStore } from '@parlance/shared/session';
import type { PaletteEntry, PaletteSource } from '@parlance/shared/remote/palette-source';

/** The number of agents without a search, last changed first: a few letters find any other. */
const mostAtOnce = 20;

/** The palette source: the agents that one may open, and one’s schedules. */
const palette: PaletteSource = {
  groups: () => [
    {
      id: 'agents',
      title: i18n.t('agent-studio:agentController.title'),
      isNear: false,
      shownAtFirst: 0,
      load: (signal) => findAgents('', signal),
      search: findAgents,
    },
    {
      id: 'schedules',
      title: i18n.t('agent-studio:agentScheduling.title'),
      isNear: false,
      shownAtFirst: 0,
      load: async (signal) => [...newSchedule(), ...(await findSchedules('', signal))],
      search: findSchedules,
    },
  ],
};

export default palette;

async function findAgents(q: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  const { items } = await call(listAgents, { query: { q, may: 'read', limit: mostAtOnce } }, { signal });
  return items.map(entryOf);
}

const entryOf = ({ id, name, description, avatar }: AgentSummary): PaletteEntry => ({
  id,
  title: i18n.t('agent-studio:agents.edit', { name }),
  note: description,
  icon: { emoji: avatar },
  to: `/agent-edit/${id}`,
});

const newSchedule = (): readonly PaletteEntry[] =>
  decide({ privilege: 'automation.create' }, sessionStore.getState().subject).allowed
    ? [
        {
          id: 'new',
          title: i18n.t('agent-studio:agentScheduling.new'),
          icon: { drawing: 'clock' },
          to: '/agent-scheduling?schedule=new',
        },
      ]
    : [];

async function findSchedules(q: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  const { items } = await call(listSchedules, { query: { q, limit: mostAtOnce } }, { signal });
  return items.map(scheduleEntry);
}

const scheduleEntry = ({ id, name, bot }: Schedule): PaletteEntry => ({
  id,
  title: name,
  ...(bot === null ? {} : { note: bot.name }),
  icon: { drawing: 'clock' },
  to: `/agent-scheduling?schedule=${id}`,
});
