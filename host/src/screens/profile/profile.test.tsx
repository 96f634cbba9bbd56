import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import { sessionStore, unknownSession } from '@parlance/shared/session';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { getProfile, updateProfile, type Profile } from '@parlance/shared/contract/api/users/profile';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { loadSession } from '@parlance/shared/session';
import { fakeServer } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answerNoUsage } from '../../testing/answer-usage.ts';
import { showProfile } from '../../testing/show-profile.tsx';

const server = fakeServer();

const saved = (changes: Partial<Profile>): Profile => ({
  username: 'Mia Member',
  email: 'member@pro.example',
  role: 'member',
  organization: 'Pro example',
  mfa_preference: 'NONE',
  language: 'en',
  teams: [],
  ...changes,
});
let notices: Notice[] = [];
let stop = () => undefined as unknown;

beforeEach(() => {
  notices = [];
  stop = onNotice((notice) => notices.push(notice));
  server.answer(listOwnSessions, { items: [] });
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(listOwnMemberships, { items: [] });
  answerNoUsage(server);
});
afterEach(() => void stop());

/** Returns the value beside a name in the description list. */
const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;

test('§3: shows every field of the profile', async () => {
  showProfile({
    profile: {
      role: 'Head of Knowledge',
      organization: 'Northwind',
      mfa_preference: 'EMAIL_OTP',
      language: 'de-DE',
      teams: ['Knowledge', 'Support'],
    },
  });
  expect(await fact('Name')).toHaveTextContent('Mia Member');
  expect(await fact('Job title')).toHaveTextContent('Head of Knowledge');
  expect(await fact('Organisation')).toHaveTextContent('Northwind');
  expect(within(screen.getByRole('region', { name: 'Email' })).getByText('member@pro.example')).toBeInTheDocument();
  expect(
    within(screen.getByRole('region', { name: 'Two-step verification' })).getByText(
      'On: you also enter a verification code from an email',
    ),
  ).toBeInTheDocument();
  expect(screen.getByText(/Emails to you are in Deutsch/)).toBeInTheDocument();
  const teams = (await fact('Teams')) as HTMLElement; // a dd
  expect(
    within(teams)
      .getAllByRole('listitem')
      .map((it) => it.textContent),
  ).toEqual(['Knowledge', 'Support']);
});

test('what is not there is said in words', async () => {
  showProfile({ profile: { username: null, role: '', mfa_preference: 'NONE' } });
  expect(await fact('Name')).toHaveTextContent('Not provided');
  expect(await fact('Job title')).toHaveTextContent('Not provided');
  expect(await fact('Teams')).toHaveTextContent('None yet');
  expect(within(screen.getByRole('region', { name: 'Two-step verification' })).getByText(/^Off/)).toBeInTheDocument();
});

