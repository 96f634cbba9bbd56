import { readFilter, writeFilter } from './log-query.ts';

const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const read = (address: string) => readFilter(new URLSearchParams(address));

test('what an address asks for is what the server is asked', () => {
  const address = `member=${id(1)}&team=${id(2)}&bot=${id(3)}&rule=${id(4)}&from=2026-11-01&to=2026-11-22`;
  expect(read(`${address}&language=de-DE&rating=down&tokens=10000`)).toEqual({
    member_id: id(1),
    team_id: id(2),
    bot_id: id(3),
    rule_id: id(4),
    from: '2026-11-01',
    to: '2026-11-22',
    language: 'de-DE',
    rating: 'down',
    tokens: 10_000,
  });
});

test.each([
  '',
  `member=${id(1)}`,
  `team=${id(2)}`,
  `bot=${id(3)}`,
  `rule=${id(4)}`,
  'from=2026-11-01&to=2026-11-22',
  'language=de-DE',
  'rating=up',
  'tokens=100000',
])('what is read from “%s” is written as it', (address) =>
  expect(new URLSearchParams(writeFilter(read(address))).toString()).toBe(address),
);

test.each([
  ['people, teams, bots and rules that are no ids', 'member=Mei&team=Support&bot=Desk&rule=Birds'],
  ['what is no day', 'from=2026-1-1&to=tomorrow'],
  ['a language that the product does not speak', 'language=xx'],
  ['a rating that there is not', 'rating=fair'],
  ['lengths that are not offered', 'tokens=5'],
])('%s ask for nothing', (_, address) => expect(read(address)).toEqual({}));
