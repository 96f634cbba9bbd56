import type { ElicitationContent, ElicitationField, ElicitationScalar } from '../contract/api/tools/elicitations.ts';

/** What is entered in a field: its text, whether it is ticked, or the places of the chosen options. */
export type Entry = string | boolean | readonly number[];
/** What is entered in a form, by the names of its fields. A box that nobody has touched is absent. */
export type Entries = ReadonlyMap<string, Entry>;

/** Returns what a form is filled in with at first: the defaults of its server. */
export function firstEntries(fields: readonly ElicitationField[]): Entries {
  return new Map(
    fields.flatMap((field) => {
      const entry = firstEntry(field);
      return entry === undefined ? [] : [[field.name, entry] as const];
    }),
  );
}

function firstEntry(field: ElicitationField): Entry | undefined {
  switch (field.type) {
    case 'text':
      return field.format === 'date-time' ? localTime(field.default ?? '') : (field.default ?? '');
    case 'number':
      return field.default === undefined ? '' : String(field.default);
    case 'boolean':
      return field.default;
    case 'choice':
      return field.options.flatMap(({ value }, at) => (value === field.default ? [at] : [])).slice(0, 1);
    case 'choices':
      return field.options.flatMap(({ value }, at) => (field.default?.includes(value) === true ? [at] : []));
  }
}

/**
 * Returns the content of a form, as it is sent. An optional field that is left empty is absent. What is no number or no
 * time stays a text, which is a fault.
 */
export function contentOf(fields: readonly ElicitationField[], entries: Entries): ElicitationContent {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, entries.get(field.name));
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
}

function valueOf(field: ElicitationField, entry: Entry | undefined): ElicitationContent[string] | undefined {
  switch (field.type) {
    case 'text': {
      const text = typeof entry === 'string' ? entry : '';
      return text === '' && !field.is_required ? undefined : textOf(field, text);
    }
    case 'number':
      return typeof entry === 'string' && entry.trim() !== '' ? numberOf(entry) : undefined;
    case 'boolean':
      // A box that has to be there and is not ticked says no.
      return typeof entry === 'boolean' ? entry : field.is_required ? false : undefined;
    case 'choice':
      return chosenOf(field, entry)[0];
    case 'choices': {
      const chosen = chosenOf(field, entry);
      return chosen.length === 0 && !field.is_required ? undefined : chosen;
    }
  }
}

/** An untouched default is sent as its server wrote it, with its own offset. */
const textOf = (field: Extract<ElicitationField, { type: 'text' }>, text: string): string =>
  field.format !== 'date-time' || text === ''
    ? text
    : field.default !== undefined && text === localTime(field.default)
      ? field.default
      : withOffset(text);

function numberOf(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** Returns the places of the options that are chosen. */
export const chosenIn = (entry: Entry | undefined): readonly number[] => (typeof entry === 'object' ? entry : []);

function chosenOf(
  { options }: Extract<ElicitationField, { type: 'choice' | 'choices' }>,
  entry: Entry | undefined,
): ElicitationScalar[] {
  const chosen = chosenIn(entry);
  return options.flatMap(({ value }, at) => (chosen.includes(at) ? [value] : []));
}

const minute = 60_000;
/** The minutes by which the clock of the reader is ahead of UTC at a moment. */
const minutesAhead = (moment: Date): number => -Math.round(moment.getTimezoneOffset());
const wallClock = (moment: Date): string =>
  new Date(moment.getTime() + minutesAhead(moment) * minute).toISOString().slice(0, 19);

/** Returns a time with an offset (RFC 3339) as the clock of the reader shows it, for an input; empty if it is none. */
function localTime(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? '' : wallClock(moment).replace(/:00$/, '');
}

/**
 * Returns a time of an input, which is of the reader’s clock, with the offset of that clock at that time (RFC 3339): a
 * time that a change of the clock leaves out is moved past it.
 */
function withOffset(text: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return text;
  const ahead = minutesAhead(moment);
  const pad = (count: number) => String(count).padStart(2, '0');
  const offset = `${pad(Math.floor(Math.abs(ahead) / 60))}:${pad(Math.abs(ahead) % 60)}`;
  return `${wallClock(moment)}${ahead < 0 ? '-' : '+'}${offset}`;
}
