import { codeStep } from './code-step.ts';
import { part } from '../elements.ts';
import { forgottenStep, sentStep } from './forgotten-step.ts';
import { fillTexts, textOf, type Texts } from '../page-texts.ts';
import { passwordStep } from './password-step.ts';
import { addressStep, resetStep } from './reset-step.ts';
import type { LoginPage, Occasion, StepMemory, Step, StepName } from './step.ts';

const makers: Readonly<Record<StepName, (page: LoginPage) => Step>> = {
  password: passwordStep,
  code: codeStep,
  forgotten: forgottenStep,
  sent: sentStep,
  reset: resetStep,
  address: addressStep,
};
const isStep = (name: string | null): name is StepName => name !== null && Object.hasOwn(makers, name);

/** An entry of the history as this page writes it. `depth`: how many of its steps lie before. */
type Entry = StepMemory & { readonly depth?: number };
const entry = (): Entry => (window.history.state as Entry | null) ?? {}; // nobody else writes entries of this page

/** The address of a step, with the way on after signing in. */
function addressOf(name: StepName): string {
  const query = new URLSearchParams();
  const to = new URLSearchParams(window.location.search).get('to');
  if (to !== null) query.set('to', to);
  if (name !== 'password') query.set('step', name);
  return query.size === 0 ? '/auth/login' : `/auth/login?${query}`;
}

export type Steps = {
  /** Which one is shown. */
  readonly current: () => StepName;
  /** Renders the page's texts again in its current language. */
  readonly say: () => void;
};

/** Shows one step of the sign-in at a time. `given` is what the steps ask of the page and is not about steps. */
export function startSteps(given: Pick<LoginPage, 'apiBase' | 'texts' | 'gone' | 'goOn'>): Steps {
  const made = new Map<StepName, Step>();
  const stepOf = (name: StepName): Step => {
    const step = made.get(name) ?? makers[name](page);
    made.set(name, step);
    return step;
  };
  const write = (how: 'pushState' | 'replaceState', name: StepName, state: Entry) =>
    window.history[how](state, '', addressOf(name));
  const page: LoginPage = {
    ...given,
    goOn() {
      // A person who comes back later starts over.
      write('replaceState', 'password', {});
      given.goOn();
    },
    go(name, remembered = {}) {
      write('replaceState', current, {
        ...entry(),
        ...(remembered.email === undefined ? {} : { email: remembered.email }),
      });
      write('pushState', name, { ...remembered, depth: (entry().depth ?? 0) + 1 });
      show(name, remembered);
    },
    replace(name, remembered = {}, occasion = {}) {
      write('replaceState', name, { ...remembered, depth: entry().depth ?? 0 });
      show(name, remembered, occasion);
    },
    back: () =>
      (entry().depth ?? 0) > 0
        ? window.history.back()
        : page.replace(current === 'sent' ? 'forgotten' : 'password', entry()),
    remember: (remembered) => write('replaceState', current, { ...entry(), ...remembered }),
  };
  const show = (name: StepName, remembered: StepMemory, occasion: Occasion = {}) => {
    const before = stepOf(current);
    const next = stepOf(name);
    before.leave?.();
    if (before !== next) before.element.replaceWith(next.element);
    current = name;
    fillTexts(next.element, given.texts());
    nameDocument(current, given.texts());
    next.enter(remembered, occasion);
  };
  /** A link in a mail, Back, Forward, an address: whatever led here. The secret of a link goes out of the address. */
  const follow = () => {
    const { token, code, address } = removeSecrets();
    if (address !== undefined) return page.replace('address', {}, { token: address });
    if (token !== undefined) return page.replace('reset', {}, { token });
    if (code !== undefined) return page.replace('code', entry(), { code });
    if (isAccountDeleted()) return page.replace('password', {}, { note: 'host.login.deleted' });
    show(stepInAddress(), entry());
  };

  let current: StepName = 'password';
  const form = stepOf(current).element;
  window.addEventListener('popstate', follow, { signal: given.gone });
  given.gone.addEventListener('abort', () => stepOf(current).leave?.());
  if (stepInAddress() !== 'password' || Object.keys(removeSecrets()).length > 0 || isAccountDeleted()) follow();
  else if (part<HTMLInputElement>(form, 'email').value === '')
    part<HTMLInputElement>(form, 'email').value = entry().email ?? '';
  return {
    current: () => current,
    say() {
      nameDocument(current, given.texts());
      stepOf(current).say();
    },
  };
}

/** The document is named after its step. */
function nameDocument(name: StepName, texts: Texts): void {
  const title = name === 'password' ? textOf(texts, 'host.login.title') : part(document, 'heading').textContent;
  document.title = `${title ?? ''} · Parlance`;
}

const stepInAddress = (): StepName => {
  const name = new URLSearchParams(window.location.search).get('step');
  return isStep(name) ? name : 'password';
};

/** Where deleting one's account ends. */
const isAccountDeleted = () => new URLSearchParams(window.location.search).has('farewell');

/** What a link in a mail carries: in its fragment, which is sent to no server. */
function removeSecrets(): { readonly token?: string; readonly code?: string; readonly address?: string } {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  return Object.fromEntries(
    ['token', 'code', 'address'].flatMap((name) => (fragment.has(name) ? [[name, fragment.get(name)]] : [])),
  );
}
