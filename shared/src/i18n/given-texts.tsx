import { createInstance } from 'i18next';
import { useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '../contract/values/language.ts';

type Props = {
  readonly language: Language;
  /** Namespace → texts. */ readonly texts: Readonly<Record<string, object>>;
  readonly children: ReactNode;
};

/**
 * Provides its children with the given texts, of one language: for one program that renders for many readers at once.
 */
export function GivenTexts({ language, texts, children }: Props) {
  const [i18n] = useState(() => {
    const own = createInstance();
    // The texts are given, so it is ready on return.
    void own.init({
      lng: language,
      ns: Object.keys(texts),
      defaultNS: 'shared',
      resources: { [language]: { ...texts } },
      initAsync: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
    return own;
  });
  return <I18nextProvider i18n={i18n}>{children}</I18nextProvider>;
}
