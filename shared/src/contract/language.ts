import * as z from '@parlance/shared/contract/schema';

/** The UI languages; the first is default and fallback (specification §9). */
export const languages = ['en', 'zh-TW', 'th-TH', 'es-ES', 'fr-FR', 'pt-PT', 'de-DE', 'it-IT', 'nl-NL'] as const;
export type Language = (typeof languages)[number];
export const language = z.enum(languages);
export const fallbackLanguage: Language = 'en';

/**
 * The UI language nearest to a wish as browsers write it (`de`, `de-AT`, `zh-Hant-HK`): the same tag, else the same
 * primary language, else null.
 */
export function nearestLanguage(wish: string): Language | null {
  const lower = wish.toLowerCase();
  const primary = lower.split('-')[0];
  return (
    languages.find((tag) => tag.toLowerCase() === lower) ??
    languages.find((tag) => tag.toLowerCase().split('-')[0] === primary) ??
    null
  );
}

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
