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

/** A schedule as it is now, to be looked into and changed. */
export const useSchedule = (id: string) => useEditedEndpoint(getSchedule, { params: { schedule_id: id } });

/** What a new schedule may begin with: another schedule, an agent. Null for what is gone. */
export const useBeginning = (copyOf: string | null, agentId: string | null) =>
  useEditedComposed('agent-studio/schedule-beginning', [copyOf, agentId], async (signal) => ({
    copied: copyOf === null ? null : await call(getSchedule, { params: { schedule_id: copyOf } }, { signal }),
    // An address may name any; one that the person may not use is chosen by nobody.
    agent: agentId === null ? null : await call(getBot, { params: { bot_id: agentId } }, { signal }).catch(() => null),
  }));

/** How close together the plan lets ticks be, in minutes; null until it is known. */
export function useMinutesBetween(): number | null {
  const loaded = useEndpoint(listSchedules, { query: { limit: 1 } });
  return loaded.status === 'ready' ? loaded.data.places.minutes_between : null;
}

export const addSchedule = (definition: ScheduleDefinition, key: string): Promise<Schedule> =>
  call(createSchedule, { body: { idempotency_key: key, definition } });
export const readSchedule = (id: string): Promise<Schedule> => call(getSchedule, { params: { schedule_id: id } });
export const saveSchedule = (id: string, revision: number, definition: ScheduleDefinition): Promise<Schedule> =>
  call(putSchedule, { params: { schedule_id: id }, body: { revision, definition } });

/** Agents that are offered at once; more letters bring any other. */
const mostOffered = 8;

/** The agents that the person may use, by what is in their names. */
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
