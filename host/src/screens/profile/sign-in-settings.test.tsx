import { getOwnUsage } from '@parlance/shared/contract/api/charts/own-usage';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import {
  changeEmail,
  changeMfa,
  changePassword,
  confirmEmail,
  confirmMfa,
  resendEmailCode,
} from '@parlance/shared/contract/api/users/account';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import type { Profile } from '@parlance/shared/contract/api/users/profile';
import { sessionStore } from '@parlance/shared/session';
import { fakeServer } from '@parlance/shared/testing';
import { onNotice } from '@parlance/shared/ui/toasts';
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
let notices: string[] = [];
let stop = () => undefined as unknown;

beforeEach(() => {
  notices = [];
  stop = onNotice(({ message }) => notices.push(message));
  server.answer(listOwnSessions, { items: [] });
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(listOwnMemberships, { items: [] });
  answerNoUsage(server);
});
afterEach(() => void stop());

describe('the e-mail', () => {
  async function askForNewEmail(email: string, password = 'demo-password-1') {
    const { user } = showProfile({});
    const place = await section('Email');
    await user.click(place.getByRole('button', { name: 'Change email' }));
    expect(place.getByRole('textbox', { name: 'New email' })).toHaveFocus();
    if (email !== '') await user.type(place.getByRole('textbox', { name: 'New email' }), email);
    if (password !== '') await user.type(place.getByLabelText('Your password'), password);
    await user.click(place.getByRole('button', { name: 'Send code' }));
    return { user, place };
  }

  test('is changed by a code from the new address, and everything shows the new one', async () => {
    server.answer(changeEmail, { ...sent, needs_present_code: false });
    server.answer(confirmEmail, profile({ email: 'mia@new.example' }));
    const { user, place } = await askForNewEmail(' Mia@new.example ');
    const code = await place.findByRole('textbox', { name: 'Verification code' });
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(place.getByText(/6-digit code to Mia@new.example/)).toBeInTheDocument();
    await user.paste('123 456');
    await waitFor(() => expect(notices).toEqual(['Email changed to Mia@new.example']));
    expect(place.getByText('mia@new.example')).toBeInTheDocument();
    await waitFor(() => expect(place.getByRole('button', { name: 'Change email' })).toHaveFocus());
    expect(sessionStore.getState().profile?.email).toBe('mia@new.example');
    expect(server.requests(changeEmail).map(({ body }) => body)).toEqual([
      { email: 'mia@new.example', password: 'demo-password-1' },
    ]);
    expect(server.requests(confirmEmail).map(({ body }) => body.code)).toEqual(['123456']);
  });

  test('is sent another code without the password, which is not kept', async () => {
    server.answer(changeEmail, { ...sent, resend_in: 0, needs_present_code: false });
    server.answer(resendEmailCode, { ...sent, needs_present_code: false });
    const { user, place } = await askForNewEmail('mia@new.example');
    await user.click(await place.findByRole('button', { name: 'Send another code' }));
    expect(await place.findByText(/^Another code has been sent/)).toBeInTheDocument();
    expect([server.requests(resendEmailCode), server.requests(changeEmail)].map((requests) => requests.length)).toEqual(
      [1, 1],
    );
  });

  test('is changed by a second code from the present address where the second sign-in step is on', async () => {
    server.answer(changeEmail, { ...sent, needs_present_code: true });
    server.answer(confirmEmail, profile({ email: 'mia@new.example', mfa_preference: 'EMAIL_OTP' }));
    server.fail(confirmEmail, 'code_wrong', {
      issues: [
        { path: 'tries_left', message: '4' },
        { path: 'field', message: 'present_code' },
      ],
      times: 1,
    });
    const { user, place } = await askForNewEmail('mia@new.example');
    const first = await place.findByRole('textbox', { name: 'Code sent to new address' });
    const second = place.getByRole('textbox', { name: 'Code sent to current address' });
    expect(place.getByText(/one to mia@new.example and one to member@pro.example/)).toBeInTheDocument();
    await user.type(first, '123456');
    await user.click(place.getByRole('button', { name: 'Confirm' }));
    expect(second).toHaveAccessibleDescription('Enter all 6 digits of the code.');
    await user.type(second, '000000');
    await waitFor(() => expect(second).toHaveAccessibleDescription('This code isn’t correct. Tries left: 4.'));
    await user.clear(second);
    await user.type(second, '654321');
    await waitFor(() => expect(notices).toEqual(['Email changed to mia@new.example']));
    expect(server.requests(confirmEmail).map(({ body }) => body)).toEqual([
      { code: '123456', present_code: '000000' },
      { code: '123456', present_code: '654321' },
    ]);
  });

  test('says beside its fields what is wrong with them, and sends nothing', async () => {
    const { user, place } = await askForNewEmail('', '');
    const [email, password] = [
      place.getByRole('textbox', { name: 'New email' }),
      place.getByLabelText('Your password'),
    ];
    expect(email).toHaveAccessibleDescription('Enter your email.');
    expect(password).toHaveAccessibleDescription('Enter your password.');
    expect(email).toHaveFocus();
    for (const [typed, words] of [
      ['mia', /isn’t an email address/],
      ['Member@pro.example', /already your email/],
    ] as const) {
      await user.clear(email);
      await user.type(email, typed);
      await user.type(password, 'x');
      await user.click(place.getByRole('button', { name: 'Send code' }));
      expect(email).toHaveAccessibleDescription(words);
    }
    expect(server.requests(changeEmail)).toEqual([]);
  });

  test('with a wrong password stays, and what was typed too', async () => {
    server.fail(changeEmail, 'password_wrong');
    const { user, place } = await askForNewEmail('mia@new.example');
    await waitFor(() =>
      expect(place.getByLabelText('Your password')).toHaveAccessibleDescription('The password isn’t correct.'),
    );
    expect(place.getByLabelText('Your password')).toHaveFocus();
    expect(place.getByRole('textbox', { name: 'New email' })).toHaveValue('mia@new.example');
    await user.click(place.getByRole('button', { name: 'Cancel' }));
    expect(place.getByRole('button', { name: 'Change email' })).toHaveFocus();
  });

  test('is changed by the link of the mail too, whose code does not stay in the address', async () => {
    server.answer(confirmEmail, profile({ email: 'mia@new.example' }));
    const { location } = showProfile({}, '/profile#code=123456');
    await waitFor(() => expect(notices).toEqual(['Email changed to mia@new.example']));
    expect(location()).toBe('/profile');
    expect(server.requests(confirmEmail)).toHaveLength(1);
  });

  test('nothing of the profile is read before the link is used: under the session that it replaces, it would be refused', async () => {
    const answer = Promise.withResolvers<Profile>();
    server.answer(confirmEmail, () => answer.promise);
    showProfile({}, '/profile#code=123456');
    await waitFor(() => expect(server.requests(confirmEmail)).toHaveLength(1));
    const reads = [listOwnSessions, listConnectedAccounts, listOwnMemberships, getOwnUsage, getAllowance];
    const isRead = () => reads.map((endpoint) => server.requests(endpoint).length > 0);
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Loading…');
    expect(isRead()).toEqual(reads.map(() => false));
    answer.resolve(profile({ email: 'mia@new.example' }));
    await waitFor(() => expect(isRead()).toEqual(reads.map(() => true)));
  });

  test('a dead link is told, and the profile stands there', async () => {
    server.fail(confirmEmail, 'code_expired');
    showProfile({}, '/profile#code=123456');
    await waitFor(() => expect(notices).toEqual(['This code is no longer valid. Request a new one.']));
    expect((await section('Email')).getByText('member@pro.example')).toBeInTheDocument();
  });
});

