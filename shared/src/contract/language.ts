import * as z from '@parlance/shared/contract/schema';
import { fallbackLanguage, languages, nearestLanguage, type Language } from './language-tags.ts';

export { fallbackLanguage, languageCookie, languages, nearestLanguage, type Language } from './language-tags.ts';

export const language = z.enum(languages);

/** The first UI language that an Accept-Language header or navigator.languages asks for, else `otherwise`. */
export function preferredLanguage(wishes: readonly string[], otherwise: Language = fallbackLanguage): Language {
  for (const wish of wishes) {
    const found = nearestLanguage(wish.split(';')[0]?.trim() ?? '');
    if (found !== null) return found;
  }
  return otherwise;
}

/** Content in several languages. It has a text in at least one. */
export const localizedText = z.partialRecord(language, z.string());
export type LocalizedText = z.infer<typeof localizedText>;

/** The text in a language, else in the fallback, else in whichever there is. */
export function textIn(text: LocalizedText, wanted: Language): string {
  return text[wanted] ?? text[fallbackLanguage] ?? Object.values(text)[0] ?? '';
}
