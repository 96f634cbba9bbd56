import type { ChartRange } from '@parlance/shared/contract/api/charts/charts';

/** The offered ranges, in days that end today. */
export const lengths = [7, 30, 90, 365] as const;
const usual = 30;
const dayMs = 86_400_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** The query of an address: a number of days up to today, or from one day to another; for everybody, a team, a bot. */
export type RangeQuery = {
  readonly days: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly team: string | null;
  readonly bot: string | null;
};

const matching = (text: string | null, pattern: RegExp) => (text !== null && pattern.test(text) ? text : null);

/**
 * Parses the query of an address: a reload, Back and a link lead to the same figures. Unknown parameters are ignored.
 */
export function readAsked(params: URLSearchParams): RangeQuery {
  const [from, to] = [matching(params.get('from'), day), matching(params.get('to'), day)];
  const isOwn = from !== null && to !== null;
  const days = lengths.find((it) => String(it) === params.get('days')) ?? usual;
  return {
    days: isOwn ? null : days,
    from: isOwn ? from : null,
    to: isOwn ? to : null,
    team: matching(params.get('team'), uuid),
    bot: matching(params.get('bot'), uuid),
  };
}

/** Returns the address of a query, without default values. */
export function writeAsked({ days, ...rest }: RangeQuery): Record<string, string> {
  const said = { ...rest, days: days === null || days === usual ? null : String(days) };
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== null));
}

export const daysBefore = (last: string, days: number): string =>
  new Date(Date.parse(last) - days * dayMs).toISOString().slice(0, 10);

/** Returns the days of a query. `today` is the organisation's. */
export function rangeOf({ days, from, to, team, bot }: RangeQuery, today: string): ChartRange {
  const [first, last] = days === null ? [from ?? today, to ?? today] : [daysBefore(today, days - 1), today];
  return {
    from: first,
    to: last,
    ...(team === null ? {} : { team_id: team }),
    ...(bot === null ? {} : { bot_id: bot }),
  };
}
