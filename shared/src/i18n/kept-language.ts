import { languageCookie, nearestLanguage, type Language } from '../contract/values/language-tags.ts';

/** The storage key (specification §9). */
const storageKey = 'i18nextLng';
const oneYearInSeconds = 365 * 24 * 60 * 60;

/** Returns the language in the browser's local storage; null if there is none, or the storage is denied. */
export function keptLanguage(): Language | null {
  try {
    return nearestLanguage(localStorage.getItem(storageKey) ?? '');
  } catch {
    return null;
  }
}

/** Stores a language in the local storage. A browser that denies it loses the language with the page. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch (error) {
    console.warn(`The language could not be kept under “${storageKey}” in local storage.`, error);
  }
}

/**
 * Stores a chosen language, also in the cookie by which the server sends the next page in it: that page has its texts
 * at once.
 */
export function keepLanguage(language: Language): void {
  storeLanguage(language);
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${oneYearInSeconds}; samesite=lax`;
}
