import { chartFigures, type ChartSeries } from '@parlance/shared/contract/api/charts/charts';
import { changeOf, chartsOf, formatValue, isEmpty, wholeOf, type Chart } from './charts.ts';

const zeros = Object.fromEntries(chartFigures.map((figure) => [figure, [0, 0]]));
const series = (figures: ChartSeries['figures'], costs: ChartSeries['costs'] = []): ChartSeries => ({
  from: '2026-11-21',
  to: '2026-11-22',
  figures: { ...zeros, ...figures },
  costs,
});
const none = series({});
const chart = (charts: readonly Chart[], id: Chart['id']) => charts.filter((it) => it.id === id);

test('a period without anything has every chart but that of money', () => {
  const charts = chartsOf({ current: none, previous: none });
  expect(charts.map(({ id }) => id)).toEqual(['active', 'dialogues', 'time', 'tokens', 'ratings', 'hits']);
  expect(charts.every(isEmpty)).toBe(true);
});

test('seconds are drawn as hours, beside those of the period before', () => {
  const charts = chartsOf({ current: series({ typing: [3600, 1800] }), previous: series({ typing: [0, 7200] }) });
  const [time] = chart(charts, 'time');
  expect(time?.unit).toEqual({ kind: 'hours' });
  expect(time?.lines.find(({ id }) => id === 'typing')).toEqual({ id: 'typing', values: [1, 0.5], before: [0, 2] });
});

test('a figure that is not known of either period has no line', () => {
  const { typing: _, ...known } = none.figures;
  const charts = chartsOf({ current: none, previous: { ...none, figures: known } });
  expect(chart(charts, 'time')[0]?.lines.map(({ id }) => id)).toEqual(['reading', 'interacting', 'idling']);
});

test('each currency of either period is a chart in its own units, with nothing for the days of the other', () => {
  const charts = chartsOf({
    current: series({}, [{ currency: 'EUR', values: [0, 2_500_000] }]),
    previous: series({}, [{ currency: 'USD', values: [1_000_000, 0] }]),
  });
  expect(chart(charts, 'cost').map(({ unit, lines }) => [unit, lines[0]?.values, lines[0]?.before])).toEqual([
    [{ kind: 'money', currency: 'EUR' }, [0, 2.5], [0, 0]],
    [{ kind: 'money', currency: 'USD' }, [0, 0], [1, 0]],
  ]);
});

test('active members are those of the last day; everything else is added up', () => {
  const charts = chartsOf({ current: none, previous: none });
  const wholes = charts.map((it) => [it.id, wholeOf([2, 3], it)]);
  expect(Object.fromEntries(wholes)).toEqual({ active: 3, dialogues: 5, time: 5, tokens: 5, ratings: 5, hits: 5 });
  expect(charts.map((it) => wholeOf([], it))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a chart with one day of something is not empty', () => {
  const charts = chartsOf({ current: series({ downs: [0, 1] }), previous: none });
  expect(chart(charts, 'ratings').map(isEmpty)).toEqual([false]);
  // A previous period alone makes no drawing.
  expect(chart(chartsOf({ current: none, previous: series({ downs: [0, 1] }) }), 'ratings').map(isEmpty)).toEqual([
    true,
  ]);
});

test.each([
  [15, 10, 0.5],
  [5, 10, -0.5],
  [0, 10, -1],
  [10, 10, 0],
  [10, 0, null],
  [0, 0, null],
])('%d after %d is a change by %s', (now, before, change) => expect(changeOf(now, before)).toBe(change));

test.each([
  [1_234.6, { kind: 'number' }, '1,235', '1.2K'],
  [0.25, { kind: 'hours' }, '0.3 hr', '0.3 hr'],
  [1_500, { kind: 'hours' }, '1,500 hr', '1.5K hr'],
  [2.5, { kind: 'money', currency: 'EUR' }, '€2.50', '€2.5'],
  [1_234.567, { kind: 'money', currency: 'EUR' }, '€1,234.57', '€1.2K'],
] as const)('%d as %j is read as %s, and as %s beside an axis', (value, unit, whole, short) => {
  expect([formatValue('en', value, unit), formatValue('en', value, unit, true)]).toEqual([whole, short]);
});
