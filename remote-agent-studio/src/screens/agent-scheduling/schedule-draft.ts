import type { Schedule, ScheduleDefinition } from '@parlance/shared/contract/api/schedules';
import type { BotSummary } from '@parlance/shared/contract/agents/bot-summary';
import type { Fault, Faults } from '@parlance/shared/ui/fields';
import { cronOf, weekdayMorning } from './when.ts';
import { clockIn, momentOf, ownZone } from './zoned-time.ts';

/** A schedule as it is being filled in. */
export type Draft = Omit<ScheduleDefinition, 'bot_id' | 'starts_at' | 'ends_at' | 'maximum_a_day'> & {
  readonly agent: Pick<BotSummary, 'id' | 'name'> | null;
  /** The start of the window, on the clocks of its zone: 2026-11-22T08:00. Empty if it is open. */
  readonly starts: string;
  readonly ends: string;
  readonly maximum: string;
};
export type DraftField =
  | 'name'
  | 'bot_id'
  | 'prompt'
  | 'cron'
  | 'time_zone'
  | 'starts_at'
  | 'ends_at'
  | 'maximum_a_day';
export type DraftFaults = Faults<DraftField>;

export const blankDraft = (): Draft => ({
  name: '',
  agent: null,
  prompt: '',
  cron: cronOf(weekdayMorning),
  time_zone: ownZone(),
  starts: '',
  ends: '',
  maximum: '',
  overlap: 'skip',
  misfire: 'once',
  continues_dialogue: false,
  notifies_of_failure: true,
});

export function draftOf(schedule: Schedule): Draft {
  const {
    name,
    bot_id: id,
    bot,
    prompt,
    cron,
    time_zone: zone,
    starts_at: starts,
    ends_at: ends,
    maximum_a_day: maximum,
    overlap,
    misfire,
    continues_dialogue,
    notifies_of_failure,
  } = schedule;
  const clock = (moment: string | null) => (moment === null ? '' : clockIn(zone, Date.parse(moment)));
  return {
    // An agent that the person may not use any more has no name here: another has to be chosen.
    agent: bot === null ? null : { id, name: bot.name },
    ...{ name, prompt, cron, time_zone: zone, overlap, misfire, continues_dialogue, notifies_of_failure },
    starts: clock(starts),
    ends: clock(ends),
    maximum: maximum === null ? '' : String(maximum),
  };
}

const momentIn = (clock: string, zone: string): string | null => {
  const moment = clock === '' ? NaN : momentOf(clock, zone);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
};

/** Returns the times for a preview; null while too little is filled in. */
export function whenOf({
  cron,
  time_zone,
  starts,
  ends,
  maximum,
}: Draft): Pick<ScheduleDefinition, 'cron' | 'time_zone' | 'starts_at' | 'ends_at' | 'maximum_a_day'> | null {
  if (
    cron.trim().split(/\s+/).length !== 5 ||
    time_zone === '' ||
    !isMaximum(maximum) ||
    isTurnedRound({ starts, ends })
  )
    return null;
  return {
    cron: cron.trim(),
    time_zone,
    starts_at: momentIn(starts, time_zone),
    ends_at: momentIn(ends, time_zone),
    maximum_a_day: maximum === '' ? null : Number(maximum),
  };
}

const isMaximum = (maximum: string): boolean =>
  maximum === '' || (/^\d{1,4}$/.test(maximum) && Number(maximum) >= 1 && Number(maximum) <= 1440);
const isTurnedRound = ({ starts, ends }: Pick<Draft, 'starts' | 'ends'>): boolean =>
  starts !== '' && ends !== '' && ends <= starts;

/** Returns the missing and invalid fields, before anything is sent. */
export function faultsIn(draft: Draft): DraftFaults {
  const { name, agent, prompt, cron, time_zone: zone, maximum } = draft;
  const when = (isWrong: boolean, field: DraftField, key: string): DraftFaults =>
    isWrong ? { [field]: { key: `agent-scheduling:faults.${key}` } satisfies Fault } : {};
  return {
    ...when(name.trim() === '', 'name', 'name'),
    ...when(agent === null, 'bot_id', 'agent'),
    ...when(prompt.trim() === '', 'prompt', 'prompt'),
    ...when(cron.trim().split(/\s+/).length !== 5, 'cron', 'when'),
    ...when(zone === '', 'time_zone', 'zone'),
    ...when(isTurnedRound(draft), 'ends_at', 'ends'),
    ...when(!isMaximum(maximum), 'maximum_a_day', 'maximum'),
  };
}

/** Returns the definition to send; null if `faultsIn` finds something. */
export function definitionOf(draft: Draft): ScheduleDefinition | null {
  const when = whenOf(draft);
  if (when === null || draft.agent === null || Object.keys(faultsIn(draft)).length > 0) return null;
  const { name, prompt, overlap, misfire, continues_dialogue, notifies_of_failure } = draft;
  return {
    name: name.trim(),
    bot_id: draft.agent.id,
    prompt: prompt.trim(),
    ...when,
    overlap,
    misfire,
    continues_dialogue,
    notifies_of_failure,
  };
}

/** Returns the fields of the form that a change of the draft affects. */
export const fieldsOf = (change: Partial<Draft>): readonly DraftField[] =>
  Object.keys(change).flatMap((name) => fields.find((field) => field === (fieldNames[name] ?? name)) ?? []);

/** Maps the names of a definition's parts to those of the draft if they differ. */
const fieldNames: Readonly<Record<string, DraftField>> = {
  agent: 'bot_id',
  starts: 'starts_at',
  ends: 'ends_at',
  maximum: 'maximum_a_day',
};

const fields: readonly DraftField[] = [
  'name',
  'bot_id',
  'prompt',
  'cron',
  'time_zone',
  'starts_at',
  'ends_at',
  'maximum_a_day',
];

/** Returns the fields that a refusal of the server is about. */
export function faultsOf(
  { code, issues }: { readonly code: string; readonly issues: readonly { readonly path: string }[] },
  isNew: boolean,
): DraftFaults {
  if (code.startsWith('cron_')) return { cron: { key: `shared:errors.${code}` } };
  // A new schedule refers only to the agent, so that is what was not found.
  if (code === 'not_found' && isNew) return { bot_id: { key: 'agent-scheduling:faults.agentGone' } };
  if (code !== 'validation_failed') return {};
  const named = fields.filter((field) => issues.some(({ path }) => path.split('.').includes(field)));
  return Object.fromEntries(named.map((field) => [field, { key: 'shared:errors.validation_failed' }]));
}
