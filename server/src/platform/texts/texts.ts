import { readFileSync } from 'node:fs';
import { type Language, languages } from '@parlance/shared/contract/values/language';

type Texts = { readonly [key: string]: string | Texts };

/** `server/locales/<lng>.json` of each language: read once, at the start of the program. */
const files = new Map(
  languages.map((language): [Language, Texts] => {
    const file = new URL(`../../../locales/${language}.json`, import.meta.url);
    return [language, JSON.parse(readFileSync(file, 'utf8')) as Texts]; // our own file; a test checks it
  }),
);

export function textsOf(language: Language): Texts {
  const found = files.get(language);
  if (found === undefined) throw new Error(`server/locales/${language}.json is missing.`);
  return found;
}

/** Says the text of a key with its values in place; null where the key has none. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string | null;

export function sayIn(language: Language): Say {
  const all = textsOf(language);
  return (key, values = {}) => {
    const text = key
      .split('.')
      .reduce<string | Texts | undefined>((texts, name) => (typeof texts === 'object' ? texts[name] : undefined), all);
    if (typeof text !== 'string') return null;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined)
        throw new Error(`The text ${key} of server/locales/${language}.json asks for “${name}”, which nobody gives.`);
      return String(value);
    });
  };
}
