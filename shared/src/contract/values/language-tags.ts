/**
 * The UI languages without their schema, for the login page, which loads no schema library. All other code imports
 * `language.ts`.
 */

/** The first is default and fallback (specification §9). */
export const languages = ['en', 'zh-TW', 'th-TH', 'es-ES', 'fr-FR', 'pt-PT', 'de-DE', 'it-IT', 'nl-NL'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'en';

/** The cookie that carries a choice of language to the server, which sends the page in it. */
export const languageCookie = 'language';

/**
 * Returns the UI language nearest to a browser's tag (`de`, `de-AT`, `zh-Hant-HK`): the same tag, else the same primary
 * language, else null.
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
