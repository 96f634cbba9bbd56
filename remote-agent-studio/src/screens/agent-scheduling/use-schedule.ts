import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import {
  createSchedule,
  getSchedule,
  listSchedules,
  previewSchedule,
  putSchedule,
  type Schedule,
  type ScheduleDefinition,
} from '@parlance/shared/contract/api/schedules';
import { call } from '@parlance/shared/http';
import { everyRow, useEditedComposed, useEditedEndpoint, useEndpoint } from '@parlance/shared/loading';
import { longestPage } from '@parlance/shared/list-menu/load-all';

/** Loads the present schedule, to view and edit it. */
export const useSchedule = (id: string) => useEditedEndpoint(getSchedule, { params: { schedule_id: id } });

/** Loads the origins of a new schedule: another schedule, an agent. Null if gone. */
export const useBeginning = (copyOf: string | null, agentId: string | null) =>
  useEditedComposed('agent-studio/schedule-beginning', [copyOf, agentId], async (signal) => ({
    copied: copyOf === null ? null : await call(getSchedule, { params: { schedule_id: copyOf } }, { signal }),
    // An address may name any agent; one that the person may not use is not preselected.
    agent: agentId === null ? null : await call(getBot, { params: { bot_id: agentId } }, { signal }).catch(() => null),
  }));

/** Loads the plan's minimum of minutes between ticks; null until known. */
export function useMinutesBetween(): number | null {
  const loaded = useEndpoint(listSchedules, { query: { limit: 1 } });
  return loaded.status === 'ready' ? loaded.data.places.minutes_between : null;
}

export const addSchedule = (definition: ScheduleDefinition, key: string): Promise<Schedule> =>
  call(createSchedule, { body: { idempotency_key: key, definition } });
export const readSchedule = (id: string): Promise<Schedule> => call(getSchedule, { params: { schedule_id: id } });
export const saveSchedule = (id: string, revision: number, definition: ScheduleDefinition): Promise<Schedule> =>
  call(putSchedule, { params: { schedule_id: id }, body: { revision, definition } });

/** The number of agents that are offered; further letters narrow them down. */
const mostOffered = 8;

/** Finds the agents that the person may use, by a part of their name. */
export async function findAgents(
  q: string,
  signal: AbortSignal,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const all = await everyRow((cursor) => call(listBots, { query: { cursor, limit: longestPage } }, { signal }));
  const wanted = q.toLocaleLowerCase();
  return all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, mostOffered);
}

export type When = Pick<ScheduleDefinition, 'cron' | 'time_zone' | 'starts_at' | 'ends_at' | 'maximum_a_day'>;
export const loadPreview = async (when: When, signal: AbortSignal) =>
  (await call(previewSchedule, { body: when }, { signal })).next;