describe('a code', () => {
  test('that is wrong is said with the tries that are left, and is not sent again by itself', async () => {
    server.answer(changeMfa, sent);
    server.fail(confirmMfa, 'code_wrong', { issues: [{ path: 'tries_left', message: '4' }] });
    const { user } = showProfile({});
    const place = await section('Two-step verification');
    await user.click(place.getByRole('button', { name: 'Turn on' }));
    await user.type(await place.findByRole('textbox', { name: 'Verification code' }), '000000');
    await waitFor(() =>
      expect(place.getByRole('textbox', { name: 'Verification code' })).toHaveAccessibleDescription(
        'This code isn’t correct. Tries left: 4.',
      ),
    );
    await user.type(place.getByRole('textbox', { name: 'Verification code' }), '{Backspace}0');
    expect(server.requests(confirmMfa)).toHaveLength(1);
    expect(place.getByText('No email? You can request another code in 45 seconds.')).toBeInTheDocument();
  });

  test('that can no longer be used is replaced by another one', async () => {
    server.answer(changeMfa, { ...sent, resend_in: 0 });
    server.fail(confirmMfa, 'code_expired', { times: 1 });
    const { user } = showProfile({});
    const place = await section('Two-step verification');
    await user.click(place.getByRole('button', { name: 'Turn on' }));
    await user.type(await place.findByRole('textbox', { name: 'Verification code' }), '000000');
    await waitFor(() =>
      expect(place.getByRole('textbox', { name: 'Verification code' })).toHaveAccessibleDescription(
        'This code is no longer valid. Request a new one.',
      ),
    );
    await user.click(place.getByRole('button', { name: 'Send another code' }));
    expect(
      await place.findByText('Another code has been sent. The previous one is no longer valid.'),
    ).toBeInTheDocument();
    expect(place.getByRole('textbox', { name: 'Verification code' })).toHaveValue('');
    expect(place.getByRole('textbox', { name: 'Verification code' })).toHaveFocus();
    expect(server.requests(changeMfa).map(({ body }) => body)).toEqual([
      { mfa_preference: 'EMAIL_OTP' },
      { mfa_preference: 'EMAIL_OTP' },
    ]);
  });
});

