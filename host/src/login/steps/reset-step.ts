import { ask } from '../ask.ts';
import { fromTemplate, part } from '../elements.ts';
import { newPasswordFault } from './new-password.ts';
import { startReveal } from './reveal.ts';
import { sentence } from '../sentence.ts';
import { startForm } from './step-form.ts';
import type { LoginPage, Occasion, Step } from './step.ts';

/**
 * What the link of a mail is for: what takes it, the texts of the step where they are not those of the page, and where
 * to go without a link that works.
 */
type Link = {
  readonly path: string;
  readonly texts: { readonly done: string; readonly reopen: string; readonly heading?: string; readonly lead?: string };
  withoutIt(page: LoginPage, occasion: Occasion): void;
};

const forgotten: Link = {
  path: '/auth/v1/password_reset/confirmation',
  texts: { done: 'host.login.reset.done', reopen: 'host.login.forgotten.reopen' },
  withoutIt: (page, occasion) => page.replace('forgotten', {}, occasion),
};
/** The address that an account had before a change: it comes back with a new password. */
const formerAddress: Link = {
  path: '/auth/v1/email_reversal',
  texts: {
    heading: 'host.login.address.heading',
    lead: 'host.login.address.lead',
    done: 'host.login.address.done',
    reopen: 'host.login.address.reopen',
  },
  withoutIt: (page, occasion) => page.replace('password', {}, occasion),
};

export const resetStep = (page: LoginPage): Step => linkStep(page, forgotten);
export const addressStep = (page: LoginPage): Step => linkStep(page, formerAddress);

/** The link of a mail led here: a new password is chosen. It signs nobody in. */
function linkStep(page: LoginPage, link: Link): Step {
  const form = fromTemplate<HTMLFormElement>('reset-step');
  for (const id of ['heading', 'lead'] as const) {
    const key = link.texts[id];
    if (key !== undefined) part(form, id).dataset.text = key.replace(/^host\./, '');
  }
  const password = part<HTMLInputElement>(form, 'password');
  /** Here and nowhere else: not in the address, not in the history, in no storage. */
  let token: string | undefined;
  const sending = startForm({
    page,
    form,
    fields: ['password'],
    idle: 'login.reset.submit',
    busy: 'login.reset.busy',
    faultsOf: (typed) => newPasswordFault(typed.password),
    send: (typed) => ask(page.apiBase, link.path, { token, password: typed.password }),
    done() {
      token = undefined;
      password.value = '';
      page.replace('password', {}, { note: link.texts.done });
      return 'staying';
    },
    refused(refusal) {
      if (refusal.code === 'password_guessable')
        return { field: 'password', text: (texts) => sentence(texts, refusal) };
      // The form has checked the password already, so an invalid request has a malformed token.
      if (refusal.code !== 'link_invalid' && refusal.code !== 'validation_failed') return undefined;
      token = undefined;
      link.withoutIt(page, { answer: { ...refusal, code: 'link_invalid' } });
      return 'dealt-with';
    },
  });
  startReveal(form, page.texts);
  return {
    element: form,
    say: sending.say,
    enter(_, occasion) {
      token = occasion.token ?? token;
      // Loaded again: the link has to be opened again.
      if (token === undefined) return link.withoutIt(page, { note: link.texts.reopen });
      sending.sayAnswer(undefined);
      password.focus();
    },
  };
}
