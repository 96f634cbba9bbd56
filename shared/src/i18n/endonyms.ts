import type { Language } from '../contract/values/language.ts';

/** The name of each language in itself: the same everywhere, and so no text to translate. */
export const endonyms: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-TW': '繁體中文',
  'th-TH': 'ไทย',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'pt-PT': 'Português',
  'de-DE': 'Deutsch',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
};
