import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { consentCookieName, eraseConsentCookie, readChoice } from './consent-cookie.ts';
import {
  createCookieConsent,
  openCookiePreferences,
  startCookieConsent,
  type ConsentChoice,
  type CookieConsent,
} from './cookie-consent.ts';
import { closePrompt } from './dialogs.ts';

const day = 24 * 60 * 60 * 1000;
let chosen: ConsentChoice[];
let written: string[];
let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  closePrompt();
  eraseConsentCookie();
  chosen = [];
  written = [];
  user = userEvent.setup();
  document.body.innerHTML = '<main><button>Somewhere else</button></main>';
  document.documentElement.lang = 'en';
});
afterEach(() => jest.restoreAllMocks());

const create = (supportEmail = () => 'help@chat.example', gone?: AbortSignal): CookieConsent =>
  createCookieConsent({
    supportEmail,
    ...(gone === undefined ? {} : { gone }),
    onChosen: (it) => chosen.push(it),
    onTrouble: (error) => {
      throw error;
    },
  });
function watchCookie(): void {
  const write = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!.set!;
  jest.spyOn(document, 'cookie', 'set').mockImplementation(function set(this: Document, text: string) {
    written.push(text);
    write.call(document, text);
  });
}
const inCookie = () =>
  JSON.parse(decodeURIComponent(document.cookie.split(`${consentCookieName}=`)[1]!)) as Record<string, unknown>;
// jsdom lacks our style sheet, which hides the prompt.
const isPromptShown = () => document.documentElement.classList.contains('show--consent');
const areSettingsShown = () => document.documentElement.classList.contains('show--preferences');
const prompt = () => screen.findByRole('dialog', { name: 'Cookies on Parlance' });
const settings = () => screen.findByRole('dialog', { name: 'Cookie settings' });
async function ask(consent = create()): Promise<CookieConsent> {
  consent.offer();
  await waitFor(() => expect(isPromptShown()).toBe(true));
  return consent;
}
/**
 * The address is read as soon as the dialogs' code is loaded. The first request has read it when another dialog is
 * shown.
 */
const supportEmail = jest.fn(() => 'never@chat.example');
beforeEach(() => supportEmail.mockClear());

test('a page that has given way to another one takes its question away, asks nothing more and hears of no choice', async () => {
  const gone = new AbortController();
  const consent = await ask(create(undefined, gone.signal));
  const heard = jest.fn();
  consent.onChange(heard);
  gone.abort();
  await waitFor(() => expect(isPromptShown()).toBe(false));
  consent.offer();
  // Only the next request is shown.
  await ask(create(() => 'next@chat.example'));
  expect(within(await prompt()).getByRole('link', { name: 'next@chat.example' })).toBeInTheDocument();
  await user.click(within(await prompt()).getByRole('button', { name: /Accept/ }));
  fireEvent.focus(window);
  expect(heard).not.toHaveBeenCalled();
});

describe('who is asked', () => {
  test('a person who has not chosen, with the address of customer support', async () => {
    await ask();
    expect(within(await prompt()).getByRole('link', { name: 'help@chat.example' })).toHaveAttribute(
      'href',
      'mailto:help@chat.example',
    );
  });

  test('§1: a robot never is, not even on demand', async () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; Googlebot/2.1)');
    const consent = create(supportEmail);
    consent.offer();
    consent.openPreferences();
    // The dialogs load together with the list of robots; a later request is shown at once.
    await import('./dialogs.ts');
    await Promise.resolve();
    jest.restoreAllMocks();
    await ask();
    expect(supportEmail).not.toHaveBeenCalled();
  });

  test('nobody who has chosen, and nothing is fetched for them', async () => {
    await ask();
    await user.click(within(await prompt()).getByRole('button', { name: 'Necessary only' }));
    create(supportEmail).offer();
    create().openPreferences();
    await waitFor(() => expect(areSettingsShown()).toBe(true));
    expect(supportEmail).not.toHaveBeenCalled();
  });

  test.each([
    ['cannot be read', 'yes'],
    [
      'holds a moment that is none',
      encodeURIComponent(
        JSON.stringify({
          categories: ['analytics'],
          revision: 1,
          consentId: 'x',
          consentTimestamp: 'x',
          lastConsentTimestamp: 'x',
        }),
      ),
    ],
    [
      'is of another revision',
      encodeURIComponent(
        JSON.stringify({
          categories: ['analytics'],
          revision: 0,
          consentId: 'x',
          consentTimestamp: new Date().toISOString(),
          lastConsentTimestamp: new Date().toISOString(),
        }),
      ),
    ],
  ])('somebody whose cookie %s, and the answer is kept', async (_, value) => {
    document.cookie = `${consentCookieName}=${value}; path=/`;
    const consent = create();
    expect(consent.isAllowed()).toBe(false);
    await ask(consent);
    await user.click(within(await prompt()).getByRole('button', { name: 'Accept all' }));
    expect(readChoice()).toEqual({ state: 'chosen', allowsAnalytics: true });
    expect(chosen).toEqual([{ event: 'consent_given', allowsAnalytics: true, by: 'prompt' }]);
  });
});

