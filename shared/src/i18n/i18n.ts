/**
 * The texts of the page: SINGLETON i18next instance, imported as `@parlance/shared/i18n` and never by a relative path,
 * or a part of the page stays in another language. Its names are only ever added to.
 */
import { createInstance, type i18n as I18n, type Resource } from 'i18next';
import LanguageDetector, { type CustomDetector } from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, languages, nearestLanguage, type Language } from '../contract/language.ts';
import { firstTexts, textsBackend } from './texts.ts';

export { Trans, useTranslation } from 'react-i18next';
export { languages, type Language } from '../contract/language.ts';
export { endonyms } from './endonyms.ts';
export { addTexts } from './texts.ts';

/** The namespaces that every page has; a remote's is its name. */
const pageNamespaces = ['shared', 'host'];
/** Where the choice is kept (specification §9). */
const storageKey = 'i18nextLng';

export const i18n: I18n = createInstance();

/** The language a person reads now. */
export function currentLanguage(): Language {
  return nearestLanguage(i18n.resolvedLanguage ?? '') ?? fallbackLanguage;
}

/**
 * Makes the texts ready: the saved language, else the browser's, else English (specification §9). Where the page brought
 * the texts of that language it is done at once and without a request. Calling it again changes nothing.
 * `resources` and `language` are for tests, which bring all texts.
 */
export function startI18n(given: { resources?: Resource; language?: Language } = {}): Promise<void> {
  started ??= start(given);
  return started;
}

let started: Promise<void> | null = null;

/** Storage may be denied, full, or become so: the language then changes for this page alone. */
const savedChoice: CustomDetector = {
  name: 'saved',
  lookup() {
    try {
      return localStorage.getItem(storageKey) ?? undefined;
    } catch {
      return undefined;
    }
  },
  cacheUserLanguage(tag) {
    try {
      localStorage.setItem(storageKey, tag);
    } catch (error) {
      console.warn(`The language could not be kept under “${storageKey}” in local storage.`, error);
    }
  },
};
const detector = new LanguageDetector();
detector.addDetector(savedChoice);

async function start({ resources = firstTexts(), language }: { resources?: Resource; language?: Language }): Promise<void> {
  i18n.on('languageChanged', (tag) => {
    document.documentElement.lang = tag;
  });
  const ready = i18n
    .use(detector)
    .use(textsBackend)
    .use(initReactI18next)
    .init({
      ...(language === undefined ? {} : { lng: language }),
      supportedLngs: [...languages],
      // Each file is complete, held by a test; where one cannot be fetched, the backend gives the English one in its place.
      // So nobody has to fetch two languages.
      fallbackLng: false,
      load: 'currentOnly',
      ns: pageNamespaces,
      defaultNS: 'shared',
      resources,
      partialBundledLanguages: true,
      initAsync: false,
      interpolation: { escapeValue: false }, // React escapes
      returnNull: false,
      detection: {
        order: ['saved', 'navigator'],
        caches: ['saved'],
        convertDetectedLanguage: (wish: string) => nearestLanguage(wish) ?? fallbackLanguage,
      },
    });
  await ready;
}

/** Changes the language of the page and remembers it. The texts of what is on the page are fetched before it changes. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language);
}
