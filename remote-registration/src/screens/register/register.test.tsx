import { acceptInvitation, openInvitation } from '@parlance/shared/contract/api/invitations';
import { deleteRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import { signOut } from '@parlance/shared/contract/api/session/session';
import { onRedirect } from '@parlance/shared/redirect';
import { setNavigator } from '@parlance/shared/session';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { beginAnew, otherTab, standAt, type Standing } from '../../examples/at-a-step.ts';
import { exampleAttempt, exampleEmail, exampleToken } from '../../examples/examples.ts';
import { readDraft } from '../../registration/draft.ts';
import Register from './register.tsx';

const server = fakeServer();
beforeEach(beginAnew);

function show(options: Partial<Standing> = {}) {
  const { left, options: at } = standAt(server, { attempt: null, path: '/terms/register', ...options });
  return { ...renderScreen(<Register />, at), left };
}
const landing = `/terms/register#invitation=${exampleToken}`;
const invitation = {
  organization: 'Pro example',
  inviter: 'Ada Admin',
  email: exampleEmail,
  role: 'member',
  expires_at: '2026-11-28T10:00:00Z',
} as const;

test('a stranger chooses for whom the account is, and goes to step 1', async () => {
  const { user, location } = show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'For an organisation' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Just for me' }));
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(location()).toBe('/terms/register/step1');
  expect(readDraft('start.account_kind')).toBe('personal');
});

test('whoever has an account, or has begun elsewhere, finds the way to sign in', async () => {
  show();
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth/login');
});

test('without consent it leads to the privacy policy, and a completed registration leads home', async () => {
  const { location } = show({ hasConsented: false });
  await waitFor(() => expect(location()).toBe('/terms/privacy-policy'));

  const left: string[] = [];
  onRedirect((to) => left.push(to));
  renderScreen(<Register />, { path: '/terms/register', route: '/terms/register', session: {} });
  await waitFor(() => expect(left).toEqual(['/']));
});

test('whose registration is under way is led on to where it stopped', async () => {
  const { user, location } = show({ attempt: exampleAttempt(4) });
  expect(await screen.findByText(`You’ve started registering as ${exampleEmail}.`)).toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Continue registration' }));
  expect(location()).toBe('/terms/register/step4');
});

test('as long as the address is not verified, the kind of account can still be changed', async () => {
  show({ attempt: exampleAttempt(2, { account_kind: 'personal' }) });
  expect(await screen.findByRole('radio', { name: 'Just for me' })).toBeChecked();
});

describe('deleting the registration', () => {
  const open = { name: 'Delete my registration…' };
  async function showOpened(stage: 2 | 4) {
    const shown = show({ attempt: exampleAttempt(stage) });
    await shown.user.click(await screen.findByRole('button', open));
    return shown;
  }
  const submit = { name: 'Delete permanently' };

  test('takes the password, ends the session and leads to the login', async () => {
    server.answer(deleteRegistration, { account_deleted: true });
    server.answer(signOut, {});
    const { user, left } = await showOpened(4);
    expect(
      screen.getByText('Your account and everything you’ve entered will be deleted. This can’t be undone.'),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('Your password')).toHaveFocus();
    await user.type(screen.getByLabelText('Your password'), 'correct horse battery');
    await user.click(screen.getByRole('button', submit));
    await waitFor(() => expect(left).toEqual(['/auth/login?farewell']));
    expect(server.requests(deleteRegistration).map(({ body }) => body)).toEqual([
      { password: 'correct horse battery' },
    ]);
  });

  test('is there before the address is verified, and then speaks of no account', async () => {
    server.answer(deleteRegistration, { account_deleted: false });
    server.fail(signOut, 'unauthenticated');
    const { user, left } = await showOpened(2);
    expect(screen.getByText('Everything you’ve entered will be deleted. This can’t be undone.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Your password'), 'correct horse battery');
    await user.click(screen.getByRole('button', submit));
    // The session has ended: whichever call learns of it first, nothing leads back here.
    await waitFor(() => expect(left[0]).toBe('/auth/login'));
  });

  test('without the password, or with another one, deletes nothing and says so at the field', async () => {
    server.fail(deleteRegistration, 'password_wrong');
    const { user, left } = await showOpened(4);
    await user.click(screen.getByRole('button', submit));
    expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription('Enter your password.');
    expect(server.requests(deleteRegistration)).toEqual([]);
    await user.type(screen.getByLabelText('Your password'), 'wrong');
    await user.click(screen.getByRole('button', submit));
    await waitFor(() =>
      expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription('The password isn’t correct.'),
    );
    expect(left).toEqual([]);
  });

  test('can be thought over', async () => {
    const { user } = await showOpened(4);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', open)).toHaveFocus();
    expect(server.requests(deleteRegistration)).toEqual([]);
  });

  test('is nothing for who has begun none', async () => {
    show();
    expect(await screen.findByRole('button', { name: 'Start' })).toBeInTheDocument();
    expect(screen.queryByRole('button', open)).not.toBeInTheDocument();
  });
});

describe('an invitation', () => {
  test('says who invites whom, and leads to an account of their own', async () => {
    server.answer(openInvitation, invitation);
    const { user, location } = show({ path: landing });
    expect(await screen.findByRole('heading', { level: 1, name: 'You’re invited to Pro example' })).toBeInTheDocument();
    expect(
      screen.getByText(
        /Ada Admin has invited nora@new.example to Pro example. The invitation is valid until November 28, 2026/,
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('You’ll join as a member.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in to join' })).toHaveAttribute(
      'href',
      '/auth/login?to=%2Fterms%2Fregister',
    );
    await user.click(screen.getByRole('button', { name: 'Create account and join' }));
    expect(location()).toBe('/terms/register/step1');
    expect([readDraft('invitation'), readDraft('account.email')]).toEqual([exampleToken, exampleEmail]);
    expect(server.requests(openInvitation).at(-1)?.body).toEqual({ token: exampleToken });
  });

  test('is still known when one comes back to the start', async () => {
    server.answer(openInvitation, { ...invitation, inviter: null });
    const { user, unmount } = show({ path: landing });
    await user.click(await screen.findByRole('button', { name: 'Create account and join' }));
    unmount();
    show();
    expect(await screen.findByText(/This invitation to Pro example is for nora@new.example/)).toBeInTheDocument();
  });

  test('comes after the documents, and is found again then', async () => {
    const { location } = show({ path: landing, hasConsented: false });
    await waitFor(() => expect(location()).toBe('/terms/privacy-policy?to=%2Fterms%2Fregister'));
    server.answer(openInvitation, invitation);
    show();
    expect(await screen.findByRole('heading', { name: 'You’re invited to Pro example' })).toBeInTheDocument();
  });

  test('is accepted at once by a member with that e-mail, once; home is loaded anew, and the other tabs hear it', async () => {
    const left: string[] = [];
    setNavigator({ toLogin: jest.fn(), toStart: () => left.push('/') });
    const tab = otherTab();
    server.answer(openInvitation, invitation);
    server.answer(acceptInvitation, {
      member_id: '0198f0aa-0000-7000-8000-000000000001',
      organization_id: '0198f0aa-0000-7000-8000-000000000002',
    });
    server.fail(acceptInvitation, 'seats_taken', { times: 1 });
    const { user } = renderScreen(<Register />, {
      path: landing,
      route: '/terms/register',
      session: { profile: { email: exampleEmail } },
    });
    await user.click(await screen.findByRole('button', { name: 'Join Pro example' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Pro example has no free seats. Ask the person who invited you.',
    );
    await user.dblClick(screen.getByRole('button', { name: 'Join Pro example' }));
    await waitFor(() => expect(left).toEqual(['/']));
    expect(server.requests(acceptInvitation)).toHaveLength(2);
    expect(sessionStorage).toHaveLength(0);
    await waitFor(() => expect(tab.heard).toEqual(['signed-in']));
    tab.close();
  });

  test('for another e-mail than that of the session says so, and one can sign out', async () => {
    const led: (string | null)[] = [];
    setNavigator({ toLogin: (to) => led.push(to) });
    server.answer(openInvitation, invitation);
    server.answer(signOut, {});
    const { user } = renderScreen(<Register />, { path: landing, route: '/terms/register', session: {} });
    expect(
      await screen.findByText(/You’re signed in as member@pro.example, but the invitation is for nora@new.example/),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(led).toEqual([null]));
  });

  test('with a registration under way leads on, and is taken along', async () => {
    server.answer(openInvitation, invitation);
    const { user, location } = show({ path: landing, attempt: exampleAttempt(3) });
    await user.click(await screen.findByRole('button', { name: 'Continue registration' }));
    expect(location()).toBe('/terms/register/step3');
    expect(readDraft('invitation')).toBe(exampleToken);
  });

  test('that has ended says why, and one can register without it', async () => {
    server.fail(openInvitation, 'invitation_ended');
    const { user, location } = show({ path: landing });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This invitation is no longer valid. Ask for a new one.',
    );
    await user.click(screen.getByRole('button', { name: 'Register without invitation' }));
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeInTheDocument();
    expect(location()).toBe('/terms/register');
    expect(readDraft('link.invitation')).toBeNull();
  });

  test('that cannot be one is none', async () => {
    const { location } = show({ path: '/terms/register#invitation=<script>' });
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeInTheDocument();
    expect(location()).toBe('/terms/register');
  });

  test('goes out of the address before anything else, and a reload still finds it', async () => {
    server.answer(openInvitation, invitation);
    const { location, unmount } = show({ path: landing });
    await screen.findByRole('heading', { name: 'You’re invited to Pro example' });
    expect(location()).toBe('/terms/register');
    unmount();
    show();
    expect(await screen.findByRole('heading', { name: 'You’re invited to Pro example' })).toBeInTheDocument();
  });

  test('in the query, which servers and their logs would have seen, opens nothing', async () => {
    show({ path: `/terms/register?invitation=${exampleToken}` });
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeInTheDocument();
    expect(server.requests(openInvitation)).toEqual([]);
  });
});
