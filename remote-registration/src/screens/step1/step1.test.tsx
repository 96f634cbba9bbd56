import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import { signUp } from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import { sessionStore } from '@parlance/shared/session';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { readConsent } from '../../consent/consent-records.ts';
import { beginAnew, standAt, type Standing } from '../../examples/at-a-step.ts';
import { exampleAttempt, exampleEmail, exampleProfile, exampleToken, exampleWhoami } from '../../examples/examples.ts';
import { keepDraft, readDraft } from '../../registration/draft.ts';
import Step1 from './step1.tsx';

const server = fakeServer();
/** Returns the page's announcements, from all live regions. */
const said = () =>
  screen
    .getAllByRole('alert')
    .map((it) => it.textContent)
    .join(' ');
beforeEach(beginAnew);

const password = 'rain on the bridge';
function show(options: Partial<Standing> = {}) {
  const { left, options: at } = standAt(server, {
    attempt: null,
    path: '/terms/register/step1',
    hasBegun: true,
    ...options,
  });
  return { ...renderScreen(<Step1 />, at), left };
}
type RenderedStep = ReturnType<typeof show>;

const email = () => screen.findByRole('textbox', { name: 'Email' });
const chosen = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Continue' });

/** Signs this browser in, as the cookies of the response do. */
function letIn(as = exampleEmail, memberId = exampleWhoami.member_id): void {
  server.answer(getWhoami, { ...exampleWhoami, member_id: memberId });
  server.answer(getProfile, exampleProfile(as));
  server.answer(getRegistrationStatus, { is_completed: false, stage: 2 });
}

async function fillIn({ user }: RenderedStep, address = exampleEmail, secret = password): Promise<void> {
  await user.click(await email());
  await user.paste(address);
  await user.click(chosen());
  await user.paste(secret);
}

beforeEach(() => {
  // The plan of a person who registers has no features, and a test has no keys.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.answerAddress('http://localhost:3000/api/main/.well-known/jwks.json', () => ({ json: { keys: [] } }));
});
afterEach(() => jest.restoreAllMocks());

test('who has not chosen a kind of account begins with that', async () => {
  const { location } = show({ hasBegun: false });
  await waitFor(() => expect(location()).toBe('/terms/register'));
});

test('begins the registration with what the contract asks for, goes on in its session, and keeps no password', async () => {
  server.answer(signUp, exampleAttempt(2));
  const shown = show();
  await fillIn(shown, ' Nora@New.example ');
  letIn();
  await shown.user.click(submit());
  await waitFor(() => expect(shown.location()).toBe('/terms/register/step2'));
  expect(server.requests(signUp).map(({ body }) => body)).toEqual([
    { email: exampleEmail, password, language: 'en', account_kind: 'organization', accepted: legalVersions },
  ]);
  expect(sessionStore.getState()).toMatchObject({
    status: 'signed-in',
    registration: { is_completed: false, stage: 2 },
  });
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(password);
  expect(readDraft('account.email')).toBeNull();
});

test('shows how far one is, and leads back', async () => {
  const { user, location } = show();
  expect(await screen.findByText('Step 1 of 5')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(location()).toBe('/terms/register');
});

test('says beside its fields what is missing or wrong, the focus goes to the first, and nothing is sent', async () => {
  const { user } = show();
  await user.type(await email(), 'nora');
  await user.type(chosen(), 'seven77');
  await user.click(submit());
  expect(await email()).toHaveFocus();
  expect(await email()).toHaveAccessibleDescription(/isn’t an email address/);
  expect(chosen()).toHaveAccessibleDescription('This password is too short. Use at least 8 characters.');
  await user.type(await email(), '@new.example');
  expect(await email()).toHaveAccessibleDescription('We’ll send a code to this address.');
  expect(await email()).toHaveFocus();
  await user.clear(chosen());
  await user.click(submit());
  expect(chosen()).toHaveFocus();
  expect(chosen()).toHaveAccessibleDescription('Choose a password.');
  expect(server.requests(signUp)).toEqual([]);
});

test('has the names by which browsers and password managers know its fields, and can be pasted into', async () => {
  const { user } = show();
  expect(await email()).toHaveAttribute('autocomplete', 'email');
  expect(chosen()).toHaveAttribute('autocomplete', 'new-password');
  await user.click(chosen());
  await user.paste(password);
  expect(chosen()).toHaveValue(password);
  await user.click(screen.getByRole('button', { name: 'Show Password' }));
  expect(chosen()).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide Password' }));
  expect(chosen()).toHaveAttribute('type', 'password');
});

test('estimates the strength as soon as a password is being chosen', async () => {
  const { user } = show();
  await user.type(await email(), exampleEmail);
  await user.type(chosen(), 'password1');
  expect(await screen.findByText(/Many people use this password or a similar one/)).toHaveTextContent(
    'Strength: very weak.',
  );
  await user.clear(chosen());
  await user.type(chosen(), password);
  expect(await screen.findByText('strong.')).toBeInTheDocument();
});

test.each([
  ['password_guessable', 'Password', /too easy to guess/],
  ['invitation_for_someone_else', 'Email', /The invitation is for a different address/],
] as const)('%s is said beside its field', async (code, label, text) => {
  server.fail(signUp, code);
  const shown = show();
  await fillIn(shown);
  await shown.user.click(submit());
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text));
  expect(screen.getByLabelText(label)).toHaveFocus();
});

