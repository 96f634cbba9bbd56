import type { Language } from '../contract/values/language.ts';

/** Each language named in itself: the same in every language, and so not a text to translate. */
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
