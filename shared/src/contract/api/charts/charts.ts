import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { day } from '../../values/moment.ts';

/** Restricted to administrators whose plan has the dashboard (specification §6). */
const requires = { role: 'admin', feature: 'dashboard' } as const;

/**
 * The least people a figure may be about, other than the whole organisation; a smaller group would reveal what one
 * person does.
 */
export const smallestGroup = 5;
/** The most days of one query: a leap year. */
export const longestRangeDays = 366;

/**
 * The figures counted by day. Times are in seconds; weekly and monthly active members are those of the 7 and 30 days
 * that end with that day.
 */
export const chartFigures = [
  'active_day',
  'active_week',
  'active_month',
  'dialogues',
  'answers',
  'typing',
  'reading',
  'interacting',
  'idling',
  'input_tokens',
  'output_tokens',
  'ups',
  'downs',
  'hits',
] as const;
export type ChartFigure = (typeof chartFigures)[number];
/** The figures unknown for a single bot: a session is spent in the whole product. */
export const notOfBots: readonly ChartFigure[] = ['typing', 'reading', 'interacting', 'idling'];
/** The figures unknown for a team: the log of rule hits does not keep whose text it was. */
export const notOfTeams: readonly ChartFigure[] = ['hits'];

const group = {
  team_id: z.optional(z.uuid()),
  bot_id: z.optional(z.uuid()),
};
const days = { from: day, to: day };
const range = z.object({ ...days, ...group }).check(
  z.refine(({ from, to }) => from <= to && (Date.parse(to) - Date.parse(from)) / 86_400_000 < longestRangeDays, {
    path: ['to'],
  }),
);
export type ChartRange = z.input<typeof range>;

/** One value per day. */
const values = z.array(z.int());
const series = z.object({
  ...days,
  /** The figures, without those unknown for this team or bot. */
  figures: z.partialRecord(z.enum(chartFigures), values),
  /** Costs in millionths of the unit of each currency. */
  costs: z.array(z.object({ currency: z.string(), values })),
});
export type ChartSeries = z.infer<typeof series>;

/** Returns two periods of equal length, the second one directly before the first. */
export const getChartSeries = endpoint({
  service: 'charts',
  method: 'GET',
  path: '/charts/v1/series',
  requires,
  summary: 'Figures of use by day, and those of the period before.',
  query: range,
  response: z.object({ current: series, previous: series }),
});

const ofBot = { dialogues: z.int(), answers: z.int(), tokens: z.int(), ups: z.int(), downs: z.int() };
const tops = z.object({
  /** The bots, most asked first. */
  bots: z.array(z.object({ id: z.uuid(), name: z.string(), ...ofBot })),
  /** The sum of all bots not listed; null if all are. */
  other_bots: z.nullable(z.object(ofBot)),
  /** The rules, most frequent first; none if a team is asked for. */
  rules: z.array(z.object({ id: z.uuid(), name: z.string(), hits: z.int() })),
  /** The adoption steps of the present members, each a subset of the one before. */
  adoption: z.object({ members: z.int(), active: z.int(), asked: z.int(), regular: z.int(), this_week: z.int() }),
});
export type ChartTops = z.infer<typeof tops>;

/** Days with a question that make a member a regular. */
export const regularDays = 5;

export const getChartTops = endpoint({
  service: 'charts',
  method: 'GET',
  path: '/charts/v1/tops',
  requires,
  summary: 'The most used bots, the rules that applied most, and how members take the product up.',
  query: range,
  response: tops,
});

const choices = z.object({
  teams: z.array(z.object({ id: z.uuid(), name: z.string() })),
  bots: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /**
   * The number of teams not offered: their figures, or the rest without them, would be of fewer than `smallestGroup`
   * people.
   */
  hidden_teams: z.int(),
  time_zone: z.string(),
  /** The present day in the organisation's time zone. */
  today: z.iso.date(),
  /** The first counted day; null if nothing was ever counted. */
  first_day: z.nullable(z.iso.date()),
  /** True while counting of past events is under way. */
  is_counting: z.boolean(),
});
export type ChartChoices = z.infer<typeof choices>;

export const getChartChoices = endpoint({
  service: 'charts',
  method: 'GET',
  path: '/charts/v1/choices',
  requires,
  summary: 'What figures can be filtered by, and since when there are any.',
  response: choices,
});

/** Sets the time zone in which days from now on begin and end; days already counted stay. */
export const setTimeZone = endpoint({
  service: 'charts',
  method: 'PUT',
  path: '/charts/v1/time-zone',
  requires,
  summary: 'Sets the time zone of the organisation.',
  body: z.strictObject({ time_zone: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: z.object({ time_zone: z.string() }),
});
