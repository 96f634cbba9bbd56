import * as z from '@parlance/shared/contract/schema';
import { fallbackLanguage, language, type Language, type LocalizedText } from '../values/language.ts';

/** The most characters of each text of a template, per language. */
export const templateTitleMaxLength = 120;
export const templateDescriptionMaxLength = 500;
export const templateBodyMaxLength = 20_000;
export const variableLabelMaxLength = 120;
export const variableHelpMaxLength = 300;
/** The most characters of a value entered into one variable, and of one option. */
export const variableValueMaxLength = 8_000;
export const optionMaxLength = 120;
/** The most variables of one template. A longer form helps nobody. */
export const variablesAtMost = 40;
/** The most options of one variable. */
export const optionsAtMost = 60;

/** The kinds of variables. A file is filled in as its name; the file itself goes along with the prompt. */
export const variableKinds = [
  'text',
  'long-text',
  'number',
  'select',
  'multi-select',
  'date',
  'file',
  'member',
  'language',
] as const;
export type VariableKind = (typeof variableKinds)[number];

/** Variables that nobody enters: the day, the caller's name and teams, the language of the prompt. */
export const systemVariables = ['date', 'user', 'team', 'language'] as const;
export type SystemVariable = (typeof systemVariables)[number];
export const isSystemVariable = (name: string): name is SystemVariable =>
  systemVariables.some((known) => known === name);

/** The syntax of a variable's name: `{{name}}` in the text. */
export const variableNamePattern = /^[a-z][a-z0-9_]{0,39}$/;

const localized = (maxLength: number) => z.partialRecord(language, z.string().check(z.maxLength(maxLength)));

export const promptVariable = z.strictObject({
  name: z.string().check(z.regex(variableNamePattern)),
  kind: z.enum(variableKinds),
  /** The label above the field; empty falls back to the name. */
  label: z._default(localized(variableLabelMaxLength), {}),
  help: z._default(localized(variableHelpMaxLength), {}),
  is_required: z._default(z.boolean(), false),
  /**
   * The initial value of the field: none, one, or several for a `multi-select`. It may name system variables and no
   * others.
   */
  default: z._default(
    z.array(z.string().check(z.maxLength(variableValueMaxLength))).check(z.maxLength(optionsAtMost)),
    [],
  ),
  /** The options of `select` and `multi-select`. The label is filled in; without one the value. */
  options: z._default(
    z
      .array(
        z.strictObject({
          value: z.string().check(z.trim(), z.minLength(1), z.maxLength(optionMaxLength)),
          label: z._default(localized(optionMaxLength), {}),
        }),
      )
      .check(z.maxLength(optionsAtMost)),
    [],
  ),
});
export type PromptVariable = z.infer<typeof promptVariable>;

/** The whole of one version of a template. */
export const promptTemplateDefinition = z.strictObject({
  title: localized(templateTitleMaxLength),
  description: z._default(localized(templateDescriptionMaxLength), {}),
  /** The prompt, with `{{name}}` as placeholders. */
  body: localized(templateBodyMaxLength),
  variables: z._default(z.array(promptVariable).check(z.maxLength(variablesAtMost)), []),
});
export type PromptTemplateDefinition = z.infer<typeof promptTemplateDefinition>;

/** Says whether there is a text in a language; an empty text does not count. */
const writtenIn = (text: LocalizedText, wanted: Language): boolean => (text[wanted] ?? '').trim() !== '';

/**
 * Returns the language to show to a person who wants `wanted`: that one, else the fallback, else the first with a text.
 */
export function languageRead(text: LocalizedText, wanted: Language): Language {
  const candidates: readonly Language[] = [wanted, fallbackLanguage, ...language.options];
  return candidates.find((candidate) => writtenIn(text, candidate)) ?? wanted;
}

/** Returns the text in that language; empty if there is none in any. */
export const textRead = (text: LocalizedText, wanted: Language): string => text[languageRead(text, wanted)] ?? '';