describe('the second step', () => {
  const name = (how: 'on' | 'off') => ({ name: `Turn ${how}` });
  async function enterPassword(password: string) {
    const { user } = showProfile({ profile: { mfa_preference: 'EMAIL_OTP' } });
    const place = await section('Two-step verification');
    await user.click(place.getByRole('button', name('off')));
    await user.type(place.getByLabelText('Your password'), password);
    await user.click(place.getByRole('button', { name: 'Send code' }));
    return { user, place };
  }

  test('is switched on by a code', async () => {
    server.answer(changeMfa, sent);
    server.answer(confirmMfa, profile({ mfa_preference: 'EMAIL_OTP' }));
    const { user } = showProfile({});
    const place = await section('Two-step verification');
    await user.click(place.getByRole('button', name('on')));
    await user.type(await place.findByRole('textbox', { name: 'Verification code' }), '123456');
    await waitFor(() => expect(notices).toEqual(['Two-step verification turned on']));
    expect(await place.findByText('On: you also enter a verification code from an email')).toBeInTheDocument();
    await waitFor(() => expect(place.getByRole('button', name('off'))).toHaveFocus());
  });

  test('is switched off by the password and a code', async () => {
    server.answer(changeMfa, sent);
    server.answer(confirmMfa, profile({ mfa_preference: 'NONE' }));
    const { user, place } = await enterPassword('demo-password-1');
    await user.type(await place.findByRole('textbox', { name: 'Verification code' }), '123456');
    await waitFor(() => expect(notices).toEqual(['Two-step verification turned off']));
    expect(await place.findByText('Off: you sign in with your password only')).toBeInTheDocument();
    await waitFor(() => expect(place.getByRole('button', name('on'))).toHaveFocus());
    expect(server.requests(changeMfa).map(({ body }) => body)).toEqual([
      { mfa_preference: 'NONE', password: 'demo-password-1' },
    ]);
  });

  test('asks for the password anew before another code is sent that switches it off, and takes the one on its way meanwhile', async () => {
    server.answer(changeMfa, { ...sent, resend_in: 0 });
    const { user, place } = await enterPassword('demo-password-1');
    await user.click(await place.findByRole('button', { name: 'Send another code' }));
    expect(await place.findByLabelText('Your password')).toHaveFocus();
    await user.click(place.getByRole('button', { name: 'Cancel' }));
    expect(await place.findByRole('textbox', { name: 'Verification code' })).toHaveFocus();
    await user.click(place.getByRole('button', { name: 'Send another code' }));
    const password = await place.findByLabelText('Your password');
    expect(password).toHaveValue('');
    expect(server.requests(changeMfa)).toHaveLength(1);
    await user.type(password, 'demo-password-2');
    await user.click(place.getByRole('button', { name: 'Send code' }));
    expect(await place.findByRole('textbox', { name: 'Verification code' })).toHaveFocus();
    expect(server.requests(changeMfa).map(({ body }) => body.password)).toEqual(['demo-password-1', 'demo-password-2']);
  });

  test('is not switched off with another password, which is said at its field', async () => {
    server.fail(changeMfa, 'password_wrong');
    const { place } = await enterPassword('wrong');
    await waitFor(() =>
      expect(place.getByLabelText('Your password')).toHaveAccessibleDescription('The password isn’t correct.'),
    );
    expect(place.queryByRole('textbox', { name: 'Verification code' })).not.toBeInTheDocument();
  });

  test('is not switched off without a password, and asks for it again where the code was thought over', async () => {
    server.answer(changeMfa, sent);
    const { user } = showProfile({ profile: { mfa_preference: 'EMAIL_OTP' } });
    const place = await section('Two-step verification');
    await user.click(place.getByRole('button', name('off')));
    expect(place.getByLabelText('Your password')).toHaveFocus();
    await user.click(place.getByRole('button', { name: 'Send code' }));
    expect(place.getByLabelText('Your password')).toHaveAccessibleDescription('Enter your password.');
    expect(server.requests(changeMfa)).toEqual([]);
    await user.type(place.getByLabelText('Your password'), 'demo-password-1');
    await user.click(place.getByRole('button', { name: 'Send code' }));
    expect(await place.findByRole('textbox', { name: 'Verification code' })).toHaveFocus();
    await user.click(place.getByRole('button', { name: 'Cancel' }));
    expect(place.getByRole('button', name('off'))).toHaveFocus();
    await user.click(place.getByRole('button', name('off')));
    expect(place.getByLabelText('Your password')).toHaveValue('');
  });

  test('can be thought over: the code that is on its way is asked for, and not sent twice', async () => {
    server.answer(changeMfa, sent);
    const { user } = showProfile({});
    const place = await section('Two-step verification');
    await user.click(place.getByRole('button', { name: 'Turn on' }));
    await user.click(await place.findByRole('button', { name: 'Cancel' }));
    expect(place.getByRole('button', { name: 'Turn on' })).toHaveFocus();
    await user.click(place.getByRole('button', { name: 'Turn on' }));
    expect(await place.findByRole('textbox', { name: 'Verification code' })).toHaveFocus();
    expect(server.requests(changeMfa)).toHaveLength(1);
  });

  test('where no code can be sent stays as it is, and says why', async () => {
    server.fail(changeMfa, 'rate_limited');
    const { user } = showProfile({});
    const place = await section('Two-step verification');
    await user.click(place.getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(notices).toEqual(['Too many attempts. Wait a moment and try again.']));
    expect(place.getByRole('button', { name: 'Turn on' })).toBeInTheDocument();
  });
});

