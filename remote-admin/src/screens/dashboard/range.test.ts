import { daysBefore, rangeOf, readAsked, writeAsked } from './range.ts';

const today = '2026-11-22';
const team = '0198f0aa-0000-7000-8000-000000000001';
const bot = '0198f0aa-0000-7000-8000-000000000002';
const usual = { days: 30, from: null, to: null, team: null, bot: null };
const read = (address: string) => readAsked(new URLSearchParams(address));

test('an address without a question asks for the last 30 days of everybody', () => expect(read('')).toEqual(usual));

test.each([
  ['a length that is not offered', 'days=8'],
  ['a length that is no number', 'days=many'],
  ['one end of two', 'from=2026-11-01'],
  ['the other end', 'to=2026-11-01'],
  ['what is no day', 'from=1.11.2026&to=2026-11-22'],
  ['a team and a bot that are no ids', "team=1'--&bot=People+Desk"],
])('%s asks for nothing', (_, address) => expect(read(address)).toEqual(usual));

test('two days ask for themselves, whatever is said of a length', () => {
  expect(read('days=90&from=2026-10-01&to=2026-10-31')).toEqual({
    ...usual,
    days: null,
    from: '2026-10-01',
    to: '2026-10-31',
  });
});

test.each([
  '',
  'days=7',
  'days=365',
  'from=2026-10-01&to=2026-10-31',
  `team=${team}`,
  `from=2026-10-01&to=2026-10-31&team=${team}&bot=${bot}`,
])('what is read from “%s” is written as it', (address) =>
  expect(new URLSearchParams(writeAsked(read(address))).toString()).toBe(address),
);

test('a length of days ends today, and counts today', () => {
  expect(rangeOf({ ...usual, days: 7 }, today)).toEqual({ from: '2026-11-16', to: today });
  expect(rangeOf({ ...usual, days: 365, team, bot }, today)).toEqual({
    from: '2025-11-23',
    to: today,
    team_id: team,
    bot_id: bot,
  });
});

test('days before a day cross months, leap days and changes of the clock', () => {
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28');
  expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
  expect(daysBefore('2026-01-01', 1)).toBe('2025-12-31');
  expect(daysBefore('2026-03-30', 2)).toBe('2026-03-28');
  expect(daysBefore('2026-10-24', -2)).toBe('2026-10-26');
});