describe('the choice', () => {
  test('before it nothing is allowed and nothing is kept, though the switch of the analytics stands on', async () => {
    const consent = await ask();
    await user.click(within(await prompt()).getByRole('button', { name: 'Settings' }));
    expect(within(await settings()).getByRole('checkbox', { name: 'Analytics' })).toBeChecked();
    expect(within(await settings()).getByRole('checkbox', { name: 'Necessary' })).toBeChecked();
    expect(within(await settings()).getByRole('checkbox', { name: 'Necessary' })).toBeDisabled();
    expect(consent.isAllowed()).toBe(false);
    expect(document.cookie).not.toContain(consentCookieName);
  });

  test('to accept allows the analytics, and is kept for 182 days in a cookie of this site', async () => {
    const consent = await ask();
    let told = 0;
    consent.onChange(() => (told += 1));
    watchCookie();
    await user.click(within(await prompt()).getByRole('button', { name: 'Accept all' }));
    expect(consent.isAllowed()).toBe(true);
    expect(told).toBe(1);
    expect(isPromptShown()).toBe(false);
    expect(inCookie()).toMatchObject({ categories: ['necessary', 'analytics'], revision: 1 });
    const [cookie] = written;
    expect(cookie).toMatch(/; Path=\/; SameSite=Lax/);
    const expires = Date.parse(/expires=([^;]+)/.exec(cookie ?? '')?.[1] ?? '');
    expect(Math.round((expires - Date.now()) / day)).toBe(182);
  });

  test('to refuse allows nothing, and is kept as well', async () => {
    const consent = await ask();
    await user.click(within(await prompt()).getByRole('button', { name: 'Necessary only' }));
    expect(consent.isAllowed()).toBe(false);
    expect(inCookie()).toMatchObject({ categories: ['necessary'] });
    expect(chosen).toEqual([{ event: 'consent_given', allowsAnalytics: false, by: 'prompt' }]);
  });

  test('§4: the first is a consent given, what follows are changes, each known before it is recorded', async () => {
    const seen: boolean[] = [];
    const consent: CookieConsent = createCookieConsent({
      supportEmail: () => 'help@chat.example',
      onChosen(it) {
        seen.push(consent.isAllowed());
        chosen.push(it);
      },
      onTrouble: () => undefined,
    });
    await ask(consent);
    await user.click(within(await prompt()).getByRole('button', { name: 'Accept all' }));
    for (const label of ['off', 'on']) {
      consent.openPreferences();
      await waitFor(() => expect(areSettingsShown()).toBe(true));
      expect([
        label,
        (await within(await settings()).findByRole<HTMLInputElement>('checkbox', { name: 'Analytics' })).checked,
      ]).toEqual([label, label === 'off']);
      await user.click(within(await settings()).getByRole('checkbox', { name: 'Analytics' }));
      await user.click(within(await settings()).getByRole('button', { name: 'Save settings' }));
    }
    expect(chosen).toEqual([
      { event: 'consent_given', allowsAnalytics: true, by: 'prompt' },
      { event: 'consent_changed', allowsAnalytics: false, by: 'settings' },
      { event: 'consent_changed', allowsAnalytics: true, by: 'settings' },
    ]);
    expect(seen).toEqual([true, false, true]);
  });

  test('settings that are closed without saving change nothing', async () => {
    const consent = await ask();
    await user.click(within(await prompt()).getByRole('button', { name: 'Settings' }));
    await user.click(within(await settings()).getByRole('checkbox', { name: 'Analytics' }));
    // The library reads `keyCode`, which user-event does not set.
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', keyCode: 27 });
    expect(areSettingsShown()).toBe(false);
    expect(isPromptShown()).toBe(true);
    expect(chosen).toEqual([]);
    expect(consent.isAllowed()).toBe(false);
  });
});

