import { resendSignInCode, signIn, verifySignIn } from '@parlance/shared/contract/api/session/session';
import { codeLength, codeMinutes } from '@parlance/shared/contract/values/code';
import { fakeServer } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { loginTextsIn, openLogin } from '../../testing/open-login.ts';

const server = fakeServer();
const member = '0198f0aa-0000-7000-8000-000000000001';
const signedIn = { member_id: member, second_factor: null };
/** Where the page of this test leads to. */
let leave: jest.Mock<undefined, [path: string]>;
const codeIsSent = (resendIn = 0) => ({
  member_id: null,
  second_factor: { method: 'EMAIL_OTP' as const, code: { resend_in: resendIn, expires_in: 600, tries_left: 5 } },
});

const code = () => screen.getByRole('textbox', { name: 'Verification code' });
const sentCodes = () => server.requests(verifySignIn).map(({ body }) => body.code);

async function comeToTheCode({ address = '/auth/login', resendIn = 0 } = {}): Promise<UserEvent> {
  server.answer(signIn, codeIsSent(resendIn));
  openLogin({ address, leave });
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'otp@pro.example');
  await user.type(screen.getByLabelText('Password'), 'demo-password-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Enter your verification code' });
  return user;
}

beforeEach(() => {
  leave = jest.fn();
  localStorage.clear();
});

test('after the password the code is asked for in place, and leads to where the person wanted to go', async () => {
  server.answer(verifySignIn, signedIn);
  const user = await comeToTheCode({ address: '/auth/login?to=%2Fdialogue%2F42' });
  expect(code()).toHaveFocus();
  expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(screen.getByText('otp@pro.example')).toBeInTheDocument();
  expect(document.title).toBe('Enter your verification code · Parlance');
  expect(window.location.search).toBe('?to=%2Fdialogue%2F42&step=code');
  expect(leave).not.toHaveBeenCalled();
  await user.type(code(), '123456');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dialogue/42'));
  expect(sentCodes()).toEqual(['123456']);
  expect(window.location.search).toBe('?to=%2Fdialogue%2F42');
});

test.each([['123 456'], ['Code: 123-456'], ['１２３４５６'], ['๑๒๓๔๕๖']])(
  '“%s” can be pasted, and sends itself',
  async (pasted) => {
    server.answer(verifySignIn, signedIn);
    const user = await comeToTheCode();
    await user.click(code());
    await user.paste(pasted);
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(sentCodes()).toEqual(['123456']);
  },
);

test('a wrong code is said beside it with the tries that are left, is not sent again by itself, and the right one then works', async () => {
  server.answer(verifySignIn, signedIn);
  server.fail(verifySignIn, 'code_wrong', { times: 1, issues: [{ path: 'tries_left', message: '4' }] });
  const user = await comeToTheCode();
  await user.type(code(), '000000');
  await screen.findByText('This code isn’t correct. Tries left: 4.');
  expect(code()).toHaveAccessibleDescription(/Tries left: 4/);
  expect(code()).toHaveAttribute('aria-invalid', 'true');
  // Enter, which many press out of habit, is no further try.
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(sentCodes()).toEqual(['000000']);
  expect(code()).toHaveAccessibleDescription(/Tries left: 4/);
  await user.clear(code());
  expect(code()).toHaveAttribute('aria-invalid', 'false');
  await user.type(code(), '00000');
  await user.type(code(), '0');
  expect(sentCodes()).toEqual(['000000']);
  await user.clear(code());
  await user.type(code(), '123456');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
});

test('the right code that takes the place of a wrong one in one go is sent', async () => {
  server.answer(verifySignIn, signedIn);
  server.fail(verifySignIn, 'code_wrong', { times: 1, issues: [{ path: 'tries_left', message: '4' }] });
  const user = await comeToTheCode();
  await user.type(code(), '000000');
  await screen.findByText('This code isn’t correct. Tries left: 4.');
  await user.tripleClick(code());
  await user.paste('123 456');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  expect(sentCodes()).toEqual(['000000', '123456']);
});

test.each([
  ['code_expired', undefined],
  ['code_wrong', '0'],
] as const)('a dead code (%s) is said to need another one, which can be sent', async (failure, tries) => {
  server.fail(verifySignIn, failure, tries === undefined ? {} : { issues: [{ path: 'tries_left', message: tries }] });
  server.answer(resendSignInCode, { resend_in: 45, expires_in: 600, tries_left: 5 });
  const user = await comeToTheCode();
  await user.type(code(), '123456');
  await screen.findByText('This code is no longer valid. Request a new one.');
  await user.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(
    await screen.findByText('Another code has been sent. The previous one is no longer valid.'),
  ).toBeInTheDocument();
  expect(screen.getByText('No email? You can request another code in 45 seconds.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send another code' })).not.toBeInTheDocument();
  expect(code()).toHaveFocus();
  expect(code()).toHaveValue('');
  expect(code()).toHaveAttribute('aria-invalid', 'false');
});