test('the name is changed, and shown everywhere before the server has answered', async () => {
  let answer = (_: Profile): void => undefined;
  server.answer(updateProfile, () => new Promise<Profile>((resolve) => (answer = resolve)));
  const { user } = showProfile({});
  const about = within(await screen.findByRole('region', { name: 'About you' }));
  await user.click(about.getByRole('button', { name: 'Change name' }));
  const name = about.getByRole('textbox', { name: 'Name' });
  expect(name).toHaveFocus();
  await user.clear(name);
  await user.click(about.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription(/^Enter your name\./);
  await user.type(name, ' Mia Müller{Enter}');
  expect(await fact('Name')).toHaveTextContent('Mia Müller');
  expect(screen.getByRole('button', { name: /^Account: Mia Müller/ })).toBeInTheDocument();
  await waitFor(() =>
    expect(server.requests(updateProfile).map(({ body }) => body)).toEqual([{ username: 'Mia Müller' }]),
  );
  answer(saved({ username: 'Mia Müller' }));
  await waitFor(() => expect(notices.map(({ message }) => message)).toEqual(['Name saved']));
  await waitFor(() => expect(about.getByRole('button', { name: 'Change name' })).toHaveFocus());
});

test('a name that could not be saved is the old one again, and what was typed stays in its field', async () => {
  server.lose(updateProfile);
  const { user } = showProfile({});
  const about = within(await screen.findByRole('region', { name: 'About you' }));
  await user.click(about.getByRole('button', { name: 'Change name' }));
  await user.type(about.getByRole('textbox', { name: 'Name' }), ' the Second');
  await user.click(about.getByRole('button', { name: 'Save' }));
  expect(await about.findByText(/server can’t be reached/)).toBeInTheDocument();
  expect(await fact('Name')).toHaveTextContent(/^Mia Member$/);
  expect(about.getByRole('textbox', { name: 'Name' })).toHaveValue('Mia Member the Second');
});

test('a language applies at once, to everything, is remembered, and is saved for the account', async () => {
  server.answer(updateProfile, ({ body }) => saved({ language: body.language ?? 'en' }));
  const { user } = showProfile({});
  const section = await screen.findByRole('region', { name: 'Language and appearance' });
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Language' }), 'zh-TW');
  expect(await screen.findByRole('heading', { level: 1, name: '個人資料' })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('zh-TW');
  expect(document.title).toBe('個人資料 · Parlance');
  expect(localStorage.getItem('i18nextLng')).toBe('zh-TW');
  await waitFor(() => expect(sessionStore.getState().profile?.language).toBe('zh-TW'));
  expect(server.requests(updateProfile).map(({ body }) => body)).toEqual([{ language: 'zh-TW' }]);
});

test('a language that could not be saved for the account stays on the page, and can be tried again', async () => {
  server.answer(updateProfile, ({ body }) => saved({ language: body.language ?? 'en' }));
  server.fail(updateProfile, 'forbidden', { times: 1 });
  const { user } = showProfile({});
  await user.selectOptions(
    within(await screen.findByRole('region', { name: 'Language and appearance' })).getByRole('combobox', {
      name: 'Language',
    }),
    'de-DE',
  );
  await waitFor(() =>
    expect(notices[0]).toMatchObject({
      message: expect.stringMatching(/^Die Sprache konnte nicht für Ihr Konto gespeichert werden/),
      action: { label: 'Erneut versuchen' },
    }),
  );
  expect(document.documentElement.lang).toBe('de-DE');
  expect(screen.getByText(/E-Mails an Sie sind auf English/)).toBeInTheDocument();
  act(() => notices[0]?.action?.run());
  await waitFor(() => expect(sessionStore.getState().profile?.language).toBe('de-DE'));
});

test('who reads another language here than the account has may take it for the mails too', async () => {
  server.answer(updateProfile, ({ body }) => saved({ language: body.language ?? 'en' }));
  const { user } = showProfile({ profile: { language: 'de-DE' } });
  await user.click(await screen.findByRole('button', { name: 'Switch emails to English' }));
  await waitFor(() => expect(screen.queryByText(/Emails to you are in Deutsch/)).not.toBeInTheDocument());
  expect(server.requests(updateProfile).map(({ body }) => body)).toEqual([{ language: 'en' }]);
});

test('light and dark apply at once and are remembered', async () => {
  const { user } = showProfile({});
  const section = await screen.findByRole('region', { name: 'Language and appearance' });
  await user.click(within(section).getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.cookie).toContain('theme=dark');
  await user.click(within(section).getByRole('radio', { name: 'System' }));
  expect(document.documentElement.dataset.theme).toBe('system');
});

test('the cookie settings can be opened', async () => {
  showProfile({});
  expect(
    within(await screen.findByRole('region', { name: 'Cookies' })).getByRole('button', { name: 'Cookie settings' }),
  ).toHaveAttribute('aria-haspopup', 'dialog');
});

test('§4: in an expired workspace it leads away as every page does', async () => {
  const { location } = showProfile({ workspaceStatus: 'EXPIRED' });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This workspace’s plan has expired' }),
  ).toBeInTheDocument();
  expect(location()).toBe('/error?code=workspace-expired');
});

test('until it is known who is there, a spinner stands in its place', () => {
  sessionStore.setState(unknownSession, true);
  showProfile();
  expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Loading…');
});

test('§8: a profile of another shape is told, and can be asked for again', async () => {
  sessionStore.setState(unknownSession, true);
  server.answer(getWhoami, {
    member_id: '0198f0aa-0000-7000-8000-000000000001',
    account_id: '0198f0aa-0000-7000-8000-00000000000a',
    organization_id: '0198f0aa-0000-7000-8000-000000000002',
    organization_name: 'Pro example',
    is_admin: false,
    is_owner: false,
    primary_active_plan_name: 'Pro',
    workspace_status: 'ACTIVE',
    privileges: [],
    plan_options: '',
    terms_to_accept: [],
  });
  server.answerRaw(getProfile, 200, { success: true, data: { email: 'not an address' } });
  // The plan's keys are missing too, which is logged.
  for (const level of ['error', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  showProfile();
  await act(() => loadSession().catch(() => undefined));
  expect(sessionStore.getState().problem?.message).toBe('Invalid profile response');
  expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent('Something went wrong. Try again.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  jest.restoreAllMocks();
});
