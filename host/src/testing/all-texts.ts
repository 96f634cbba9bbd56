import { readFileSync } from 'node:fs';
import { languages } from '@parlance/shared/contract/values/language';

type HostTexts = {
  readonly error: { readonly codes: Readonly<Record<string, { readonly title: string; readonly text: string }>> };
};

/** Returns the host's texts in each language. */
export const allTexts = (): HostTexts[] =>
  languages.map(
    (language) =>
      JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8')) as HostTexts,
  ); // the locale checks verify the shape
