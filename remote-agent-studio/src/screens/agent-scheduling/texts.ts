import { addTexts } from '@parlance/shared/i18n';

/** The texts of this screen, in a namespace of its own. */
addTexts('agent-scheduling', {
  en: new URL('./locales/en.json', import.meta.url).href,
  'zh-TW': new URL('./locales/zh-TW.json', import.meta.url).href,
  'th-TH': new URL('./locales/th-TH.json', import.meta.url).href,
  'es-ES': new URL('./locales/es-ES.json', import.meta.url).href,
  'fr-FR': new URL('./locales/fr-FR.json', import.meta.url).href,
  'pt-PT': new URL('./locales/pt-PT.json', import.meta.url).href,
  'de-DE': new URL('./locales/de-DE.json', import.meta.url).href,
  'it-IT': new URL('./locales/it-IT.json', import.meta.url).href,
  'nl-NL': new URL('./locales/nl-NL.json', import.meta.url).href,
});
