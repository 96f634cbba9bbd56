import { updateProfile, type Profile } from '@parlance/shared/contract/api/profile';
import type { Language } from '@parlance/shared/contract/language';
import { changeLanguage } from '@parlance/shared/i18n';
import { anonymousSession, sessionStore } from '@parlance/shared/session';
import { fakeServer, renderScreen, signIn } from '@parlance/shared/testing';
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
  renderScreen(null); // brings the texts
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
