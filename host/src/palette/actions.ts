import { endonyms, languages, type Language } from '@parlance/shared/i18n';
import { signOut } from '@parlance/shared/session';
import { chooseTheme, themeChoices, type ThemeChoice } from '@parlance/shared/theme';
import type { TFunction } from 'i18next';
import { chooseLanguage } from '../session/account-language.ts';
import { openCookiePreferences } from '../consent/cookie-consent.ts';
import type { Entry } from './entries.ts';

type Now = { readonly t: TFunction<'host'>; readonly language: Language; readonly theme: ThemeChoice };

/** Returns the actions available everywhere, except those that would change nothing. */
export function actionEntries({ t, language, theme }: Now): readonly Entry[] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return [
    ...themeChoices
      .filter((it) => it !== theme)
      .map((it) => ({
        id: `theme:${it}`,
        title: t('palette.choice', { name: t('person.theme'), value: t(`themes.${it}`) }),
        icon: { drawing: it },
        does: () => chooseTheme(it),
      })),
    ...languages
      .filter((it) => it !== language)
      .map((it) => ({
        id: `language:${it}`,
        title: t('palette.choice', { name: t('person.language'), value: endonyms[it] }),
        icon: { drawing: 'language' },
        // A search for “German” reads English; the language’s own name is in the title.
        alsoFoundBy: names.of(it) ?? '',
        isOnlyFound: true,
        does: () => chooseLanguage(it),
      })),
    {
      id: 'cookies',
      title: t('footer.cookies'),
      icon: { drawing: 'cookie' },
      isOnlyFound: true,
      does: openCookiePreferences,
    },
    {
      id: 'sign-out',
      title: t('person.signOut'),
      icon: { drawing: 'leave' },
      does: signOut,
      failureText: t('person.signOutFailed'),
    },
  ];
}
