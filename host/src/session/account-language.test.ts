import { updateProfile, type Profile } from '@parlance/shared/contract/api/users/profile';
import type { Language } from '@parlance/shared/contract/values/language';
import { changeLanguage, i18n } from '@parlance/shared/i18n';
import { anonymousSession, sessionStore } from '@parlance/shared/session';
import { fakeServer, renderScreen, signIn } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { waitFor } from '@testing-library/react';
import { chooseLanguage } from './account-language.ts';

const server = fakeServer();
const accountLanguage = () => sessionStore.getState().profile?.language;
const saved = (language: Language = 'en'): Profile => {
  const { profile } = sessionStore.getState();
  if (profile === null) throw new Error('Somebody is signed in.');
  return { ...profile, language };
};

beforeEach(async () => {
  renderScreen(null); // loads the texts
  server.answer(updateProfile, ({ body }) => saved(body.language));
  await changeLanguage('en');
});

test('nobody’s language is saved nowhere', async () => {
  sessionStore.setState(anonymousSession, true);
  await chooseLanguage('de-DE');
  expect(document.documentElement.lang).toBe('de-DE');
  expect(server.requests(updateProfile)).toEqual([]);
});

test('whoever is still registering has no account to save it in', async () => {
  signIn({ registration: { is_completed: false, stage: 3 } });
  await chooseLanguage('de-DE');
  expect(server.requests(updateProfile)).toEqual([]);
});

test('the language that the account has already is not saved again', async () => {
  signIn({ profile: { language: 'de-DE' } });
  await chooseLanguage('de-DE');
  expect(server.requests(updateProfile)).toEqual([]);
});

test('of two chosen in a row the last one stands, whichever answer comes last', async () => {
  signIn();
  let answerFirst = (): void => undefined;
  server.answer(updateProfile, async ({ body }) => {
    if (body.language === 'de-DE') await new Promise<void>((resolve) => (answerFirst = resolve));
    return saved(body.language);
  });
  const first = chooseLanguage('de-DE');
  await waitFor(() => expect(server.requests(updateProfile)).toHaveLength(1));
  await chooseLanguage('fr-FR');
  answerFirst();
  await first;
  expect([document.documentElement.lang, accountLanguage()]).toEqual(['fr-FR', 'fr-FR']);
});

const addressOfTexts = 'http://localhost:3000/texts/it-IT.json';
/** Removes the Italian texts, since a test has all of them from the beginning, and returns them. */
function takeItalian() {
  const { 'it-IT': texts = {} } = i18n.store.data;
  delete i18n.store.data['it-IT'];
  return { ...texts };
}

test('a language whose texts cannot be fetched is not chosen, for the page or the account, and whoever chose it may try again', async () => {
  signIn();
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const notices: Notice[] = [];
  const stop = onNotice((notice) => notices.push(notice));
  const italian = takeItalian();
  server.answerAddress(addressOfTexts, () => ({ status: 503, json: {} }));
  await chooseLanguage('it-IT');
  expect(document.documentElement.lang).toBe('en');
  expect(notices).toMatchObject([
    {
      message: 'The language couldn’t be changed because its texts didn’t load.',
      tone: 'bad',
      action: { label: 'Try again' },
    },
  ]);
  expect(server.requests(updateProfile)).toEqual([]);
  server.answerAddress(addressOfTexts, () => ({ json: italian }));
  notices[0]?.action?.run();
  await waitFor(() => expect([document.documentElement.lang, accountLanguage()]).toEqual(['it-IT', 'it-IT']));
  stop();
  warn.mockRestore();
});

test('a language that another choice has overtaken while its texts came is not saved', async () => {
  signIn();
  const italian = takeItalian();
  server.answerAddress(addressOfTexts, () => ({ json: italian }));
  const first = chooseLanguage('it-IT');
  await chooseLanguage('fr-FR');
  await first;
  expect(document.documentElement.lang).toBe('fr-FR');
  expect(server.requests(updateProfile).map(({ body }) => body)).toEqual([{ language: 'fr-FR' }]);
});
