import * as library from 'vanilla-cookieconsent';
import {
  analyticsCategory,
  consentCookieName,
  consentLastsDays,
  consentRevision,
  eraseConsentCookie,
  readChoice,
} from './consent-cookie.ts';
import { consentLanguageFor, consentTexts } from './texts.ts';
import { translationOf } from './translation.ts';
import './dialogs.css';

export { isRobot } from './robots.ts';

export type DialogOptions = {
  readonly supportEmail: string;
  readonly onChosen: (event: 'consent_given' | 'consent_changed', by: 'prompt' | 'settings') => void;
};

/** The dialogs that the library shows now; it has no way to ask. */
const shown = { consentModal: false, preferencesModal: false };
let stop: () => void = () => undefined;

/** Shows the prompt. It does not take the focus: nobody has asked for it. */
export async function openPrompt(given: DialogOptions): Promise<void> {
  await start(given);
  library.show(true);
}

/** Shows the settings, above the prompt if that is still open. */
export async function openSettings(given: DialogOptions): Promise<void> {
  giveWay();
  if (!shown.consentModal) await start(given);
  library.showPreferences();
}

/** Closes the prompt: the question was answered elsewhere. */
export function closePrompt(): void {
  if (!shown.consentModal) return;
  library.hidePreferences();
  library.hide();
}

/** Closes elements of the top layer, a menu or a drawer, which would lie above the settings and trap the focus. */
function giveWay(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]')) menu.hidePopover();
  for (const drawer of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) drawer.close();
}

/** Restarts the library, which reads the cookie only when it starts; another tab may have written it since. */
async function start(given: DialogOptions): Promise<void> {
  stop();
  library.reset();
  Object.assign(shown, { consentModal: false, preferencesModal: false });
  if (readChoice().state === 'unreadable') eraseConsentCookie();
  const root = document.createElement('div');
  root.id = 'cookie-consent';
  // Last in the page, in its visual order: the first link of the page stays the one that skips to the content.
  document.body.append(root);
  const stopLanguage = followLanguage(root);
  let stopHeight: () => void = () => undefined;
  stop = () => {
    stopLanguage();
    stopHeight();
    root.remove();
  };
  await library.run({
    ...settingsOf(given),
    root,
    onModalReady({ modalName, modal }) {
      for (const button of modal.querySelectorAll('[data-role]')) button.classList.add('button');
      modal.querySelector('[data-role="save"]')?.classList.add('button-main');
      if (modalName === 'consentModal') makeModeless(modal);
      else unfold(modal);
    },
    onModalShow({ modalName }) {
      shown[modalName] = true;
      if (modalName === 'consentModal') stopHeight = reserveRoom(root);
    },
    onModalHide({ modalName }) {
      shown[modalName] = false;
      if (modalName === 'consentModal') stopHeight();
    },
  });
}

function settingsOf({ supportEmail, onChosen }: DialogOptions): library.CookieConsentConfig {
  const chosen = (event: Parameters<typeof onChosen>[0]) =>
    onChosen(event, shown.preferencesModal ? 'settings' : 'prompt');
  return {
    revision: consentRevision,
    // “Enabled by default” (specification §9) is the switch in the settings; in this mode nothing is allowed before a
    // choice.
    mode: 'opt-in',
    categories: { necessary: { enabled: true, readOnly: true }, [analyticsCategory]: { enabled: true } },
    autoShow: false,
    hideFromBots: true,
    manageScriptTags: false,
    autoClearCookies: false,
    cookie: { name: consentCookieName, expiresAfterDays: consentLastsDays, sameSite: 'Lax', secure: true },
    language: {
      default: consentLanguageFor(document.documentElement.lang),
      translations: {
        en: translationOf(consentTexts.en, supportEmail),
        'zh-TW': translationOf(consentTexts['zh-TW'], supportEmail),
      },
    },
    onFirstConsent: () => chosen('consent_given'),
    onChange: () => chosen('consent_changed'),
  };
}

/**
 * Undoes the library's treatment of the prompt as modal, which focuses it and traps Tab. The page stays usable behind
 * it, so the prompt must not.
 */
function makeModeless(prompt: HTMLElement): void {
  prompt.removeAttribute('aria-modal');
  // The library would focus this element; outside the page it cannot.
  prompt.querySelector(':scope > [tabindex="-1"]')?.remove();
  prompt.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') event.stopPropagation();
  });
}

/** Expands the descriptions of the categories: there are only two. */
function unfold(settings: ParentNode): void {
  for (const fold of settings.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) fold.click();
}

/** Reserves room in the page for the prompt, so that it covers nothing. Returns a function that undoes it. */
function reserveRoom(root: HTMLElement): () => void {
  const { style } = document.documentElement;
  const prompt = root.querySelector<HTMLElement>('.cm');
  const observer = new ResizeObserver(() => style.setProperty('--consent-room', `${prompt?.offsetHeight ?? 0}px`));
  if (prompt !== null) observer.observe(prompt);
  return () => {
    observer.disconnect();
    style.removeProperty('--consent-room');
  };
}

/** Follows the language of the root element, which both pages set and change. */
function followLanguage(root: HTMLElement): () => void {
  const follow = async () => {
    root.lang = consentLanguageFor(document.documentElement.lang);
    if (await library.setLanguage(root.lang)) unfold(root);
  };
  root.lang = consentLanguageFor(document.documentElement.lang);
  const observer = new MutationObserver(() => void follow());
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}
