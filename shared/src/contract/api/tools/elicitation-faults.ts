import * as z from '@parlance/shared/contract/schema';
import type { ElicitationContent, ElicitationField } from './elicitations.ts';

/** What is wrong with the value of a field. `unknown`: the form has no such field. */
export const elicitationFaults = [
  'missing',
  'kind',
  'too-short',
  'too-long',
  'too-small',
  'too-large',
  'no-integer',
  'format',
  'pattern',
  'no-option',
  'too-few',
  'too-many',
  'unknown',
] as const;
export type ElicitationFault = (typeof elicitationFaults)[number];

type Value = ElicitationContent[string];

const formats: Record<'email' | 'uri' | 'date' | 'date-time', (text: string) => boolean> = {
  email: (text) => z.safeParse(z.email(), text).success,
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  date: (text) => z.safeParse(z.iso.date(), text).success,
  'date-time': (text) => z.safeParse(z.iso.datetime({ offset: true }), text).success,
};

/**
 * Returns what is wrong with the content of a form, by the names of the fields; nothing if it is as its server asks.
 * The pattern of a text is left to `matches`.
 */
export function elicitationFaultsOf(
  fields: readonly ElicitationField[],
  content: ElicitationContent,
  matches: (text: string, pattern: string) => boolean = () => true,
): Map<string, ElicitationFault> {
  const faults = new Map<string, ElicitationFault>();
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const fault = value === undefined ? (field.is_required ? 'missing' : null) : faultOf(field, value, matches);
    if (fault !== null) faults.set(field.name, fault);
  }
  const known = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(content)) if (!known.has(name)) faults.set(name, 'unknown');
  return faults;
}

function faultOf(
  field: ElicitationField,
  value: Value,
  matches: (text: string, pattern: string) => boolean,
): ElicitationFault | null {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? textFault(field, value, matches) : 'kind';
    case 'number':
      return typeof value === 'number' ? numberFault(field, value) : 'kind';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'kind';
    case 'choice':
      return Array.isArray(value) ? 'kind' : isOption(field, value) ? null : 'no-option';
    case 'choices':
      return Array.isArray(value) ? choicesFault(field, value) : 'kind';
  }
}

function textFault(
  { is_required: isRequired, min_length: least, max_length: most, format, pattern }: Field<'text'>,
  text: string,
  matches: (text: string, pattern: string) => boolean,
): ElicitationFault | null {
  const length = [...text].length;
  if (isRequired && length === 0 && least !== 0) return 'missing';
  if (least !== undefined && length < least) return 'too-short';
  if (most !== undefined && length > most) return 'too-long';
  if (format !== undefined && !formats[format](text)) return 'format';
  return pattern === undefined || matches(text, pattern) ? null : 'pattern';
}

function numberFault({ is_integer: isInteger, minimum, maximum }: Field<'number'>, value: number) {
  if (isInteger && !Number.isSafeInteger(value)) return 'no-integer';
  if (minimum !== undefined && value < minimum) return 'too-small';
  return maximum !== undefined && value > maximum ? 'too-large' : null;
}

function choicesFault(field: Field<'choices'>, values: readonly Value[]): ElicitationFault | null {
  if (values.some((value) => !isOption(field, value)) || new Set(values).size < values.length) return 'no-option';
  if (field.min_items !== undefined && values.length < field.min_items)
    return values.length === 0 && field.is_required ? 'missing' : 'too-few';
  return field.max_items !== undefined && values.length > field.max_items ? 'too-many' : null;
}

type Field<T extends ElicitationField['type']> = Extract<ElicitationField, { type: T }>;

const isOption = ({ options }: Field<'choice' | 'choices'>, value: Value): boolean =>
  options.some((option) => option.value === value);