test('who has just been sent a code waits for another one, and is told how long', async () => {
  await comeToTheCode({ resendIn: 45 });
  const wait = screen.getByText('No email? You can request another code in 45 seconds.');
  expect(wait.closest('[aria-live], [role=status], [role=alert]')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send another code' })).not.toBeInTheDocument();
});

test('another code that is asked for twice is sent once', async () => {
  server.answer(resendSignInCode, { resend_in: 0, expires_in: 600, tries_left: 5 });
  await comeToTheCode();
  const button = screen.getByRole('button', { name: 'Send another code' });
  button.click();
  button.click();
  await screen.findByText(/^Another code has been sent/);
  server.answer(resendSignInCode, { resend_in: 45, expires_in: 600, tries_left: 5 });
  button.click();
  await screen.findByText(/45 seconds/);
  expect(server.requests(resendSignInCode)).toHaveLength(2);
});

test('a refusal to send another code says when it is possible', async () => {
  server.fail(resendSignInCode, 'rate_limited', { retryAfter: 1200 });
  const user = await comeToTheCode();
  await user.click(screen.getByRole('button', { name: 'Send another code' }));
  await waitFor(() =>
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent('Too many attempts. Try again in 20 minutes.'),
  );
  expect(screen.getByText('No email? You can request another code in 20 minutes.')).toBeInTheDocument();
});

test('Back leads to the password: the e-mail is still there, the password is not, and Forward to the code again', async () => {
  const user = await comeToTheCode({ address: '/auth/login?to=%2Fbots%2F7' });
  await user.click(screen.getByRole('button', { name: 'Back to password' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('otp@pro.example');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(window.location.search).toBe('?to=%2Fbots%2F7');
  window.history.forward();
  await screen.findByRole('heading', { name: 'Enter your verification code' });
});

test('loaded again, the page is where it was; loaded without a sign-in that waits, it begins anew', async () => {
  await comeToTheCode({ resendIn: 45 });
  openLogin({ leave });
  expect(await screen.findByRole('heading', { name: 'Enter your verification code' })).toBeInTheDocument();
  expect(screen.getByText('otp@pro.example')).toBeInTheDocument();
  expect(screen.getByText(/You can request another code in/)).toBeInTheDocument();
  openLogin({ address: '/auth/login?step=code', leave });
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
  expect(window.location.search).toBe('');
});

test('a sign-in that took too long begins anew with the e-mail, and says why', async () => {
  server.fail(verifySignIn, 'unauthenticated');
  const user = await comeToTheCode();
  await user.type(code(), '123456');
  expect(await screen.findByRole('alert')).toHaveTextContent('your session has ended');
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('otp@pro.example');
});

test.each(['%', 'half a=token', '<script>'])('a token that is not the server’s is not sent: %s', async (planted) => {
  const sent: (string | null)[] = [];
  server.answer(verifySignIn, ({ headers }) => {
    sent.push(headers.get('x-csrftoken'));
    return signedIn;
  });
  document.cookie = `csrftoken=${planted}; path=/`;
  const user = await comeToTheCode();
  await user.type(code(), '123456');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  expect(sent).toEqual([null]);
  document.cookie = 'csrftoken=; path=/; max-age=0';
});

test('a tab that finds nobody signed in takes the token away; the code is sent again with the one the refusal gives back', async () => {
  server.answer(verifySignIn, ({ headers }) => {
    expect(headers.get('x-csrftoken')).toBe('anew');
    return signedIn;
  });
  server.fail(verifySignIn, 'csrf_failed', { times: 1 });
  const user = await comeToTheCode();
  // The fake server sets no cookies; the browser would have it by the time the refusal is there.
  const { fetch } = window;
  window.fetch = async (...given) => {
    const answer = await fetch(...given);
    if (answer.status === 403) document.cookie = 'csrftoken=anew; path=/';
    return answer;
  };
  await user.type(code(), '123456');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  window.fetch = fetch;
  document.cookie = 'csrftoken=; path=/; max-age=0';
});

test('the link of the mail does the same, and its code does not stay in the address', async () => {
  server.answer(verifySignIn, signedIn);
  openLogin({ address: '/auth/login#code=123456', leave });
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  expect(sentCodes()).toEqual(['123456']);
  expect(window.location.href).not.toContain('123456');
});

test('the link opened in another browser signs nobody in, and says where it works', async () => {
  server.fail(verifySignIn, 'unauthenticated');
  openLogin({ address: '/auth/login#code=123456', leave });
  expect(await screen.findByText(/only works in the browser where you’re signing in/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
  expect(leave).not.toHaveBeenCalled();
});

test('while the code is asked for, a sign-in in another tab goes on here too', async () => {
  await comeToTheCode({ address: '/auth/login?to=%2Fbots%2F7' });
  const otherTab = new BroadcastChannel('parlance:session');
  otherTab.postMessage('signed-in');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/bots/7'));
  otherTab.close();
});

test('another language says the whole step again, what was wrong too', async () => {
  server.fail(verifySignIn, 'code_wrong', { issues: [{ path: 'tries_left', message: '4' }] });
  server.answerAddress('http://localhost:3000/texts/de-DE.json', () => ({ json: loginTextsIn('de-DE') }));
  const user = await comeToTheCode({ resendIn: 45 });
  await user.type(code(), '000000');
  await screen.findByText(/Tries left/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'de-DE');
  await screen.findByRole('heading', { name: 'Bestätigungscode eingeben' });
  expect(screen.getByText(/Verbleibende Versuche: 4/)).toBeInTheDocument();
  expect(screen.getByText(/In \d+ Sekunden können/)).toBeInTheDocument();
  expect(document.title).toBe('Bestätigungscode eingeben · Parlance');
});

test('the figures of the texts are the contract’s', () => {
  expect([codeLength, codeMinutes]).toEqual([6, 10]);
});
