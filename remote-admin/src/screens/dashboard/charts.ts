import type { ChartFigure, ChartSeries } from '@parlance/shared/contract/api/charts/charts';
import type { Language } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';

export type Unit =
  | { readonly kind: 'number' }
  | { readonly kind: 'hours' }
  | { readonly kind: 'money'; readonly currency: string };
export type Line = {
  readonly id: string;
  /** The value of each day, in the unit of the chart. */
  readonly values: readonly number[];
  readonly before: readonly number[];
};
export const chartIds = ['active', 'dialogues', 'time', 'tokens', 'ratings', 'hits', 'cost'] as const;
export type Chart = {
  readonly id: (typeof chartIds)[number];
  readonly unit: Unit;
  /** The lines; none if the figure is unknown for the chosen team or bot. */
  readonly lines: readonly Line[];
  /** The aggregation of a period: the sum of its days, or the value of its last day. */
  readonly whole: 'sum' | 'last';
};
export type Periods = { readonly current: ChartSeries; readonly previous: ChartSeries };

const secondsAnHour = 3600;
const microsAUnit = 1_000_000;

const linesOf: readonly (readonly [Chart['id'], readonly ChartFigure[]])[] = [
  ['active', ['active_month', 'active_week', 'active_day']],
  ['dialogues', ['answers', 'dialogues']],
  ['time', ['reading', 'typing', 'interacting', 'idling']],
  ['tokens', ['input_tokens', 'output_tokens']],
  ['ratings', ['ups', 'downs']],
  ['hits', ['hits']],
];

/** Returns the charts of two periods; costs have one for each currency, and none without any cost. */
export function chartsOf({ current, previous }: Periods): readonly Chart[] {
  const charts = linesOf.map(([id, figures]): Chart => {
    const scale = id === 'time' ? secondsAnHour : 1;
    const lines = figures.flatMap((figure) => lineOf(figure, current.figures[figure], previous.figures[figure], scale));
    return { id, lines, unit: { kind: id === 'time' ? 'hours' : 'number' }, whole: id === 'active' ? 'last' : 'sum' };
  });
  const currencies = [...new Set([...current.costs, ...previous.costs].map(({ currency }) => currency))];
  const costOf = (of: ChartSeries, currency: string) =>
    of.costs.find((cost) => cost.currency === currency)?.values ?? zeros(of);
  const costs = currencies.map((currency): Chart => ({
    id: 'cost',
    unit: { kind: 'money', currency },
    whole: 'sum',
    lines: lineOf('cost', costOf(current, currency), costOf(previous, currency), microsAUnit),
  }));
  return [...charts, ...costs];
}

const zeros = ({ figures }: ChartSeries) => (figures.dialogues ?? []).map(() => 0);

function lineOf(
  id: string,
  values: readonly number[] | undefined,
  before: readonly number[] | undefined,
  scale: number,
): Line[] {
  if (values === undefined || before === undefined) return [];
  return [{ id, values: values.map((value) => value / scale), before: before.map((value) => value / scale) }];
}

export const wholeOf = (values: readonly number[], { whole }: Chart): number =>
  whole === 'last' ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0);

export const isEmpty = ({ lines }: Chart): boolean => lines.every(({ values }) => values.every((value) => value === 0));

/** Formats a value for people. */
export function formatValue(language: Language, value: number, unit: Unit, isShort = false): string {
  const short: Intl.NumberFormatOptions = isShort
    ? { notation: 'compact', maximumFractionDigits: 1 }
    : { maximumFractionDigits: unit.kind === 'number' ? 0 : 2 };
  if (unit.kind === 'hours')
    return formatNumber(language, value, { style: 'unit', unit: 'hour', ...short, maximumFractionDigits: 1 });
  if (unit.kind === 'money')
    return formatNumber(language, value, { style: 'currency', currency: unit.currency, ...(isShort ? short : {}) });
  return formatNumber(language, value, short);
}

/** Returns the relative change from the previous period; null if that was zero. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before);
