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
const pageNamespaces: readonly string[] = ['shared', 'host'];
/** Where the choice is kept (specification §9). */
const storageKey = 'i18nextLng';

export const i18n: I18n = createInstance();

/** The language that was chosen, until its texts are there. */
let wished: Language | null = null;

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
    .use(textsBackend(() => wished ?? currentLanguage()))
    .use(initReactI18next)
    .init({
      ...(language === undefined ? {} : { lng: language }),
      supportedLngs: [...languages],
      fallbackLng: fallbackLanguage,
      load: 'currentOnly',
      ns: [...pageNamespaces],
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

/**
 * Changes the language of the page and remembers it, once the texts of everything on the page are there. Rejects, and
 * changes nothing, where they do not come. What a remote cannot give in that language is English (specification §9). Of
 * several choices the last one counts; an earlier one changes nothing any more.
 */
export async function changeLanguage(language: Language): Promise<void> {
  wished = language;
  const asked = new Set<string>();
  // A screen that is opened meanwhile brings another namespace.
  const next = () => namespaces().filter((it) => !asked.has(it) && !i18n.hasResourceBundle(language, it));
  try {
    for (let missing = next(); missing.length > 0; missing = next()) {
      for (const namespace of missing) asked.add(namespace);
      await Promise.all(missing.map((namespace) => fetchTexts(language, namespace)));
      if (wished !== language) return;
    }
    // Nothing has to be fetched any more, so it is done when this returns.
    void i18n.changeLanguage(language);
  } catch (error) {
    if (wished === language) throw error;
  } finally {
    if (wished === language) wished = null;
  }
}

/** Of everything that the page shows, or has shown. */
const namespaces = () => i18n.options.ns as readonly string[]; // i18next goes on with the list that `start` gives

async function fetchTexts(language: Language, namespace: string): Promise<void> {
  const isThereAfter = async (tag: Language) => {
    await i18n.reloadResources([tag], [namespace]);
    return i18n.hasResourceBundle(tag, namespace);
  };
  if (await isThereAfter(language)) return;
  const mayBeEnglish = !pageNamespaces.includes(namespace);
  if (mayBeEnglish && (i18n.hasResourceBundle(fallbackLanguage, namespace) || (await isThereAfter(fallbackLanguage)))) return;
  throw new Error(`The texts of “${namespace}” in ${language} could not be fetched.`);
}
