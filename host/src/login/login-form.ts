import { pageBlocks } from '@parlance/shared/contract/page-blocks';
import { nearestLanguage } from '@parlance/shared/contract/language-tags';
import { onTabNews, tellTabs } from '@parlance/shared/session/tab-news';
import { safePath } from '../safe-path.ts';
import { fetchTexts, readBlock, showTexts, textOf, textsOfPage, type Texts } from './page-texts.ts';
import { signIn, type Outcome } from './sign-in.ts';

type LoginConfig = {
  readonly apiBase: string;
  readonly language: string;
  /** This browser has no session cookie any more: tabs that think otherwise are to know. */
  readonly isSessionGone?: boolean;
  /** Files of the shell and of the screen that comes next, fetched while the person types. */
  readonly next?: readonly { readonly href: string; readonly as: string; readonly integrity?: string }[];
};

const languageKey = 'i18nextLng';
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const byId = <T extends HTMLElement>(id: string): T => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`host/pages/login.html has no #${id}.`);
  return element as T; // the ids and their elements stand together in login.html
};

/** Makes the form that came in the HTML usable. `leave` is given by tests. */
export function startLogin(leave: (path: string) => void = (path) => window.location.assign(path)): void {
  const config = readBlock<LoginConfig>(pageBlocks.config);
  const form = byId<HTMLFormElement>('login');
  let texts = textsOfPage();
  /** Kept as a key, so that a change of language says it again in the new one. */
  let shown: { readonly kind: 'none' } | { readonly kind: 'failure'; readonly outcome: Outcome } | { readonly kind: 'faults' } = { kind: 'none' };

  const say = () => {
    byId('failure').textContent = shown.kind === 'failure' ? sentence(texts, shown.outcome) : '';
    const faults = shown.kind === 'faults' ? faultsOf(form) : {};
    for (const name of ['email', 'password'] as const) {
      const key = faults[name];
      byId(`${name}-fault`).textContent = key === undefined ? '' : (textOf(texts, key) ?? '');
      byId(name).setAttribute('aria-invalid', String(key !== undefined));
    }
  };
  const setBusy = (isBusy: boolean) => {
    const button = byId<HTMLButtonElement>('submit');
    button.disabled = isBusy;
    button.textContent = textOf(texts, isBusy ? 'host.login.busy' : 'host.login.submit') ?? '';
  };

  if (config.isSessionGone === true) tellTabs('ended');
  const goOn = () => leave(safePath(new URLSearchParams(window.location.search).get('to')) ?? '/');

  // Whoever had several tabs open when the session ended signs in once.
  onTabNews((news) => {
    if (news === 'signed-in') goOn();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    shown = { kind: 'faults' };
    say();
    const faults = faultsOf(form);
    if (faults.email ?? faults.password) return byId(faults.email === undefined ? 'password' : 'email').focus();
    setBusy(true);
    void signIn(config.apiBase, valuesOf(form)).then((outcome) => {
      // The form stays busy while the next page comes: a second click would be a second session.
      if (outcome.kind === 'signed-in') {
        tellTabs('signed-in');
        return goOn();
      }
      setBusy(false);
      shown = { kind: 'failure', outcome };
      say();
      if (outcome.kind === 'refused' && outcome.code === 'credentials_wrong') byId<HTMLInputElement>('password').select();
    });
  });
  form.addEventListener('input', () => {
    if (shown.kind === 'faults') say();
  });
  form.addEventListener('focusin', () => prefetch(config), { once: true });
  form.addEventListener('input', () => prefetch(config), { once: true });
  // Back from the next page: the browser shows this one as it was left, busy.
  window.addEventListener('pageshow', ({ persisted }) => persisted && setBusy(false));
  startReveal(() => texts);
  startTheme();
  startLanguage(config, (language, next) => {
    texts = next;
    showTexts(texts, language);
    startTheme.relabel(texts);
    say();
  });
}

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  const textIn = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: textIn('email'), password: textIn('password') };
};

/** The key of what is wrong with a field, where something is. */
function faultsOf(form: HTMLFormElement): { email?: string; password?: string } {
  const { email, password } = valuesOf(form);
  return {
    ...(email.trim() === '' ? { email: 'host.login.emailMissing' } : emailShape.test(email.trim()) ? {} : { email: 'host.login.emailWrong' }),
    ...(password === '' ? { password: 'host.login.passwordMissing' } : {}),
  };
}

/** The page's own words for a code it knows, else the server's, which come in the language that was asked for. */
function sentence(texts: Texts, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'signed-in':
      return '';
    case 'offline':
      return textOf(texts, 'host.login.offline') ?? '';
    case 'unreachable':
      return textOf(texts, 'host.login.unreachable') ?? '';
    case 'refused':
      return textOf(texts, `shared.errors.${outcome.code}`) ?? outcome.message;
  }
}

function startReveal(texts: () => Texts): void {
  const reveal = byId('reveal');
  const password = byId<HTMLInputElement>('password');
  reveal.addEventListener('click', () => {
    const isShown = password.type === 'password';
    password.type = isShown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(isShown));
    reveal.dataset.text = isShown ? 'login.hide' : 'login.show';
    reveal.textContent = textOf(texts(), `host.${reveal.dataset.text}`) ?? '';
  });
}

const oneYearInSeconds = 365 * 24 * 60 * 60;

/** The cookie is the one of shared/theme, which this page does not load for its size. */
function startTheme(): void {
  const select = byId<HTMLSelectElement>('theme');
  select.addEventListener('change', () => {
    document.documentElement.dataset.theme = select.value;
    document.cookie = `theme=${select.value}; path=/; max-age=${oneYearInSeconds}; samesite=lax`;
  });
}
startTheme.relabel = (texts: Texts): void => {
  for (const option of byId<HTMLSelectElement>('theme').options) option.textContent = textOf(texts, `host.themes.${option.value}`) ?? option.textContent;
};

/** The server chose by Accept-Language; a choice that this browser keeps goes before it (specification §9). */
function startLanguage(config: LoginConfig, apply: (language: string, texts: Texts) => void): void {
  const select = byId<HTMLSelectElement>('language');
  let wanted = config.language;
  const change = async (language: string) => {
    wanted = language;
    const texts = await fetchTexts(language);
    // Whoever chooses twice gets the second, whichever arrives first.
    if (wanted !== language) return;
    apply(language, texts);
    select.value = language;
  };
  const failed = (error: unknown) => {
    console.warn('The texts of that language could not be fetched.', error);
    select.value = document.documentElement.lang;
  };
  select.addEventListener('change', () => {
    withStorage((storage) => storage.setItem(languageKey, select.value));
    void change(select.value).catch(failed);
  });
  const kept = nearestLanguage(withStorage((storage) => storage.getItem(languageKey)) ?? '');
  if (kept !== null && kept !== config.language) void change(kept).catch(failed);
}

/** A browser that denies its storage keeps no choice, and signs people in all the same. */
function withStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(window.localStorage);
  } catch (denied) {
    if (denied instanceof DOMException) return null;
    throw denied;
  }
}

/** Fetches what comes after signing in while the person types; on a connection that saves data it does not. */
function prefetch(config: LoginConfig): void {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true) return;
  for (const { href, as } of config.next ?? []) {
    if (document.querySelector(`link[href="${CSS.escape(href)}"]`) !== null) continue;
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = as;
    link.href = href;
    document.head.append(link);
  }
}
