import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import { changeEmail, changeMfa, confirmEmail, confirmMfa } from '@parlance/shared/contract/api/users/account';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { updateProfile, type Profile } from '@parlance/shared/contract/api/users/profile';
import { tellTabs } from '@parlance/shared/session/tab-news';
import { fakeServer } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { answerNoUsage } from '../../testing/answer-usage.ts';
import { showProfile } from '../../testing/show-profile.tsx';

const server = fakeServer();
const sent = { resend_in: 45, expires_in: 600, tries_left: 5 };
const profile = (changes: Partial<Profile>): Profile => ({
  username: 'Mia Member',
  email: 'member@pro.example',
  role: 'member',
  organization: 'Pro example',
  mfa_preference: 'NONE',
  language: 'en',
  teams: [],
  ...changes,
});
const section = async (name: string) => within(await screen.findByRole('region', { name }));
let otherTab: BroadcastChannel;
let heard: unknown[];

beforeEach(() => {
  server.answer(listOwnSessions, { items: [] });
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(listOwnMemberships, { items: [] });
  answerNoUsage(server);
  heard = [];
  otherTab = new BroadcastChannel('parlance:session');
  otherTab.onmessage = ({ data }) => heard.push(data);
});
afterEach(() => otherTab.close());

type User = ReturnType<typeof showProfile>['user'];

test.each<[string, (user: User) => Promise<void>]>([
  [
    'e-mail',
    async (user) => {
      server.answer(changeEmail, { ...sent, needs_present_code: false });
      server.answer(confirmEmail, profile({ email: 'mia@new.example' }));
      const place = await section('Email');
      await user.click(place.getByRole('button', { name: 'Change email' }));
      await user.type(place.getByRole('textbox', { name: 'New email' }), 'mia@new.example');
      await user.type(place.getByLabelText('Your password'), 'demo-password-1');
      await user.click(place.getByRole('button', { name: 'Send code' }));
      await place.findByRole('textbox', { name: 'Verification code' });
      await user.paste('123456');
    },
  ],
  [
    'name',
    async (user) => {
      server.answer(updateProfile, profile({ username: 'Mia Müller' }));
      const place = await section('About you');
      await user.click(place.getByRole('button', { name: 'Change name' }));
      await user.type(place.getByRole('textbox', { name: 'Name' }), ' Müller{Enter}');
    },
  ],
  [
    'second sign-in step',
    async (user) => {
      server.answer(changeMfa, sent);
      server.answer(confirmMfa, profile({ mfa_preference: 'EMAIL_OTP' }));
      const place = await section('Two-step verification');
      await user.click(place.getByRole('button', { name: 'Turn on' }));
      await place.findByRole('textbox', { name: 'Verification code' });
      await user.paste('123456');
    },
  ],
  [
    'language',
    async (user) => {
      server.answer(updateProfile, profile({ language: 'de-DE' }));
      await user.selectOptions(
        (await section('Language and appearance')).getByRole('combobox', { name: 'Language' }),
        'de-DE',
      );
    },
  ],
])('a changed %s is told to the other tabs', async (_, change) => {
  const { user } = showProfile({});
  await change(user);
  await waitFor(() => expect(heard).toEqual(['changed']));
});

test('a name that could not be saved is not', async () => {
  server.lose(updateProfile);
  const { user } = showProfile({});
  const about = await section('About you');
  await user.click(about.getByRole('button', { name: 'Change name' }));
  await user.type(about.getByRole('textbox', { name: 'Name' }), ' Müller{Enter}');
  expect(await about.findByText(/server can’t be reached/)).toBeInTheDocument();
  tellTabs('signed-in');
  await waitFor(() => expect(heard).toEqual(['signed-in']));
});
