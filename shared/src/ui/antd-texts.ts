import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import type { ConfigProviderProps } from 'antd';
import { useEffect, useState } from 'react';
import type { Language } from '../contract/values/language.ts';

type AntdTexts = NonNullable<ConfigProviderProps['locale']>;
/** A module of antd's texts. Its files are CommonJS: webpack gives their default export, Node the whole module. */
type TextsModule = { readonly default: AntdTexts | { readonly default: AntdTexts } };

/**
 * antd's own texts (“No data”, “Please select”), each a file that is fetched when somebody reads that language. English
 * is built in.
 */
const files: Readonly<Record<Exclude<Language, 'en'>, () => Promise<TextsModule>>> = {
  'zh-TW': () => import('antd/locale/zh_TW'),
  'th-TH': () => import('antd/locale/th_TH'),
  'es-ES': () => import('antd/locale/es_ES'),
  'fr-FR': () => import('antd/locale/fr_FR'),
  'pt-PT': () => import('antd/locale/pt_PT'),
  'de-DE': () => import('antd/locale/de_DE'),
  'it-IT': () => import('antd/locale/it_IT'),
  'nl-NL': () => import('antd/locale/nl_NL'),
};
const fetched = new Map<Language, AntdTexts>();

/**
 * Returns antd's texts in the language of the page, once they are loaded; undefined is English, which stands in for
 * them.
 */
export function useAntdTexts(): AntdTexts | undefined {
  useTranslation('shared'); // re-renders when the language changes
  const language = currentLanguage();
  const [, setArrived] = useState<Language | null>(null);
  useEffect(() => {
    if (language === 'en' || fetched.has(language)) return;
    files[language]().then(
      ({ default: given }) => {
        fetched.set(language, 'default' in given ? given.default : given);
        setArrived(language);
      },
      (error: unknown) => console.warn(`antd’s texts in ${language} could not be fetched; English stands in.`, error),
    );
  }, [language]);
  return fetched.get(language);
}
