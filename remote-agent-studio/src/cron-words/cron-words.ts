import cronstrue from 'cronstrue';
import type { Language } from '@parlance/shared/i18n';

/** The library's locales, of which only one is fetched. English is built in. */
const locales: Readonly<Record<Language, { readonly id: string; readonly load: () => Promise<unknown> }>> = {
  en: { id: 'en', load: () => Promise.resolve() },
  'zh-TW': { id: 'zh_TW', load: () => import('cronstrue/locales/zh_TW.js') },
  'th-TH': { id: 'th', load: () => import('cronstrue/locales/th.js') },
  'es-ES': { id: 'es', load: () => import('cronstrue/locales/es.js') },
  'fr-FR': { id: 'fr', load: () => import('cronstrue/locales/fr.js') },
  'pt-PT': { id: 'pt_PT', load: () => import('cronstrue/locales/pt_PT.js') },
  'de-DE': { id: 'de', load: () => import('cronstrue/locales/de.js') },
  'it-IT': { id: 'it', load: () => import('cronstrue/locales/it.js') },
  'nl-NL': { id: 'nl', load: () => import('cronstrue/locales/nl.js') },
};

/** Returns a function that describes a cron expression in a language; null for an invalid one. */
export async function cronWords(language: Language): Promise<(cron: string) => string | null> {
  const { id, load } = locales[language];
  await load();
  // The library writes AM and PM whatever the language.
  const use24HourTimeFormat = language !== 'en';
  return (cron) => {
    try {
      return cronstrue.toString(cron, { locale: id, use24HourTimeFormat });
    } catch {
      // The expression may be half typed.
      return null;
    }
  };
}