describe('other tabs', () => {
  test('a choice made in one holds in the others at once, and takes their question away', async () => {
    const here = await ask();
    let told = 0;
    here.onChange(() => (told += 1));
    document.cookie = `${consentCookieName}=${encodeURIComponent(JSON.stringify({ categories: ['necessary', 'analytics'], revision: 1, consentId: 'x', consentTimestamp: new Date().toISOString(), lastConsentTimestamp: new Date().toISOString() }))}; path=/`;
    const otherTab = new BroadcastChannel('parlance:cookie-consent');
    otherTab.postMessage(null);
    await waitFor(() => expect(here.isAllowed()).toBe(true));
    otherTab.close();
    expect(told).toBe(1);
    await waitFor(() => expect(isPromptShown()).toBe(false));
    expect(chosen).toEqual([]);
  });

  test('without the channel it holds as soon as the page is seen', async () => {
    const here = await ask();
    await user.click(within(await prompt()).getByRole('button', { name: 'Accept all' }));
    eraseConsentCookie();
    expect(here.isAllowed()).toBe(true);
    window.dispatchEvent(new Event('focus'));
    expect(here.isAllowed()).toBe(false);
  });
});

describe('the prompt and the page', () => {
  test('it takes no focus, holds no focus, and is the last thing in the page', async () => {
    const elsewhere = screen.getByRole('button', { name: 'Somewhere else' });
    elsewhere.focus();
    await ask();
    // The library moves the focus some time after the prompt is shown.
    const given = jest.spyOn(HTMLElement.prototype, 'focus');
    await waitFor(() => expect(given).toHaveBeenCalled());
    expect(elsewhere).toHaveFocus();
    const dialog = await prompt();
    expect(dialog).not.toHaveAttribute('aria-modal');
    expect(document.body.lastElementChild).toContainElement(dialog);
    await user.tab();
    expect(within(dialog).getByRole('link', { name: 'help@chat.example' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(elsewhere).toHaveFocus();
  });

  test('it follows the language of the page at once, the settings too, and says which language it is', async () => {
    await ask();
    await user.click(within(await prompt()).getByRole('button', { name: 'Settings' }));
    document.documentElement.lang = 'zh-TW';
    expect(await screen.findByRole('dialog', { name: 'Parlance 的 Cookie' })).toBeInTheDocument();
    const inChinese = await screen.findByRole('dialog', { name: 'Cookie 設定' });
    expect(within(inChinese).getByRole('button', { name: '分析' })).toHaveAttribute('aria-expanded', 'true');
    expect(inChinese.closest('[lang]')).toHaveAttribute('lang', 'zh-TW');
    document.documentElement.lang = 'de-DE';
    expect((await prompt()).closest('[lang]')).toHaveAttribute('lang', 'en');
  });

  test('the settings open from anywhere, above what the browser keeps above the page', async () => {
    startCookieConsent({
      supportEmail: () => 'help@chat.example',
      onChosen: (it) => chosen.push(it),
      onTrouble: () => undefined,
    });
    const drawer = document.createElement('dialog');
    document.body.append(drawer);
    drawer.showModal();
    openCookiePreferences();
    await waitFor(() => expect(areSettingsShown()).toBe(true));
    expect(drawer.open).toBe(false);
    expect(isPromptShown()).toBe(false);
    await user.click(within(await settings()).getByRole('button', { name: 'Accept all' }));
    expect(chosen).toEqual([{ event: 'consent_given', allowsAnalytics: true, by: 'settings' }]);
  });
});
