import type { Language } from '../values/language.ts';
import { promptMaxLength } from '../values/prompt-length.ts';
import {
  isPossibleValue,
  isSystemVariable,
  languageRead,
  placeholder,
  type PromptTemplateDefinition,
  type PromptVariable,
  type SystemVariable,
  textRead,
} from './prompt-template.ts';

/** The entered values by the name of the variable: none, one, or several for a `multi-select`. */
export type PromptValues = Readonly<Record<string, readonly string[]>>;
/** `date` is a day (2026-11-21), `language` the language to show; both are formatted here. */
export type SystemValues = Readonly<Record<Exclude<SystemVariable, 'language'>, string>>;

type FillOptions = {
  readonly definition: Pick<PromptTemplateDefinition, 'body' | 'variables'>;
  readonly language: Language;
  readonly values: PromptValues;
  readonly system: SystemValues;
};

export type FilledPrompt = {
  readonly text: string;
  /** Required variables without a value. */
  readonly missing: readonly string[];
  /** Variables whose value is not of their kind. */
  readonly invalid: readonly string[];
  /** Names in the text that no variable has: they stay as written. */
  readonly unknown: readonly string[];
  /** True if the text exceeded the length of a prompt and was cut there. */
  readonly isTooLong: boolean;
};

/**
 * Fills in a template, for the preview, the composer and the server. Filled-in values are text and are not read again,
 * so nothing that a person enters is a variable, and no form can recurse. A single pass over the text.
 */
export function fillPrompt({ definition, language, values, system }: FillOptions): FilledPrompt {
  // Dates, numbers and options are formatted in the language of the text around them.
  const writtenIn = languageRead(definition.body, language);
  const systemText = systemTexts(system, writtenIn);
  const entries = definition.variables.map((variable) => entryOf(variable, values[variable.name] ?? [], writtenIn));
  const shown = new Map(entries.map(({ name, text }) => [name, text]));
  const body = definition.body[writtenIn] ?? '';
  const unknown = new Set<string>();
  const pieces: string[] = [];
  let length = 0;
  let from = 0;
  const add = (piece: string) => {
    if (length <= promptMaxLength) pieces.push(piece);
    length += piece.length;
  };
  for (const found of body.matchAll(placeholder)) {
    const [whole, name = ''] = found;
    const text = isSystemVariable(name) ? systemText[name] : shown.get(name);
    if (text === undefined) unknown.add(name);
    add(body.slice(from, found.index));
    add(text ?? whole);
    from = found.index + whole.length;
  }
  add(body.slice(from));
  return {
    text: pieces.join('').slice(0, promptMaxLength),
    missing: entries.filter(({ isMissing }) => isMissing).map(({ name }) => name),
    invalid: entries.filter(({ isValid }) => !isValid).map(({ name }) => name),
    unknown: [...unknown],
    isTooLong: length > promptMaxLength,
  };
}

/** Returns the initial values of the form: the defaults, their system variables filled in. */
export function defaultValues(
  definition: FillOptions['definition'],
  language: Language,
  system: SystemValues,
): PromptValues {
  const asText = systemTexts(system, languageRead(definition.body, language));
  const entries = definition.variables.map(({ name, kind, default: values }) => {
    // A field for a day or a language takes the raw value, not its wording.
    const raw = kind === 'date' || kind === 'language' ? { ...asText, date: system.date, language } : asText;
    return [
      name,
      values.map((value) =>
        value.replace(placeholder, (whole, named: string) => (isSystemVariable(named) ? raw[named] : whole)),
      ),
    ] as const;
  });
  return Object.fromEntries(entries);
}

type Entry = { readonly name: string; readonly text: string; readonly isMissing: boolean; readonly isValid: boolean };

function entryOf(variable: PromptVariable, given: readonly string[], language: Language): Entry {
  const values = given.filter((value) => value.trim() !== '');
  const isValid =
    values.every((value) => isPossibleValue(variable, value)) &&
    (variable.kind === 'multi-select' || values.length <= 1);
  const text = isValid ? shownValues(variable, values, language) : values.join(', ');
  return { name: variable.name, text, isMissing: variable.is_required && values.length === 0, isValid };
}

function shownValues({ kind, options }: PromptVariable, values: readonly string[], language: Language): string {
  const labelOf = (value: string) =>
    textRead(options.find((option) => option.value === value)?.label ?? {}, language) || value;
  if (kind === 'multi-select')
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(values.map(labelOf));
  const [value] = values;
  if (value === undefined) return '';
  if (kind === 'select') return labelOf(value);
  if (kind === 'date') return shownDate(value, language);
  if (kind === 'language') return shownLanguage(value, language);
  if (kind === 'number') return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(Number(value));
  return value;
}

const systemTexts = (
  { date, user, team }: SystemValues,
  language: Language,
): Readonly<Record<SystemVariable, string>> => ({
  date: shownDate(date, language),
  user,
  team,
  language: shownLanguage(language, language),
});

function shownDate(day: string, language: Language): string {
  const time = Date.parse(day);
  return Number.isNaN(time)
    ? day
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

const shownLanguage = (tag: string, language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Returns the person's local day as a value of a date: 2026-11-21. */
export const dayOf = (moment: Date): string =>
  `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
