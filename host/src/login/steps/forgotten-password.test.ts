import {
  requestPasswordReset,
  resetPassword,
  passwordResetMinutes,
} from '@parlance/shared/contract/api/session/password-reset';
import { signIn } from '@parlance/shared/contract/api/session/session';
import { newPassword, passwordMinLength } from '@parlance/shared/contract/values/password';
import { onTabNews } from '@parlance/shared/session/tab-news';
import { fakeServer } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { openLogin } from '../../testing/open-login.ts';
import { newPasswordFault } from './new-password.ts';

const server = fakeServer();
const token = 'A'.repeat(43);
/** Where the page of this test leads to. */
let leave: jest.Mock<undefined, [path: string]>;
const email = () => screen.getByRole('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('New password');

function open(address: string): UserEvent {
  openLogin({ address, leave });
  return userEvent.setup();
}

beforeEach(() => {
  leave = jest.fn();
  localStorage.clear();
});

test('who has forgotten the password is sent a link, with the e-mail that was typed already', async () => {
  server.answer(requestPasswordReset, {});
  const user = open('/auth/login?to=%2Fbots%2F7');
  await user.type(email(), 'member@pro.example');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument();
  expect(email()).toHaveValue('member@pro.example');
  expect(email()).toHaveFocus();
  expect(window.location.search).toBe('?to=%2Fbots%2F7&step=forgotten');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus();
  expect(screen.getByText('member@pro.example')).toBeInTheDocument();
  expect(
    screen.getByText(new RegExp(`If there’s an account with this email.*${passwordResetMinutes} minutes`)),
  ).toBeInTheDocument();
  expect(server.requests(requestPasswordReset).map(({ body }) => body)).toEqual([{ email: 'member@pro.example' }]);
});

test('Back leads from the mailbox to the e-mail, and from there to the password', async () => {
  server.answer(requestPasswordReset, {});
  const user = open('/auth/login');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await user.type(email(), 'member@pro.exampel');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await user.click(await screen.findByRole('button', { name: 'Send again or change email' }));
  await screen.findByRole('heading', { name: 'Forgot your password?' });
  expect(email()).toHaveValue('member@pro.exampel');
  await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
});

test('the step can be opened by its address, also before there was another one', async () => {
  const user = open('/auth/login?step=forgotten');
  expect(email()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
  expect(window.location.search).toBe('');
});

test('what is no e-mail is said beside the field; too many requests are said with when to try again', async () => {
  server.fail(requestPasswordReset, 'rate_limited', { retryAfter: 30 });
  const user = open('/auth/login?step=forgotten');
  await user.type(email(), 'member');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(email()).toHaveAccessibleDescription(/isn’t an email address/);
  await user.type(email(), '@pro.example');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Too many attempts. Try again in 30 seconds.'),
  );
});

test('the link of the mail asks for a new password, keeps its secret out of address and history, and signs nobody in', async () => {
  server.answer(resetPassword, {});
  const user = open(`/auth/login#token=${token}`);
  expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeInTheDocument();
  expect(password()).toHaveFocus();
  expect(password()).toHaveAttribute('autocomplete', 'new-password');
  expect(`${window.location.href} ${JSON.stringify(window.history.state)}`).not.toContain(token);
  await user.type(password(), 'a new long password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your new password is saved. Use it to sign in.');
  expect(email()).toHaveFocus();
  expect(leave).not.toHaveBeenCalled();
  expect(server.requests(resetPassword).map(({ body }) => body)).toEqual([{ token, password: 'a new long password' }]);
});

test('a secret in the query, which servers and their logs would have seen, opens nothing', async () => {
  open(`/auth/login?token=${token}`);
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
});

test('after choosing a password the second step is asked for as ever', async () => {
  server.answer(resetPassword, {});
  server.answer(signIn, {
    member_id: null,
    second_factor: { method: 'EMAIL_OTP', code: { resend_in: 60, expires_in: 600, tries_left: 5 } },
  });
  const user = open(`/auth/login#token=${token}`);
  await user.type(password(), 'a new long password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'otp@pro.example');
  await user.type(screen.getByLabelText('Password'), 'a new long password');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'Enter your verification code' })).toBeInTheDocument();
});

test('a password that is too short, or easily guessed, is said beside the field, and what was typed stays', async () => {
  server.fail(resetPassword, 'password_guessable');
  const user = open(`/auth/login#token=${token}`);
  await user.type(password(), 'short');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(password()).toHaveAccessibleDescription(new RegExp(`Enter at least ${passwordMinLength} characters`));
  expect(password()).toHaveFocus();
  await user.clear(password());
  await user.type(password(), 'password1');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await waitFor(() => expect(password()).toHaveAccessibleDescription(/too easy to guess/));
  expect(password()).toHaveValue('password1');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(password()).toHaveAttribute('type', 'text');
});

test.each([
  ['link_invalid', token],
  ['validation_failed', 'a mangled link'],
] as const)('a dead link (%s) leads to having another one sent', async (code, secret) => {
  server.fail(resetPassword, code);
  const user = open(`/auth/login#token=${encodeURIComponent(secret)}`);
  await user.type(password(), 'a new long password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('This link isn’t valid, has already been used or has expired.');
});

test('loaded again, the link has to be opened once more', async () => {
  open(`/auth/login#token=${token}`);
  openLogin({ leave });
  expect(await screen.findByText('Open the link in the email again, or request a new one.')).toBeInTheDocument();
});

test('who is choosing a password is not called away by a sign-in in another tab', async () => {
  open(`/auth/login#token=${token}`);
  const otherTab = new BroadcastChannel('parlance:session');
  // Whoever begins to listen after the page hears it after the page.
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  const stop = onTabNews(tell);
  otherTab.postMessage('signed-in');
  expect(await told).toBe('signed-in');
  expect(leave).not.toHaveBeenCalled();
  stop();
  otherTab.close();
});

test.each([
  '',
  '1234567',
  '12345678',
  '🙂'.repeat(7),
  '🙂'.repeat(8),
  'é'.repeat(8).normalize('NFD').slice(0, 15),
  'x'.repeat(1024),
  'x'.repeat(1025),
  '密'.repeat(400),
])('a new password is judged as the contract does: %#', (typed) =>
  expect(newPasswordFault(typed)).toEqual(newPassword.safeParse(typed).success ? {} : { password: expect.any(String) }),
);