/**
 * `{{name}}`, with blanks around the name. Every repetition is bounded and no start lies within the blanks of another,
 * so matching takes linear time.
 */
export const placeholder = /\{\{[ \t]{0,8}([a-z][a-z0-9_]{0,39})[ \t]{0,8}\}\}/g;

/** Returns the names in a text, each once, in the order of the text. */
export function namesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}

/** The faults that keep a template from being saved, beyond its shape. */
export const templateFaults = [
  'title_missing',
  'body_missing',
  'name_reserved',
  'name_twice',
  'unknown_variable',
  'options_missing',
  'option_twice',
  'default_names_variable',
  'default_invalid',
] as const;
export type TemplateFault = {
  readonly path: string;
  readonly code: (typeof templateFaults)[number];
  readonly name?: string;
};

/** Returns the faults of a definition; empty if it can be saved. Used by browser and server. */
export function faultsOf({ title, body, variables }: PromptTemplateDefinition): readonly TemplateFault[] {
  const declared = new Set(variables.map(({ name }) => name));
  const unknown = (text: string) => namesIn(text).filter((name) => !declared.has(name) && !isSystemVariable(name));
  return [
    ...(language.options.some((one) => writtenIn(title, one))
      ? []
      : [{ path: 'title', code: 'title_missing' as const }]),
    ...(language.options.some((one) => writtenIn(body, one)) ? [] : [{ path: 'body', code: 'body_missing' as const }]),
    ...Object.entries(body).flatMap(([tag, text]) =>
      unknown(text).map((name) => ({ path: `body.${tag}`, code: 'unknown_variable' as const, name })),
    ),
    ...variables.flatMap((variable, at) => faultsOfVariable(variable, at, variables)),
  ];
}

function faultsOfVariable(
  variable: PromptVariable,
  at: number,
  all: readonly PromptVariable[],
): readonly TemplateFault[] {
  const { name, kind, options } = variable;
  const fault = (field: string, code: TemplateFault['code']): TemplateFault => ({
    path: `variables.${at}.${field}`,
    code,
    name,
  });
  const chooses = kind === 'select' || kind === 'multi-select';
  const found: TemplateFault[] = [];
  if (isSystemVariable(name)) found.push(fault('name', 'name_reserved'));
  if (all.findIndex((other) => other.name === name) !== at) found.push(fault('name', 'name_twice'));
  if (chooses && options.length === 0) found.push(fault('options', 'options_missing'));
  if (new Set(options.map(({ value }) => value)).size < options.length) found.push(fault('options', 'option_twice'));
  // A default that named a variable could name itself, or another one that names it.
  if (variable.default.some((text) => namesIn(text).some((named) => !isSystemVariable(named))))
    found.push(fault('default', 'default_names_variable'));
  else if (!isPossibleDefault(variable)) found.push(fault('default', 'default_invalid'));
  return found;
}

function isPossibleDefault({ kind, options, default: values }: PromptVariable): boolean {
  if (kind === 'file') return values.length === 0;
  if (kind !== 'multi-select' && values.length > 1) return false;
  // The value of a system variable is not known yet; it is checked when it is filled in.
  return values.every((value) => namesIn(value).length > 0 || isPossibleValue({ kind, options }, value));
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/;

/** Says whether one value fits the kind of the variable. */
export function isPossibleValue({ kind, options }: Pick<PromptVariable, 'kind' | 'options'>, value: string): boolean {
  if (value.length > variableValueMaxLength) return false;
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (kind === 'date') return isoDate.test(value) && !Number.isNaN(Date.parse(value));
  if (kind === 'language') return language.options.some((tag) => tag === value);
  if (kind === 'select' || kind === 'multi-select') return options.some((option) => option.value === value);
  return true;
}

/** A template in a file. A file of a version above this is refused with import_too_new. */
export const promptTemplateFileVersion = 1;
