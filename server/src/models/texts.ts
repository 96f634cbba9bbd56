import { readFileSync } from 'node:fs';
import { type Language, languages } from '@parlance/shared/contract/language';

/** What the embedded model says in its own words; everything else it says is quoted. */
export type EmbeddedTexts = { quoting: string; nothing: string; nothing_files: string; no_files: string };

const texts = new Map(
  languages.map((language): [Language, EmbeddedTexts] => {
    const file = new URL(`../../locales/${language}.json`, import.meta.url);
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as { embedded: EmbeddedTexts }; // our own file; a test checks it
    return [language, parsed.embedded];
  }),
);

export function embeddedTexts(language: Language): EmbeddedTexts {
  const found = texts.get(language);
  if (found === undefined) throw new Error(`server/locales/${language}.json is missing.`);
  return found;
}