test('a lost network and too many attempts are said in words, what was typed stays, and it can be tried again', async () => {
  server.answer(signUp, exampleAttempt(2));
  server.fail(signUp, 'rate_limited', { times: 1 });
  server.lose(signUp, { times: 1 });
  const shown = show();
  await fillIn(shown);
  await shown.user.click(submit());
  await waitFor(() =>
    expect(said()).toContain(
      'The server can’t be reached. Check your connection and try again. What you entered is kept.',
    ),
  );
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await shown.user.click(submit());
  await waitFor(() => expect(said()).toMatch(/offline/));
  expect([await email(), chosen()].map((field) => (field as HTMLInputElement).value)).toEqual([exampleEmail, password]);
  letIn();
  await shown.user.click(submit());
  await waitFor(() => expect(shown.location()).toBe('/terms/register/step2'));
});

test('is sent once, however often the button is pressed', async () => {
  server.hang(signUp);
  const shown = show();
  await fillIn(shown);
  await shown.user.dblClick(submit());
  await shown.user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'One moment…' })).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(server.requests(signUp)).toHaveLength(1));
});

test('a document that has changed meanwhile leads to its current version, and what was accepted counts no more', async () => {
  server.fail(signUp, 'terms_outdated');
  const shown = show();
  await fillIn(shown);
  await shown.user.click(submit());
  await shown.user.click(await screen.findByRole('button', { name: 'Read current version' }));
  expect(shown.left).toEqual(['/terms/privacy-policy?to=%2Fterms%2Fregister%2Fstep1']);
  expect(readConsent('privacy-policy')).toBeNull();
});

test('a browser that does not keep the session is told', async () => {
  server.answer(signUp, exampleAttempt(2));
  server.fail(getWhoami, 'unauthenticated');
  const shown = show();
  await fillIn(shown);
  await shown.user.click(submit());
  await waitFor(() => expect(said()).toMatch(/not signed in/));
});

test('the e-mail survives a reload, and the password does not', async () => {
  const shown = show();
  await fillIn(shown);
  shown.unmount();
  show();
  expect(await email()).toHaveValue(exampleEmail);
  expect(chosen()).toHaveValue('');
});

test('the language of the page is the one that is stored, and changes at once', async () => {
  server.answer(signUp, exampleAttempt(2));
  const shown = show();
  await fillIn(shown);
  await shown.user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'de-DE');
  expect(await screen.findByRole('heading', { name: 'Wie möchten Sie sich anmelden?' })).toBeInTheDocument();
  letIn();
  await shown.user.click(screen.getByRole('button', { name: 'Weiter' }));
  await waitFor(() => expect(server.requests(signUp).map(({ body }) => body.language)).toEqual(['de-DE']));
});

test('whoever was invited registers with the invited address', async () => {
  keepDraft('invitation', exampleToken);
  keepDraft('account.email', exampleEmail);
  server.answer(signUp, exampleAttempt(2));
  const shown = show();
  expect(await email()).toHaveAttribute('readonly');
  expect(await email()).toHaveValue(exampleEmail);
  await shown.user.type(chosen(), password);
  letIn();
  await shown.user.click(submit());
  await waitFor(() => expect(server.requests(signUp).map(({ body }) => body.invitation)).toEqual([exampleToken]));
});

test('before the address is verified another one can be entered, in a session of the same person', async () => {
  server.answer(signUp, exampleAttempt(2, { email: 'other@new.example' }));
  const shown = show({ attempt: exampleAttempt(2) });
  expect(await email()).toHaveValue(exampleEmail);
  expect(screen.getByRole('link', { name: 'Continue without changes' })).toHaveAttribute(
    'href',
    '/terms/register/step2',
  );
  await shown.user.clear(await email());
  await fillIn(shown, 'other@new.example');
  letIn('other@new.example', '0198f0aa-0000-7000-8000-00000000000b');
  await shown.user.click(submit());
  await waitFor(() => expect(shown.location()).toBe('/terms/register/step2'));
  expect(sessionStore.getState().profile?.email).toBe('other@new.example');
  expect(readDraft('start.account_kind')).toBe('organization');
});

test('a verified address is shown, and no longer asked for', async () => {
  const { user, location } = show({ attempt: exampleAttempt(3) });
  expect(await screen.findByText(/nora@new.example is confirmed/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Continue' }));
  expect(location()).toBe('/terms/register/step2');
});
