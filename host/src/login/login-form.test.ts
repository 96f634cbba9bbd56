import { signIn } from '@parlance/shared/contract/api/session/session';
import { tellTabs } from '@parlance/shared/session/tab-news';
import { fakeServer } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { loginTextsIn, openLogin as openLoginPage } from '../testing/open-login.ts';

const server = fakeServer();
const signedIn = { member_id: '0198f0aa-0000-7000-8000-000000000001', second_factor: null };
/** Where the page of this test leads to. */
let leave: jest.Mock<undefined, [path: string]>;

function openLogin(to?: string, config: object = {}): ReturnType<typeof userEvent.setup> {
  openLoginPage({ address: `/auth/login${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`, leave, config });
  return userEvent.setup();
}

const email = () => screen.getByRole('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Sign in' });

async function signInAs(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(email(), 'owner@pro.example');
  await user.type(password(), 'demo-password-1');
  await user.click(submit());
}

beforeEach(() => {
  leave = jest.fn();
  localStorage.clear();
});

test('where another tab signs in, this one goes on to where the person was', async () => {
  openLogin('/dialogue/42');
  const otherTab = new BroadcastChannel('parlance:session');
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  otherTab.postMessage('signed-in');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dialogue/42'));

  server.answer(signIn, signedIn);
  await signInAs(openLogin());
  await waitFor(() => expect(heard).toEqual(['signed-in']));
  otherTab.close();
});

test('a browser without a session cookie says so to its other tabs, and one with a cookie does not', async () => {
  const otherTab = new BroadcastChannel('parlance:session');
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  openLogin(undefined, { isSessionGone: false });
  openLogin();
  // In the order in which they are told: the pages before would have come first.
  tellTabs('signed-in');
  openLogin(undefined, { isSessionGone: true });
  await waitFor(() => expect(heard.at(-1)).toBe('ended'));
  expect(heard).toEqual(['signed-in', 'ended']);
  otherTab.close();
});

test('a browser that denies its storage shows another language, and signs people in all the same', async () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  server.answerAddress('http://localhost:3000/texts/en.json', () => ({ json: loginTextsIn('en') }));
  server.answerAddress('http://localhost:3000/texts/de-DE.json', () => ({ json: loginTextsIn('de-DE') }));
  const user = openLogin();
  for (const [language, name] of [
    ['de-DE', 'Anmelden'],
    ['en', 'Sign in'],
  ] as const) {
    await user.selectOptions(screen.getByRole('combobox', { name: /Language|Sprache/ }), language);
    await screen.findByRole('button', { name });
  }
  jest.restoreAllMocks();
  server.answer(signIn, signedIn);
  await signInAs(user);
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
});

test('signing in sends what the contract asks for and leads home', async () => {
  server.answer(signIn, signedIn);
  await signInAs(openLogin());
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  expect(server.requests(signIn).map(({ body }) => body)).toEqual([
    { email: 'owner@pro.example', password: 'demo-password-1' },
  ]);
});

