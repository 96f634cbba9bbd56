import { figuresTable, median, quantile } from './figures.ts';

test('the median is the middle one, or between the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('median of nothing');
});

test('a quantile is the value that so many do not exceed', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)]).toEqual([50, 99, 100]);
  expect(() => quantile([], 0.5)).toThrow('quantile of nothing');
});

test('a figure over its limit says so in the table', () => {
  const table = figuresTable([
    { what: 'login', value: 1.234, unit: 's', limit: 1.5, how: 'by hand' },
    { what: 'chat', value: 4.5, unit: 's', limit: 4, how: 'by hand' },
    { what: 'requests', value: 4, unit: 'requests', how: 'counted' },
  ]);
  expect(table).toContain('| login | 1.23 s | ≤ 1.5 s | by hand |');
  expect(table).toContain('| chat | 4.50 s | ≤ 4 s (missed) | by hand |');
  expect(table).toContain('| requests | 4 requests |  | counted |');
});
