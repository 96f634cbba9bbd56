import { signIn } from '@parlance/shared/contract/api/session/session';
import { tellTabs } from '@parlance/shared/session/tab-news';
import { fakeServer } from '@parlance/shared/testing';
import { fireEvent, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { openLogin } from '../../testing/open-login.ts';
import { type StartShell, waitingKey } from '../waiting-shell.ts';
import { takeOver } from './take-over.ts';

const server = fakeServer();
const files = ['/assets/shell.1.css', '/assets/shell.1.js'];
const shellPage = ({ script = '/assets/shell.1.js' } = {}) => `<!doctype html>
<html lang="de-DE" data-theme="dark"><head><meta name="color-scheme" content="dark"><script>globalThis.hasRun = true</script><title>Parlance</title>
<link rel="stylesheet" href="/assets/shell.1.css" nonce="of-another-answer"><script src="${script}" defer></script><link rel="preload" as="script" href="/remotes/chat/entry.js"></head>
<body><noscript>Scripts are needed</noscript><div id="root"><p>Painted</p></div><script type="application/json" id="parlance-config">{"release":"1"}</script></body></html>`;

const leave = jest.fn<undefined, [path: string]>();
const start = jest.fn<Promise<void>, Parameters<StartShell>>();
let answerPage: () => Response | Promise<Response>;
let pagesAsked: string[];

beforeEach(() => {
  for (const mock of [leave, start]) mock.mockReset();
  start.mockResolvedValue();
  answerPage = () => new Response(shellPage(), { headers: { 'referrer-policy': 'strict-origin-when-cross-origin' } });
  pagesAsked = [];
  const { fetch } = globalThis;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (typeof address !== 'string' || address.includes('/api/')) return fetch(address, init);
    pagesAsked.push(address);
    return answerPage();
  });
  server.answer(signIn, { member_id: '0198f0aa-0000-7000-8000-000000000001', second_factor: null });
  Object.assign(window, { requestIdleCallback: (run: () => void) => run() });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(globalThis, waitingKey);
  jest.restoreAllMocks();
});

const loading = () => [
  ...document.head.querySelectorAll<HTMLElement>('link[href^="/assets/shell"], script[src^="/assets/shell"]'),
];

/** What the browser does when the files have come. */
function shellArrives(): void {
  (globalThis as { [waitingKey]?: (start: StartShell) => void })[waitingKey]?.(start);
  for (const element of loading()) fireEvent.load(element);
}

async function signInAt(address: string, arrive: () => void = shellArrives): Promise<void> {
  openLogin({ address, leave, config: { shell: files, next: [] } });
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/login.css' }));
  const own = document.head.querySelector('link');
  own?.setAttribute('nonce', 'of-this-answer');
  const user = userEvent.setup();
  // Each page has a body of its own.
  const screen = within(document.body);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'owner@pro.example');
  arrive();
  await user.type(screen.getByLabelText('Password'), 'demo-password-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('the shell is loaded behind the login page, where its styles apply to nothing, and starts when somebody has signed in', async () => {
  const before = performance.now();
  await signInAt('/auth/login?to=%2Fdialogue%2F42%3Fx%3D1', () => {
    expect(
      loading().map((it) => [it.getAttribute('href') ?? it.getAttribute('src'), it.getAttribute('media')]),
    ).toEqual([
      ['/assets/shell.1.css', 'not all'],
      ['/assets/shell.1.js', null],
    ]);
    shellArrives();
    expect(start).not.toHaveBeenCalled();
  });
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
  expect(start.mock.calls[0]?.[0]).toBeGreaterThan(before);
  expect(pagesAsked).toEqual(['/dialogue/42?x=1']);
  expect(leave).not.toHaveBeenCalled();
});

