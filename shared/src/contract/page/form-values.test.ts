import type { FormField } from '../agents/automation.ts';
import { checkForm } from './form-values.ts';

const field = (name: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  kind,
  options: [],
  is_required: false,
  ...more,
});
const fields = [
  field('name', 'text', { is_required: true }),
  field('text', 'paragraph'),
  field('count', 'number'),
  field('mail', 'email'),
  field('day', 'date'),
  field('size', 'select', { options: ['S', 'M'] }),
  field('agrees', 'checkbox', { is_required: true }),
];
const good = { name: ' Ada ', agrees: true };

test('values are what their kinds say, and what was left empty is null', () => {
  expect(
    checkForm(fields, { ...good, count: '12,5', mail: 'ada@example.org', day: '2028-02-29', size: 'M', text: '' }),
  ).toEqual({
    values: {
      name: 'Ada',
      text: null,
      count: 12.5,
      mail: 'ada@example.org',
      day: '2028-02-29',
      size: 'M',
      agrees: true,
    },
    faults: {},
  });
});

test.each<[string, string | boolean, string]>([
  ['name', '   ', 'missing'],
  ['agrees', false, 'missing'],
  ['agrees', 'yes', 'unknown'],
  ['name', true, 'unknown'],
  ['count', 'twelve', 'no_number'],
  ['count', '1e400', 'no_number'],
  ['mail', 'ada', 'no_email'],
  ['mail', 'a b@example.org', 'no_email'],
  ['day', '2026-02-30', 'no_date'],
  ['day', '22.11.2026', 'no_date'],
  ['size', 'L', 'no_option'],
  ['other', 'x', 'unknown'],
  ['constructor', 'x', 'unknown'],
])('%s of “%s” is refused: %s', (name, value, fault) => {
  expect(checkForm(fields, { ...good, [name]: value }).faults).toEqual({ [name]: fault });
});
