import type { ElicitationField } from '../contract/api/tools/elicitations.ts';
import { contentOf, firstEntries, type Entry } from './entries.ts';

const named = { name: 'it', title: 'It', description: '', is_required: false };
const text: ElicitationField = { ...named, type: 'text' };
const time: ElicitationField = { ...named, type: 'text', format: 'date-time' };
const number: ElicitationField = { ...named, type: 'number', is_integer: false };
const box: ElicitationField = { ...named, type: 'boolean' };
const options = [
  { value: 1, title: 'One' },
  { value: '1', title: 'One in words' },
  { value: true, title: 'Yes' },
];
const choice: ElicitationField = { ...named, type: 'choice', options };
const choices: ElicitationField = { ...named, type: 'choices', options };
const required = <F extends ElicitationField>(field: F): F => ({ ...field, is_required: true });
const sent = (field: ElicitationField, entry?: Entry) =>
  contentOf([field], entry === undefined ? firstEntries([field]) : new Map([['it', entry]]));

test.each([
  ['a text', text],
  ['a time', time],
  ['a number', number],
  ['a box', box],
  ['a choice', choice],
  ['choices', choices],
])('%s that is optional and left empty is absent', (_, field) => {
  expect(sent(field)).toEqual({});
});

test.each<[ElicitationField, unknown]>([
  [text, ''],
  [number, undefined],
  [box, false],
  [choice, undefined],
  [choices, []],
])('what is required and left empty is sent as far as it says something: $0.type', (field, value) => {
  expect(sent(required(field))).toEqual(value === undefined ? {} : { it: value });
});

test.each<[ElicitationField, unknown]>([
  [{ ...text, default: 'Bern' }, 'Bern'],
  [{ ...time, default: '2026-11-27T10:00:00.25+09:00' }, '2026-11-27T10:00:00.25+09:00'],
  [{ ...number, default: 0 }, 0],
  [{ ...box, default: false }, false],
  [{ ...choice, default: '1' }, '1'],
  [{ ...choices, default: [true, 1, 'gone'] }, [1, true]],
])('a default is there, and sent as its server wrote it: $0.type', (field, value) => {
  expect(sent(field)).toEqual({ it: value });
});

test.each<[ElicitationField, Entry, unknown]>([
  [text, ' two\nlines ', ' two\nlines '],
  [number, '1.5', 1.5],
  [number, ' -2e3 ', -2000],
  [number, 'many', 'many'],
  [number, '1e999', '1e999'],
  [box, false, false],
  [box, true, true],
  [choice, [0], 1],
  [choice, [1], '1'],
  [choices, [2, 0], [1, true]],
])('what is entered is sent as a value of its kind (%#)', (field, entry, value) => {
  expect(sent(field, entry)).toEqual({ it: value });
});

test('a cleared default of an optional field is absent', () => {
  expect(sent({ ...text, default: 'Bern' }, '')).toEqual({});
  expect(sent({ ...choices, default: [1] }, [])).toEqual({});
});

test.each(['2026-01-15T08:30', '2026-07-15T08:30:05', '1970-01-01T00:00', '2026-03-29T02:30'])(
  'the time %s is sent with the offset that the clock of the reader has then, and is the same moment',
  (local) => {
    const { it: told } = sent(time, local);
    expect(told).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(new Date(String(told)).getTime()).toBe(new Date(local).getTime());
  },
);

test.each([
  [-330, '+05:30'],
  [210, '-03:30'],
  [0, '+00:00'],
])('a clock that is %s minutes behind UTC has the offset %s', (behind, offset) => {
  const zone = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind);
  const { it: told } = sent(time, '2026-01-15T08:30');
  const { it: untouched } = sent({ ...time, default: '2026-01-15T08:30:00Z' });
  zone.mockRestore();
  expect(told).toMatch(new RegExp(`T\\d\\d:\\d\\d:00\\${offset}$`));
  // The moment is the one that the input shows.
  expect(new Date(String(told)).getTime()).toBe(new Date('2026-01-15T08:30').getTime());
  expect(untouched).toBe('2026-01-15T08:30:00Z');
});

test('a name that objects have of their own is a field as any other', () => {
  const fields = ['constructor', '__proto__'].map((name): ElicitationField => ({ ...text, name }));
  expect(contentOf(fields, firstEntries(fields))).toEqual({});
  const content = contentOf(fields, new Map(fields.map(({ name }) => [name, 'x'])));
  expect(Object.keys(content)).toEqual(['constructor', '__proto__']);
});