test('the page that is shown is the one that was fetched: nothing of the login is in it, and no script of it runs', async () => {
  await signInAt('/auth/login');
  await waitFor(() => expect(start).toHaveBeenCalled());
  expect([document.title, document.documentElement.lang, document.documentElement.dataset.theme]).toEqual([
    'Parlance',
    'de-DE',
    'dark',
  ]);
  expect(document.getElementById('root')).toHaveTextContent('Painted');
  expect(document.getElementById('parlance-config')?.textContent).toBe('{"release":"1"}');
  expect(document.getElementById('login')).toBeNull();
  expect(document.querySelector('link[href="/assets/login.css"]')).toBeNull();
  expect(document.querySelector('link[rel="stylesheet"]')).toHaveAttribute('media', 'all');
  expect(document.querySelector('link[rel="preload"]')).toHaveAttribute('href', '/remotes/chat/entry.js');
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'strict-origin-when-cross-origin');
  expect('hasRun' in globalThis).toBe(false);
  expect([window.location.pathname, window.history.state]).toEqual(['/', null]);
});

test('its sheet has the nonce of the policy that holds here', async () => {
  await signInAt('/auth/login', () => undefined);
  expect(document.querySelector<HTMLLinkElement>('link[href="/assets/shell.1.css"]')?.getAttribute('nonce')).toBe(
    'of-this-answer',
  );
  shellArrives();
  await waitFor(() => expect(start).toHaveBeenCalled());
});

test('what the login page listened to it hears no more', async () => {
  await signInAt('/auth/login');
  await waitFor(() => expect(start).toHaveBeenCalled());
  const told = new Promise((resolve) =>
    new BroadcastChannel('parlance:session').addEventListener('message', resolve, { once: true }),
  );
  tellTabs('signed-in');
  await told;
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(document.getElementById('login')).toBeNull();
  expect(pagesAsked).toEqual(['/']);
  expect(leave).not.toHaveBeenCalled();
});

test('another tab that signs in meanwhile does not begin it a second time', async () => {
  const page = Promise.withResolvers<Response>();
  answerPage = () => page.promise;
  await signInAt('/auth/login');
  await waitFor(() => expect(pagesAsked).toHaveLength(1));
  const otherTab = new BroadcastChannel('parlance:session');
  otherTab.postMessage('signed-in');
  otherTab.close();
  page.resolve(new Response(shellPage()));
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
  expect(pagesAsked).toEqual(['/']);
});

test('a shell that is on its way is waited for', async () => {
  await signInAt('/auth/login', () => undefined);
  await waitFor(() => expect(pagesAsked).toEqual(['/']));
  expect(document.getElementById('login')).toBeInTheDocument();
  shellArrives();
  await waitFor(() => expect(start).toHaveBeenCalled());
});

describe('the browser loads the page', () => {
  beforeEach(() => jest.spyOn(console, 'warn').mockImplementation());

  test.each([
    ['where it is of another release', () => new Response(shellPage({ script: '/assets/shell.2.js' }))],
    [
      'where it is of another program',
      () => new Response('<!doctype html><html><head></head><body>A form</body></html>'),
    ],
    ['where it is refused', () => new Response(shellPage(), { status: 503 })],
    ['where it leads elsewhere', () => Object.defineProperty(new Response(shellPage()), 'redirected', { value: true })],
    ['where it does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s', async (_, answer) => {
    answerPage = answer;
    await signInAt('/auth/login?to=%2Fdialogues');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/dialogues'));
    expect(start).not.toHaveBeenCalled();
    expect(document.getElementById('login')).toBeInTheDocument();
  });

  test('where the shell could not be loaded', async () => {
    await signInAt('/auth/login', () => loading().forEach((it) => fireEvent.error(it)));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  });

  test('where it hangs', async () => {
    jest.useFakeTimers();
    const giveWay = jest.fn();
    const isDone = takeOver('/', { scripts: [], sheets: [], start: new Promise(() => undefined) }, giveWay);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await isDone).toBe(false);
    expect(giveWay).not.toHaveBeenCalled();
    jest.useRealTimers();
  });

  test('where the connection is to be spared: nothing is loaded ahead', async () => {
    Object.assign(navigator, { connection: { saveData: true } });
    await signInAt('/auth/login', () => expect(loading()).toEqual([]));
    Reflect.deleteProperty(navigator, 'connection');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(pagesAsked).toEqual([]);
  });
});
