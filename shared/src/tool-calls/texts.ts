import { addTexts, currentLanguage, i18n } from '@parlance/shared/i18n';

/** The texts about calls of tools, in a namespace of their own: few answers have calls. */
addTexts('tool-calls', {
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

const areThere = () => [currentLanguage(), 'en'].some((tag) => i18n.hasResourceBundle(tag, 'tool-calls'));

/**
 * Fetches them, also if that has failed before. Rejects if they do not come: a person who is asked something has to
 * know what.
 */
export async function fetchTexts(): Promise<void> {
  if (!areThere()) await i18n.reloadResources([currentLanguage()], ['tool-calls']);
  if (!areThere()) throw new Error('The texts about calls of tools could not be fetched.');
}