test.each([
  ['/dialogue/1?x=2', '/dialogue/1?x=2'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('after signing in %s leads to %s', async (to, path) => {
  server.answer(signIn, signedIn);
  await signInAs(openLogin(to));
  await waitFor(() => expect(leave).toHaveBeenCalledWith(path));
});

test('wrong credentials are said in words, and what was typed is kept', async () => {
  server.fail(signIn, 'credentials_wrong');
  await signInAs(openLogin());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The email or password isn’t correct.'));
  expect(email()).toHaveValue('owner@pro.example');
  expect(password()).toHaveValue('demo-password-1');
  expect(submit()).toBeEnabled();
  expect(leave).not.toHaveBeenCalled();
});

test('too many attempts, and a lost server, have words of their own', async () => {
  server.fail(signIn, 'rate_limited');
  const user = openLogin();
  await signInAs(user);
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
  const limited = screen.getByRole('alert').textContent;
  server.lose(signIn);
  await user.click(submit());
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('The server couldn’t be reached. What you typed is kept'),
  );
  expect(limited).not.toBe(screen.getByRole('alert').textContent);
});

test.each([
  ['rate_limited', 40, 'Too many attempts. Try again in 40 seconds.'],
  [
    'account_locked',
    800,
    'Too many wrong passwords for this email. Try again in 14 minutes, or choose a new password by email.',
  ],
] as const)('%s is said with when to try again', async (code, retryAfter, words) => {
  server.fail(signIn, code, { retryAfter });
  await signInAs(openLogin());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
  expect(password()).toHaveValue('demo-password-1');
});

test('who has no account is led to one, and the way to a new password is a link before there is a script', () => {
  openLogin();
  expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/terms/privacy-policy');
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/auth/login?step=forgotten',
  );
  expect(document.forms[0]).toHaveAttribute('method', 'post');
});

test('who has deleted the account reads that it is done, once', () => {
  openLoginPage({ address: '/auth/login?farewell', leave });
  expect(screen.getByRole('status')).toHaveTextContent('Your account has been deleted.');
  expect(window.location.search).toBe('');
});

test('an answer that is not the server’s signs nobody in', async () => {
  server.answerRaw(signIn, 200, 'a proxy’s own page');
  await signInAs(openLogin());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The server couldn’t be reached.'));
  expect(leave).not.toHaveBeenCalled();
});

test('a code that this page does not know is said in the server’s words', async () => {
  server.answerRaw(signIn, 403, { success: false, code: 'moon_phase', message: 'Not tonight.', request_id: '1' });
  await signInAs(openLogin());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Not tonight.'));
});

test('an answer of 5xx is asked for once more', async () => {
  server.answer(signIn, signedIn);
  server.fail(signIn, 'internal', { times: 1 });
  await signInAs(openLogin());
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'), { timeout: 3000 });
});

test('an empty form says beside its fields what is missing, and sends nothing', async () => {
  const user = openLogin();
  await user.type(email(), 'owner');
  await user.click(submit());
  expect(email()).toHaveAccessibleDescription(/isn’t an email address/);
  expect(email()).toHaveFocus();
  expect(password()).toHaveAccessibleDescription('Enter your password.');
  await user.type(email(), '@pro.example');
  expect(email()).toHaveAccessibleDescription('');
  expect(server.requests(signIn)).toEqual([]);
});

test('the password can be shown and hidden', async () => {
  const user = openLogin();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(password()).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(password()).toHaveAttribute('type', 'password');
});

test('another language is shown at once, what was said as well, and remembered', async () => {
  server.fail(signIn, 'credentials_wrong');
  server.answerAddress('http://localhost:3000/texts/de-DE.json', () => ({ json: loginTextsIn('de-DE') }));
  const user = openLogin();
  await signInAs(user);
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'de-DE');
  expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('de-DE');
  expect(screen.getByRole('alert')).toHaveTextContent(/Passwort/);
  expect(screen.getByRole('textbox', { name: 'E-Mail' })).toHaveValue('owner@pro.example');
  expect(localStorage.getItem('i18nextLng')).toBe('de-DE');
  expect(document.cookie).toContain('language=de-DE');
});

test('a language whose texts do not arrive is told, and can be tried again', async () => {
  let isLost = true;
  server.answerAddress('http://localhost:3000/texts/de-DE.json', () =>
    isLost ? { status: 503, json: {} } : { json: loginTextsIn('de-DE') },
  );
  const user = openLogin();
  const language = screen.getByRole('combobox', { name: 'Language' });
  await user.selectOptions(language, 'de-DE');
  expect(
    await screen.findByText('The language couldn’t be changed because its texts didn’t load.'),
  ).toBeInTheDocument();
  expect(language).toHaveValue('en');
  isLost = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeInTheDocument();
  expect(language).toHaveFocus();
  expect(language).toHaveValue('de-DE');
  expect(screen.queryByText(/did not arrive/)).not.toBeInTheDocument();
});

test('a choice that was replaced by another one is not told when it fails', async () => {
  const [english, german] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  jest.spyOn(window, 'fetch').mockReturnValueOnce(english.promise).mockReturnValueOnce(german.promise);
  const user = openLogin();
  const language = screen.getByRole('combobox', { name: 'Language' });
  await user.selectOptions(language, 'en');
  await user.selectOptions(language, 'de-DE');
  english.resolve(Response.error());
  german.resolve(Response.json(loginTextsIn('de-DE')));
  expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  jest.restoreAllMocks();
});

test('the language this browser keeps goes before the server’s, which sends the next page in it', async () => {
  document.cookie = 'language=; max-age=0';
  localStorage.setItem('i18nextLng', 'de-DE');
  server.answerAddress('http://localhost:3000/texts/de-DE.json', () => ({ json: loginTextsIn('de-DE') }));
  openLogin();
  expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeInTheDocument();
  expect(document.cookie).toContain('language=de-DE');
});

test('the theme is kept in the cookie the server reads', async () => {
  const user = openLogin();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Appearance' }), 'dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.cookie).toContain('theme=dark');
});

test('the shell is fetched while the person types, and not before this page is all there and idle', async () => {
  const idle: (() => void)[] = [];
  Object.assign(window, { requestIdleCallback: (run: () => void) => idle.push(run) });
  const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const user = openLogin();
  await user.type(email(), 'o');
  expect(document.querySelector('link[rel="prefetch"]')).toBeNull();
  readyState.mockRestore();
  window.dispatchEvent(new Event('load'));
  expect(document.querySelector('link[rel="prefetch"]')).toBeNull();
  idle.forEach((it) => it());
  Reflect.deleteProperty(window, 'requestIdleCallback');
  expect(document.querySelector('link[rel="prefetch"]')).toHaveAttribute('href', '/assets/shell.js');
});
