import {
  type ChartFigure,
  chartFigures,
  type ChartRange,
  type ChartSeries,
  notOfBots,
  notOfTeams,
} from '@parlance/shared/contract/api/charts/charts';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { all } from './count.ts';

const cost = 'cost:';
type Row = { figure: string; day: string; value: string };

/** The figures of each day of a range, zero where nothing happened. */
export async function readSeries(
  trx: Trx,
  organizationId: string,
  { from, to, team_id, bot_id }: ChartRange,
): Promise<ChartSeries> {
  const { rows } = await sql<Row>`
    select figure, day::text as day, value::text as value from chart_days
    where organization_id = ${organizationId} and team_id = ${team_id ?? all} and bot_id = ${bot_id ?? all} and day between ${from} and ${to}
      and figure not like 'rule:%'`.execute(trx);
  const found = Map.groupBy(rows, ({ figure }) => figure);
  const valuesOf = (figure: string) => placed(from, to, found.get(figure) ?? []);
  const known = chartFigures.filter(
    (figure) =>
      !(bot_id !== undefined && notOfBots.includes(figure)) && !(team_id !== undefined && notOfTeams.includes(figure)),
  );
  return {
    ...{ from, to },
    figures: Object.fromEntries(known.map((figure): [ChartFigure, number[]] => [figure, valuesOf(figure)])),
    costs: costsOf([...found.keys()], valuesOf),
  };
}

/** The costs among figures, of each currency by itself. */
export const costsOf = (figures: readonly string[], valuesOf: (figure: string) => number[]): ChartSeries['costs'] =>
  figures
    .filter((figure) => figure.startsWith(cost))
    .toSorted()
    .map((figure) => ({ currency: figure.slice(cost.length), values: valuesOf(figure) }));

/** A value for each day of a range, zero where there is none. */
export function placed(from: string, to: string, rows: readonly Pick<Row, 'day' | 'value'>[]): number[] {
  const values = new Array<number>(daysFrom(from, to) + 1).fill(0);
  for (const { day, value } of rows) values[daysFrom(from, day)] = Number(value);
  return values;
}

const dayMs = 86_400_000;
const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const later = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The same number of days that end before a range. */
export function periodBefore({ from, to, ...rest }: ChartRange): ChartRange {
  const days = daysFrom(from, to) + 1;
  return { ...rest, from: later(from, -days), to: later(from, -1) };
}
