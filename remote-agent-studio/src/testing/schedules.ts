import type { Execution, ExecutionSummary } from '@parlance/shared/contract/api/executions';
import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { uuid } from './agents.ts';

export const bot = { id: uuid(500), name: 'People Desk', description: '', avatar: '🧑‍💼' };

/** Returns an execution of a history: done, on schedule. */
export const executionSummary = (number: number, more: Partial<ExecutionSummary> = {}): ExecutionSummary => ({
  id: uuid(number),
  status: 'done',
  cause: 'tick',
  reason: null,
  error_code: null,
  due_at: '2026-11-20T07:00:00.000Z',
  started_at: '2026-11-20T07:00:01.000Z',
  ended_at: '2026-11-20T07:00:13.000Z',
  tokens: 1234,
  cost: { micros: 4200, currency: 'EUR' },
  ...more,
});

/** Returns the details of one. */
export const executionOf = (number: number, more: Partial<Execution> = {}): Execution => ({
  ...executionSummary(number),
  schedule: { id: uuid(1), name: 'Morning summary' },
  automation: null,
  bot,
  runs_as: { id: uuid(900), name: 'Mia Member' },
  input: null,
  prompt: 'What matters today?',
  output: 'Two **deadlines**.',
  dialogue_id: uuid(600),
  actions: [],
  replay_of: null,
  can: { replay: true, cancel: false },
  ...more,
});

/** Returns a schedule of the caller’s: active, each weekday at eight in Berlin. */
export const scheduleOf = (number: number, more: Partial<Schedule> = {}): Schedule => ({
  id: uuid(number),
  name: 'Morning summary',
  bot_id: bot.id,
  bot,
  prompt: 'What matters today?',
  cron: '0 8 * * 1-5',
  time_zone: 'Europe/Berlin',
  starts_at: null,
  ends_at: null,
  maximum_a_day: null,
  overlap: 'skip',
  misfire: 'once',
  continues_dialogue: false,
  notifies_of_failure: true,
  owner: { id: uuid(900), name: 'Mia Member' },
  state: 'active',
  paused_because: null,
  next_at: '2026-11-23T07:00:00.000Z',
  last: executionSummary(70),
  revision: 3,
  updated_at: '2026-11-20T10:00:00.000Z',
  can: { edit: true, run: true, take_over: false },
  ...more,
});
