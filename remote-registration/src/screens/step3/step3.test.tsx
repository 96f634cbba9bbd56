import { openInvitation } from '@parlance/shared/contract/api/invitations';
import {
  getRegistration,
  saveRegistrationNames,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { loadSession, sessionStore } from '@parlance/shared/session';
import { fakeServer, renderScreen, signIn } from '@parlance/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { beginAnew, standAt } from '../../examples/at-a-step.ts';
import { exampleAttempt, exampleEmail, exampleToken } from '../../examples/examples.ts';
import { keepDraft, readDraft } from '../../registration/draft.ts';
import Step3 from './step3.tsx';

const server = fakeServer();
/** Returns the page's announcements, from all live regions. */
const said = () =>
  screen
    .getAllByRole('alert')
    .map((it) => it.textContent)
    .join(' ');
beforeEach(beginAnew);

function show(attempt: RegistrationAttempt | null = exampleAttempt(3)) {
  const { left, options: at } = standAt(server, { attempt, path: '/terms/register/step3' });
  return { ...renderScreen(<Step3 />, at), left };
}
const name = () => screen.findByRole('textbox', { name: 'Your name' });
const submit = () => screen.getByRole('button', { name: 'Continue' });
const bodies = () => server.requests(saveRegistrationNames).map(({ body }) => body);
const joined = { organization: 'Pro example', inviter: 'Ada Admin' };
const invitation = { ...joined, email: exampleEmail, role: 'member', expires_at: '2026-11-28T10:00:00Z' } as const;

test('a founder names themselves, the organisation, a team and a role', async () => {
  server.answer(saveRegistrationNames, exampleAttempt(4));
  const { user, location } = show();
  await user.type(await name(), ' Nora Newman ');
  await user.type(screen.getByRole('textbox', { name: 'Organisation' }), 'New example');
  await user.type(screen.getByRole('textbox', { name: 'Your team (optional)' }), 'Support');
  await user.click(submit());
  await waitFor(() => expect(location()).toBe('/terms/register/step4'));
  expect(bodies()).toEqual([{ username: 'Nora Newman', organization: 'New example', team: 'Support' }]);
});

test('a personal account asks for neither organisation nor team', async () => {
  server.answer(saveRegistrationNames, exampleAttempt(4, { account_kind: 'personal' }));
  const { user } = show(exampleAttempt(3, { account_kind: 'personal' }));
  await user.type(await name(), 'Nora');
  expect(screen.getAllByRole('textbox')).toHaveLength(2);
  await user.click(submit());
  await waitFor(() => expect(bodies()).toEqual([{ username: 'Nora' }]));
});

test('says what is missing or too long, beside its field', async () => {
  const { user } = show();
  await user.click(await name());
  await user.paste('x'.repeat(101));
  await user.click(submit());
  expect(await name()).toHaveAccessibleDescription('This is too long. Use up to 100 characters.');
  expect(screen.getByRole('textbox', { name: 'Organisation' })).toHaveAccessibleDescription(
    'Enter the name of your organisation.',
  );
  expect(await name()).toHaveFocus();
  expect(bodies()).toEqual([]);
});

test('what the server has is shown, what was typed since goes before it, and both survive a failure and a reload', async () => {
  server.lose(saveRegistrationNames);
  const { user, unmount } = show(exampleAttempt(4));
  expect(await name()).toHaveValue('Nora Newman');
  await user.clear(await name());
  await user.type(await name(), 'Nora N.');
  await user.click(submit());
  await waitFor(() => expect(said()).toMatch(/can’t be reached/));
  unmount();
  show(exampleAttempt(4));
  expect(await name()).toHaveValue('Nora N.');
  expect(screen.getByRole('textbox', { name: 'Organisation' })).toHaveValue('New example');
});

test('names its fields for the browser', async () => {
  show();
  await name();
  expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('autocomplete'))).toEqual([
    'name',
    'organization',
    'off',
    'organization-title',
  ]);
});

describe('somebody who was invited', () => {
  test('sees whom they join, names only themselves, and goes to the summary', async () => {
    server.answer(saveRegistrationNames, exampleAttempt(5, { invitation: joined }));
    const { user, location } = show(exampleAttempt(3, { invitation: joined }));
    expect(await screen.findByText(/Ada Admin has invited you to Pro example/)).toBeInTheDocument();
    expect(screen.getByText('Step 3 of 4')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Organisation' })).not.toBeInTheDocument();
    await user.type(await name(), 'Nora');
    await user.click(submit());
    await waitFor(() => expect(location()).toBe('/terms/register/verify'));
    expect(bodies()).toEqual([{ username: 'Nora' }]);
  });

  test('after having begun sends the invitation along', async () => {
    keepDraft('invitation', exampleToken);
    server.answer(openInvitation, { ...invitation, inviter: null });
    server.answer(saveRegistrationNames, exampleAttempt(5, { invitation: joined }));
    const { user } = show();
    expect(await screen.findByText(/You’re joining Pro example\./)).toBeInTheDocument();
    await user.type(await name(), 'Nora');
    await user.click(submit());
    await waitFor(() => expect(bodies()).toEqual([{ username: 'Nora', invitation: exampleToken }]));
    await waitFor(() => expect(readDraft('invitation')).toBeNull());
  });

  test('by an invitation that has ended founds an organisation, and is told why', async () => {
    keepDraft('invitation', exampleToken);
    server.fail(openInvitation, 'invitation_ended');
    server.answer(saveRegistrationNames, exampleAttempt(4));
    const { user } = show();
    expect(await screen.findByText(/This invitation is no longer valid/)).toBeInTheDocument();
    await user.type(await name(), 'Nora');
    await user.type(screen.getByRole('textbox', { name: 'Organisation' }), 'New example');
    await user.click(submit());
    await waitFor(() => expect(bodies()).toEqual([{ username: 'Nora', organization: 'New example' }]));
  });
});

test('a registration that is elsewhere than the page believes is looked at again, and the person led there', async () => {
  server.fail(saveRegistrationNames, 'registration_step_ahead');
  server.answer(getRegistration, exampleAttempt(2));
  const { user, location } = show();
  await user.type(await name(), 'Nora');
  await user.type(screen.getByRole('textbox', { name: 'Organisation' }), 'New example');
  await user.click(submit());
  await waitFor(() => expect(location()).toBe('/terms/register/step2'));
});

test('a session that ends leads to signing in and back, and what was typed is kept', async () => {
  server.fail(getWhoami, 'unauthenticated');
  server.fail(saveRegistrationNames, 'unauthenticated');
  const { user, left } = show();
  const memberId = sessionStore.getState().whoami?.member_id ?? '';
  await user.type(await name(), 'Nora');
  await act(loadSession);
  await waitFor(() => expect(left).toContain('/auth/login?to=%2Fterms%2Fregister%2Fstep3'));
  expect(readDraft('names.username')).toBeNull();
  signIn({ whoami: { member_id: memberId } });
  expect(readDraft('names.username')).toBe('Nora');
});

test('a stranger signs in, and comes back', async () => {
  const { left } = show(null);
  await waitFor(() => expect(left).toEqual(['/auth/login?to=%2Fterms%2Fregister%2Fstep3']));
});

test('one can sign out or delete the registration, and is told how to go on', async () => {
  show();
  expect(await screen.findByText(/To continue later on any device, sign in as nora@new.example/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Delete my registration…' })).toBeInTheDocument();
});