describe('the password', () => {
  async function choose(current: string, next: string) {
    const { user } = showProfile({});
    const place = await section('Password');
    await user.click(place.getByRole('button', { name: 'Change password' }));
    if (current !== '') await user.type(place.getByLabelText('Current password'), current);
    if (next !== '') await user.type(place.getByLabelText('New password'), next);
    await user.click(place.getByRole('button', { name: 'Save password' }));
    return { user, place };
  }

  test('is changed, and the list of sign-ins asked for anew, because the others have ended', async () => {
    server.answer(changePassword, {});
    const { place } = await choose('demo-password-1', 'a new long password');
    await waitFor(() => expect(notices).toEqual(['Password changed. You’ve been signed out everywhere else.']));
    expect(server.requests(changePassword).map(({ body }) => body)).toEqual([
      { current_password: 'demo-password-1', new_password: 'a new long password' },
    ]);
    await waitFor(() => expect(server.requests(listOwnSessions)).toHaveLength(2));
    await waitFor(() => expect(place.getByRole('button', { name: 'Change password' })).toHaveFocus());
  });

  test('is named for password keepers, and can be looked at', async () => {
    const { user, place } = await choose('', '');
    expect(place.getByLabelText('Current password')).toHaveAttribute('autocomplete', 'current-password');
    expect(place.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password');
    expect(place.getByLabelText('New password')).toHaveAccessibleDescription(/at least 8 characters/);
    await user.click(place.getByRole('button', { name: 'Show New password' }));
    expect(place.getByLabelText('New password')).toHaveAttribute('type', 'text');
    expect(server.requests(changePassword)).toEqual([]);
  });

  test.each([
    ['password_wrong', 'Current password', /isn’t correct/],
    ['password_guessable', 'New password', /too easy to guess/],
  ] as const)('refused as %s is said beside the field it is about', async (code, field, words) => {
    server.fail(changePassword, code);
    const { place } = await choose('demo-password-1', 'password1');
    await waitFor(() => expect(place.getByLabelText(field)).toHaveAccessibleDescription(words));
    expect(place.getByLabelText(field)).toHaveFocus();
    expect(place.getByLabelText('New password')).toHaveValue('password1');
  });

  test('that cannot be sent is kept, and the failure said above the button', async () => {
    server.lose(changePassword);
    const { place } = await choose('demo-password-1', 'a new long password');
    await waitFor(() =>
      expect(place.getByText(/server can’t be reached.*What you entered is kept/)).toBeInTheDocument(),
    );
    expect(place.getByLabelText('New password')).toHaveValue('a new long password');
  });
});
