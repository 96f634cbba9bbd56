import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fallbackLanguage, languages, type Language } from '../../contract/values/language.ts';
import { isCognate } from './cognates.ts';

export type Texts = { readonly [key: string]: string | Texts };
/** Language tag → its file. */
export type PackageTexts = Readonly<Record<string, Texts>>;

/** i18next's endings of plural forms (Intl.PluralRules). */
const pluralEnding = /_(ordinal_)?(zero|one|two|few|many|other)$/;

/** Returns every file of a package's `locales`, whatever its name. */
export function readTexts(folder: string): PackageTexts {
  const files = readdirSync(path.join(folder, 'locales')).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.json', ''),
      // The checks verify its shape.
      JSON.parse(readFileSync(path.join(folder, 'locales', file), 'utf8')) as Texts,
    ]),
  );
}

/** Dotted key → text. */
export function flatten(texts: Texts, above = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(`${above}${key}`, value);
    else for (const [below, text] of flatten(value, `${above}${key}.`)) flat.set(below, text);
  }
  return flat;
}

/** Returns the key as code writes it: without the ending of a plural form. */
export const baseOf = (key: string) => key.replace(pluralEnding, '');

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map((match) => match[1] ?? '').sort();

/** Lists the faults of a package's nine files: each a sentence that names language, key and remedy. */
export function checkTexts(texts: PackageTexts): string[] {
  const missingFiles = languages
    .filter((tag) => texts[tag] === undefined)
    .map((tag) => `${tag}: there is no file locales/${tag}.json.`);
  const extraFiles = Object.keys(texts)
    .filter((tag) => !languages.some((it) => it === tag))
    .map((tag) => `${tag}: is no language of the product.`);
  const english = flatten(texts[fallbackLanguage] ?? {});
  const perLanguage = languages
    .filter((tag) => texts[tag] !== undefined)
    .flatMap((tag) => checkLanguage(tag, flatten(texts[tag] ?? {}), english));
  return [...missingFiles, ...extraFiles, ...perLanguage];
}

function checkLanguage(tag: Language, texts: Map<string, string>, english: Map<string, string>): string[] {
  const keys = new Set([...texts.keys()].map(baseOf));
  const wanted = new Set([...english.keys()].map(baseOf));
  return [
    ...[...wanted].filter((key) => !keys.has(key)).map((key) => `${tag}: “${key}” is missing; en has it.`),
    ...[...keys]
      .filter((key) => !wanted.has(key))
      .map((key) => `${tag}: “${key}” is not in en; remove it or add it there.`),
    ...checkPlurals(tag, texts, english),
    ...[...texts].flatMap(([key, text]) => checkText(tag, key, text, english)),
  ];
}

/** Checks that every form that the language's plural rules can ask for is there, and no other. */
function checkPlurals(tag: Language, texts: Map<string, string>, english: Map<string, string>): string[] {
  const faults: string[] = [];
  const plural = new Set(
    [...english.keys()]
      .filter((key) => pluralEnding.test(key))
      .map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')),
  );
  for (const stem of plural) {
    const type = stem.endsWith('_ordinal') ? 'ordinal' : 'cardinal';
    const forms = new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories;
    for (const form of forms)
      if (!texts.has(`${stem}_${form}`))
        faults.push(`${tag}: “${stem}_${form}” is missing; its plural rules ask for ${forms.join(', ')}.`);
    for (const key of texts.keys()) {
      const form = key.slice(stem.length + 1);
      if (
        key.startsWith(`${stem}_`) &&
        pluralEnding.test(key) &&
        form !== 'zero' &&
        !form.includes('_') &&
        !forms.some((it) => it === form)
      ) {
        faults.push(`${tag}: “${key}” is never used; its plural rules ask for ${forms.join(', ')}.`);
      }
    }
  }
  return faults;
}

function checkText(tag: Language, key: string, text: string, english: Map<string, string>): string[] {
  const faults: string[] = [];
  if (text.trim() === '') faults.push(`${tag}: “${key}” is empty.`);
  const source = english.get(key) ?? english.get(`${baseOf(key)}_other`);
  if (source === undefined) return faults;
  const wanted = placeholders(source);
  const given = placeholders(text);
  // “one” may say “one file” without the number.
  const isSingular = /_(one|zero)$/.test(key);
  const same = isSingular ? given.every((it) => wanted.includes(it)) : wanted.join() === given.join();
  if (!same) faults.push(`${tag}: “${key}” has the placeholders [${given.join(', ')}], en has [${wanted.join(', ')}].`);
  if (tag !== fallbackLanguage && text === source && !isCognate(tag, text)) {
    faults.push(
      `${tag}: “${key}” is the English text (“${text}”); translate it, or add it to cognates.ts where the language has the same word.`,
    );
  }
  return faults;
}

/** Lists keys that code looks up and no file has, and keys that no code looks up. `texts` is the English file. */
export function checkUse(
  namespace: string,
  texts: Texts,
  code: {
    used: readonly { namespace: string; key: string }[];
    prefixes: readonly { namespace: string; prefix: string }[];
    literals: ReadonlySet<string>;
  },
): string[] {
  const keys = new Set([...flatten(texts).keys()].map(baseOf));
  const used = new Set(code.used.filter((it) => it.namespace === namespace).map((it) => it.key));
  const prefixes = code.prefixes.filter((it) => it.namespace === namespace).map((it) => it.prefix);
  const isUsed = (key: string) =>
    used.has(key) ||
    prefixes.some((it) => key.startsWith(it)) ||
    code.literals.has(key) ||
    [':', '.'].some((it) => code.literals.has(`${namespace}${it}${key}`));
  return [
    ...[...used]
      .filter((key) => !keys.has(key))
      .map((key) => `The code looks up “${namespace}:${key}”, which no locale file has.`),
    ...[...keys]
      .filter((key) => !isUsed(key))
      .map((key) => `No code looks up “${namespace}:${key}”; remove it from the nine files.`),
  ];
}
