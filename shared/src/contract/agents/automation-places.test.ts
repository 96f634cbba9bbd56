import { fillPlaces, placesIn, unmetConditions, valueAt } from './automation-places.ts';
import type { Condition } from './automation.ts';

const event = {
  order: { id: 'A-1', total: 12.5, items: [{ name: 'Pen' }, { name: 'Ink' }], paid: false, note: null },
  tags: ['new', 'VIP'],
  day: '2026-11-22',
  'dashed-name': 'x',
};
const fill = (template: string, answer?: string) =>
  fillPlaces(template, event, { longest: 1_000, ...(answer === undefined ? {} : { answer }) });

test.each([
  ['order.id', 'A-1'],
  ['order.items.1.name', 'Ink'],
  ['order.paid', false],
  ['order.note', null],
  ['dashed-name', 'x'],
  ['order.items.2.name', undefined],
  ['order.items.length', undefined],
  ['order.id.length', undefined],
  ['constructor.name', undefined],
  ['__proto__.toString', undefined],
  ['order.toString', undefined],
])('the event has at %s what was sent there, and nothing that objects have by themselves', (path, value) => {
  expect(valueAt(event, path)).toBe(value);
});

test('places are filled with what the event has, and those that it does not have stand empty and are told once', () => {
  expect(fill('Order {{order.id}} of {{ order.total }}: {{order.items.0.name}}{{order.note}}.')).toMatchObject({
    text: 'Order A-1 of 12.5: Pen.',
    unknown: [],
    isCut: false,
  });
  expect(fill('{{who}}, {{who}} and {{order.paid}}')).toMatchObject({
    text: ',  and false',
    unknown: ['who'],
    isCut: false,
  });
  expect(fill('{{order.items.0}}').text).toBe('{\n  "name": "Pen"\n}');
  expect(fill('{{}} {{a b}} {order.id} {{.}}').text).toBe('{{}} {{a b}} {order.id} {{.}}');
  expect(placesIn('{{a.b}} {{ c }} {{a.b}}')).toEqual(['a.b', 'c']);
});

test('a value that looks like a place is text, and is not read again', () => {
  const sly = { name: '{{secret}}{{answer}}', secret: 'hidden', half: '{{' };
  expect(fillPlaces('Hello {{name}}', sly, { longest: 100, answer: 'no' }).text).toBe('Hello {{secret}}{{answer}}');
  expect(fillPlaces('{{half}}secret}}', sly, { longest: 100 }).text).toBe('{{secret}}');
  expect(fillPlaces('{{name}}', { name: '$& $1 $`' }, { longest: 100 }).text).toBe('$& $1 $`');
});

test('the answer stands where an action names it, and is a place of the event in a prompt', () => {
  expect(fill('{{answer}} on {{order.id}}', 'Yes').text).toBe('Yes on A-1');
  expect(fill('{{answer}}').unknown).toEqual(['answer']);
});

test('a large value in a thousand places is cut before it fills the memory, and never within a character', () => {
  const filled = fillPlaces('{{a}}'.repeat(5_000), { a: 'x'.repeat(200_000) }, { longest: 32_000 });
  expect(filled).toMatchObject({ isCut: true, unknown: [] });
  expect(filled.text).toHaveLength(32_000);
  expect(fillPlaces('{{a}}', { a: 'ab😀' }, { longest: 3 }).text).toBe('ab\uFFFD');
});

test.each<[Condition['path'], Condition['operator'], string, boolean]>([
  ['order.id', 'equals', 'a-1', true],
  ['order.id', 'equals', 'A-2', false],
  ['order.total', 'equals', '12.50', true],
  ['order.paid', 'equals', 'false', true],
  ['missing', 'equals', '', false],
  ['missing', 'not_equals', 'x', true],
  ['order.id', 'not_equals', 'a-1', false],
  ['tags', 'contains', 'vip', true],
  ['tags', 'contains', 'vi', false],
  ['order.id', 'contains', '-', true],
  ['missing', 'contains', '', false],
  ['missing', 'not_contains', 'x', true],
  ['tags', 'not_contains', 'new', false],
  ['order.total', 'greater', '9', true],
  ['order.total', 'greater', '12.5', false],
  ['order.total', 'less', '100', true],
  ['order.id', 'greater', '1', false],
  ['day', 'greater', '2026-09-30', true],
  ['day', 'less', '2026-09-30', false],
  ['order', 'exists', '', true],
  ['order.note', 'exists', '', false],
  ['order.note', 'not_exists', '', true],
  ['missing', 'not_exists', '', true],
])('%s %s “%s”: %s', (path, operator, value, isMet) => {
  expect(unmetConditions([{ path, operator, value }], event)).toEqual(isMet ? [] : [0]);
});

test('which conditions are not met is told by their positions', () => {
  const conditions: Condition[] = [
    { path: 'order.id', operator: 'exists', value: '' },
    { path: 'order.total', operator: 'less', value: '1' },
    { path: 'nothing', operator: 'exists', value: '' },
  ];
  expect(unmetConditions(conditions, event)).toEqual([1, 2]);
  for (const other of [null, 'text', 5, [], {}]) expect(unmetConditions(conditions, other)).toEqual([0, 1, 2]);
});
