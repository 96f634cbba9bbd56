import type { Translation } from 'vanilla-cookieconsent';
import { analyticsCategory } from './consent-cookie.ts';
import type { ConsentTexts } from './texts.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Returns the texts as the library expects them: as HTML. */
export function translationOf(texts: ConsentTexts, supportEmail: string): Translation {
  const address = escape(supportEmail);
  const withEmail = (text: string) => escape(text).replace('{email}', `<a href="mailto:${address}">${address}</a>`);
  return {
    consentModal: {
      title: escape(texts.title),
      description: `${withEmail(texts.description)} · <a href="/terms/privacy-policy">${escape(texts.privacyPolicy)}</a>`,
      acceptAllBtn: escape(texts.acceptAll),
      acceptNecessaryBtn: escape(texts.acceptNecessary),
      showPreferencesBtn: escape(texts.showSettings),
    },
    preferencesModal: {
      title: escape(texts.settingsTitle),
      closeIconLabel: texts.close,
      acceptAllBtn: escape(texts.acceptAll),
      acceptNecessaryBtn: escape(texts.acceptNecessary),
      savePreferencesBtn: escape(texts.save),
      sections: [
        { description: escape(texts.intro) },
        { title: escape(texts.necessary), description: escape(texts.necessaryText), linkedCategory: 'necessary' },
        { title: escape(texts.analytics), description: escape(texts.analyticsText), linkedCategory: analyticsCategory },
        { title: escape(texts.questions), description: withEmail(texts.questionsText) },
      ],
    },
  };
}
