import { auditSearchMaxLength } from '@parlance/shared/contract/api/audit/audit-log';
import { addressMaxLength, filterOf, readQuery, writeQuery } from './log-query.ts';

const id = '0198f0aa-0000-7000-8000-000000000005';
const read = (address: string) => readQuery(new URLSearchParams(address));

test.each([
  '',
  'q=signed+in',
  `actor=${id}`,
  'thing=team',
  'kind=agent&target=agent+7',
  'address=10.0.0.7',
  'from=2026-11-01&to=2026-11-22',
  'entry=12',
])('what is read from “%s” is written as it', (address) =>
  expect(new URLSearchParams(writeQuery(read(address))).toString()).toBe(address),
);

test.each([
  ['words of spaces', 'q=+++'],
  ['somebody who is no id', 'actor=mei@pro.example'],
  ['things and kinds that there are not', 'thing=moon&kind=moon'],
  ['what is no day', 'from=yesterday&to=22.11.2026'],
  ['an entry that is no number', 'entry=first'],
  ['an entry before the first', 'entry=0'],
  ['a part of an entry', 'entry=1.5'],
])('%s ask for nothing', (_, address) => expect(read(address)).toEqual({}));

test('what is asked for is no longer than the server takes it, and without spaces around it', () => {
  const { q, address, target } = read(
    new URLSearchParams({ q: ` ${'a'.repeat(500)}`, address: '1'.repeat(500), target: 'x'.repeat(500) }).toString(),
  );
  expect([q?.length, address?.length, target?.length]).toEqual([auditSearchMaxLength, addressMaxLength, 100]);
});

test('an open entry is no question to the server', () => {
  expect(filterOf(read('entry=12'))).toEqual({});
  expect(filterOf(read(`actor=${id}&kind=agent&target=agent+7&thing=team&address=10.0.0.7&q=a&entry=12`))).toEqual({
    actor_id: id,
    target_kind: 'agent',
    target_id: 'agent 7',
    thing: 'team',
    address: '10.0.0.7',
    q: 'a',
  });
});

test('the last day is asked for up to its end, over the end of a month and of a year', () => {
  const { from, to } = filterOf(read('from=2026-12-31&to=2026-12-31'));
  expect([from, to].map((it) => new Date(it ?? '').toString())).toEqual([
    new Date(2026, 11, 31).toString(),
    new Date(2027, 0, 1).toString(),
  ]);
});
