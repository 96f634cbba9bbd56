import { pageBlocks } from '@parlance/shared/contract/page/page';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { readChoice } from '../consent/consent-cookie.ts';
import { startCookies } from './cookies.ts';

let load: () => void;
/** The browser is idle whenever it is asked. */
const idle = jest.fn((run: () => void) => run());
beforeEach(() => {
  idle.mockClear();
  document.documentElement.lang = 'en';
  document.body.innerHTML = `<form><input aria-label="E-mail"></form><button id="cookies">Cookie settings</button>
    <script type="application/json" id="${pageBlocks.config}">${JSON.stringify({ supportEmail: 'help@chat.example' })}</script>`;
  jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  Object.assign(window, { requestIdleCallback: idle });
  load = () => window.dispatchEvent(new Event('load'));
});
afterEach(() => jest.restoreAllMocks());

test('the login page asks after everything else is there, and what is chosen waits for the page after signing in', async () => {
  startCookies();
  expect(idle).not.toHaveBeenCalled();
  load();
  expect(idle).toHaveBeenCalledTimes(1);
  const prompt = await screen.findByRole('dialog', { name: 'Cookies on Parlance' });
  expect(prompt).toHaveTextContent('help@chat.example');
  await userEvent.click(within(prompt).getByRole('button', { name: 'Accept all' }));
  expect(readChoice()).toEqual({ state: 'chosen', allowsAnalytics: true });
  expect(JSON.parse(sessionStorage.getItem('analytics.carried') ?? '')).toMatchObject([
    { name: 'consent_given', detail: { analytics: true } },
  ]);
});

test('the settings open from its foot, also for who has chosen; withdrawing there forgets what waited', async () => {
  startCookies();
  load();
  await userEvent.click(screen.getByRole('button', { name: 'Cookie settings' }));
  await waitFor(() => expect(document.documentElement).toHaveClass('show--preferences'));
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'Cookie settings' })).getByRole('button', { name: 'Necessary only' }),
  );
  expect(readChoice()).toEqual({ state: 'chosen', allowsAnalytics: false });
  expect(sessionStorage.getItem('analytics.carried')).toBeNull();
});
