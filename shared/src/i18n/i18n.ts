/**
 * The texts of the page: SINGLETON i18next instance, imported as `@parlance/shared/i18n` and never by a relative path,
 * or a part of the page stays in another language. Its names are only ever added to.
 */
import { createInstance, type i18n as I18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  fallbackLanguage,
  languages,
  nearestLanguage,
  preferredLanguage,
  type Language,
} from '../contract/values/language.ts';
import { keepLanguage, keptLanguage, storeLanguage } from './kept-language.ts';
import { firstTexts, textsBackend } from './texts.ts';

export { Trans, useTranslation } from 'react-i18next';
export { languages, type Language } from '../contract/values/language.ts';
export { endonyms } from './endonyms.ts';
export { addTexts } from './texts.ts';

/** The namespaces of every page; a remote's is its name. */
const pageNamespaces: readonly string[] = ['shared', 'host'];

export const i18n: I18n = createInstance();

/** The chosen language, until its texts are loaded. */
let wished: Language | null = null;

/** Returns the present language of the page. */
export function currentLanguage(): Language {
  return nearestLanguage(i18n.resolvedLanguage ?? '') ?? fallbackLanguage;
}

/**
 * Starts the texts: in the stored language, else the browser's, by which the server chose, else English (specification
 * §9). A page served with texts has them at once and without a request; if they are of another language than the stored
 * one, it changes as soon as it can. A second call changes nothing. `resources` and `language` are for tests, which
 * bring all texts.
 */
export function startI18n(given: { resources?: Resource; language?: Language } = {}): Promise<void> {
  started ??= start(given);
  return started;
}

let started: Promise<void> | null = null;

async function start({
  resources = firstTexts(),
  language,
}: {
  resources?: Resource;
  language?: Language;
}): Promise<void> {
  const brought = nearestLanguage(Object.keys(resources)[0] ?? '');
  const wanted = language ?? keptLanguage() ?? brought ?? preferredLanguage(navigator.languages);
  const first = resources[wanted] === undefined ? (brought ?? wanted) : wanted;
  i18n.on('languageChanged', (tag) => {
    document.documentElement.lang = tag;
  });
  await i18n
    .use(textsBackend(() => wished ?? nearestLanguage(i18n.language) ?? fallbackLanguage))
    .use(initReactI18next)
    .init({
      lng: first,
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
    });
  if (first === wanted) return storeLanguage(wanted);
  keepLanguage(wanted);
  // The fetch reports its own failure; the page keeps its texts.
  changeLanguage(wanted).catch(() => undefined);
}

/**
 * Changes the language of the page and remembers it, once the texts of everything on the page are loaded. Rejects, and
 * changes nothing, if they fail to load. Texts a remote lacks in that language are English (specification §9). Of
 * several choices the last one wins; an earlier one has no effect any more.
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
    // Everything is loaded, so it is done on return.
    void i18n.changeLanguage(language);
    keepLanguage(language);
  } catch (error) {
    if (wished === language) throw error;
  } finally {
    if (wished === language) wished = null;
  }
}

/** Returns the namespaces of everything that the page shows or has shown. */
const namespaces = () => i18n.options.ns as readonly string[]; // i18next extends the list that `start` passes

async function fetchTexts(language: Language, namespace: string): Promise<void> {
  const isThereAfter = async (tag: Language) => {
    await i18n.reloadResources([tag], [namespace]);
    return i18n.hasResourceBundle(tag, namespace);
  };
  if (await isThereAfter(language)) return;
  const mayBeEnglish = !pageNamespaces.includes(namespace);
  if (mayBeEnglish && (i18n.hasResourceBundle(fallbackLanguage, namespace) || (await isThereAfter(fallbackLanguage))))
    return;
  throw new Error(`The texts of “${namespace}” in ${language} could not be fetched.`);
}
