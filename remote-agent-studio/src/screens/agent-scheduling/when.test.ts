import { cronOf, type Simple, simpleOf, weekdayMorning } from './when.ts';

const simple = (more: Partial<Simple>): Simple => ({ ...weekdayMorning, ...more });

test.each([
  ['15 * * * *', simple({ every: 'hour', minute: 15 })],
  ['5 0 * * *', simple({ every: 'day', time: '00:05' })],
  ['0 8 * * 1-5', simple({ every: 'weekday' })],
  ['30 23 * * 0,3', simple({ every: 'week', time: '23:30', days: [0, 3] })],
  ['0 9 31 * *', simple({ every: 'month', time: '09:00', day: 31 })],
])('%s is a simple form, and the simple form is it', (cron, form) => {
  expect(cronOf(form)).toBe(cron);
  expect(cronOf(simpleOf(cron) ?? simple({ time: '' }))).toBe(cron);
});

test.each([
  ['0 8 * * MON-FRI', '0 8 * * 1-5'],
  ['0 8 * * 1,2,3,4,5', '0 8 * * 1-5'],
  ['0 8 * * 7', '0 8 * * 0'],
  ['00 08 * * *', '0 8 * * *'],
  ['0 8 * * 0-6', '0 8 * * *'],
  ['0 8 * * 5-7', '0 8 * * 0,5,6'],
])('%s means the same as %s', (written, meant) => {
  const form = simpleOf(written);
  expect(form && cronOf(form)).toBe(meant);
});

test.each([
  '*/5 * * * *',
  '0 8-18 * * *',
  '0 8 1 1 *',
  '0 8 13 * 5',
  '0 8 L * *',
  '0 8 * * 1#2',
  '60 8 * * *',
  '0 24 * * *',
  '0 8 32 * *',
  '0 8 * *',
  '0 8 * * 5-1',
  '0 8 * * 8',
  '',
])('“%s” has no simple form', (cron) => {
  expect(simpleOf(cron)).toBeNull();
});

test('a form without a time, or a week without days, means nothing yet', () => {
  expect(cronOf(simple({ every: 'day', time: '' }))).toBe('');
  expect(cronOf(simple({ every: 'week', days: [] }))).toBe('');
});
