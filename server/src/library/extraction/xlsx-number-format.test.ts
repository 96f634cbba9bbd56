import { formatIsoDate, formatNumber, formatText, numberFormatOf } from './xlsx-number-format.ts';

const shown = (pattern: string, value: number, is1904 = false) =>
  formatNumber(value, numberFormatOf(164, pattern), is1904);
const day = 45_351; // 29 February 2024

/** From “Number format codes” of Microsoft's support, and the formats that Excel offers. */
test.each([
  ['####.#', 1234.59, '1234.6'],
  ['#.000', 8.9, '8.900'],
  ['0.#', 0.631, '0.6'],
  ['#.0#', 12, '12.0'],
  ['#.0#', 1234.568, '1234.57'],
  ['# ???/???', 5.25, '5 1/4'],
  ['#,###', 12_000, '12,000'],
  ['#,', 12_000, '12'],
  ['0.0,,', 12_200_000, '12.2'],
  ['00000', 13, '00013'],
  ['"000"#', 12, '00012'],
  ['m', day, '2'],
  ['mmmm', day, 'February'],
  ['dddd', day, 'Thursday'],
  ['yy', day, '24'],
  ['h AM/PM', 4 / 24, '4 AM'],
  ['h:mm:ss A/P', 4.6 / 24, '4:36:00 A'],
  ['h:mm:ss.00', 0.75, '18:00:00.00'],
  ['[h]:mm', 1.02, '24:28'],
  ['[mm]:ss', 0.044, '63:22'],
  ['[ss]', 0.001, '86'],
  ['0.00%', -0.0256, '-2.56%'],
  ['$#,##0.00_);[Red]($#,##0.00)', -1234.5, '($1,234.50)'],
  ['#,##0 "€"', 1_234_567, '1,234,567 €'],
  ['[$-F800]dddd, mmmm dd, yyyy', day, 'Thursday, February 29, 2024'],
  ['[$-409]d-mmm-yy;@', day, '29-Feb-24'],
  ['[Blue][<=100]0" low";[Red][>100]0" high"', 101, '101 high'],
  ['0.00E+00', 0.000_123, '1.23E-04'],
  ['##0.0E+0', 12_345, '12.3E+3'],
  ['yyyy\\-mm\\-dd\\Thh:mm', day + 0.5, '2024-02-29T12:00'],
  ['"Total: "0', 5, 'Total: 5'],
  ['+0;-0;0', 5, '+5'],
  ['General" pcs"', 5, '5 pcs'],
  ['General', 0.1 + 0.2, '0.3'],
  ['General', 4_006_381_333_931, '4006381333931'],
  ['General', -1e15, '-1E+15'],
  ['General', 1 / 3, '0.333333333'],
])('%s of %d', (pattern, value, expected) => {
  expect(shown(pattern, value)).toBe(expected);
});

test('built-in formats; a date whose order the system decides is ISO 8601', () => {
  expect(formatNumber(day, numberFormatOf(14, undefined), false)).toBe('2024-02-29');
  expect(formatNumber(day + 0.25, numberFormatOf(22, undefined), false)).toBe('2024-02-29 06:00');
  expect(formatNumber(day, numberFormatOf(57, undefined), false)).toBe('2024-02-29');
  expect(formatNumber(0.5, numberFormatOf(10, undefined), false)).toBe('50.00%');
  expect(formatNumber(7, numberFormatOf(999, undefined), false)).toBe('7');
});

test('1904 moves days and no durations', () => {
  expect(shown('yyyy-mm-dd', 0, true)).toBe('1904-01-01');
  expect(shown('[h]:mm', 1.5, true)).toBe('36:00');
  expect(shown('h:mm', 0.5, true)).toBe('12:00');
});

test('the day that never was, and days that no calendar has', () => {
  expect(shown('yyyy-mm-dd', 60)).toBe('1900-02-29');
  expect(shown('yyyy-mm-dd', 61)).toBe('1900-03-01');
  expect(shown('yyyy-mm-dd', -1)).toBe('-1');
  expect(shown('yyyy-mm-dd', 1e9)).toBe('1000000000');
});

test('a pattern that Excel would refuse is General', () => {
  for (const pattern of ['[', 'AAA[[[', '0'.repeat(256), '[$-', '"open'])
    expect([pattern.slice(0, 8), shown(pattern, 12.5)]).toEqual([pattern.slice(0, 8), '12.5']);
  expect(shown('0'.repeat(255), 1)).toHaveLength(255);
});

test('text, and dates that are written as text', () => {
  expect(formatText('00123', numberFormatOf(49, undefined))).toBe('00123');
  expect(formatText('x', numberFormatOf(164, '0;-0;0;"<"@">"'))).toBe('<x>');
  expect(formatText('x', numberFormatOf(164, '0.00'))).toBe('x');
  expect(formatIsoDate('2024-02-29T00:00:00', numberFormatOf(0, undefined))).toBe('2024-02-29');
  expect(formatIsoDate('2024-02-29T14:05:00Z', numberFormatOf(164, 'd.m.yyyy h:mm'))).toBe('29.2.2024 14:05');
  expect(formatIsoDate('never', numberFormatOf(164, 'd.m.yyyy'))).toBe('never');
});
