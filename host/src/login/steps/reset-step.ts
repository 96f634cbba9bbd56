import { ask } from '../ask.ts';
import { fromTemplate, part } from '../elements.ts';
import { newPasswordFault } from './new-password.ts';
import { startReveal } from './reveal.ts';
import { sentence } from '../sentence.ts';
import { startForm } from './step-form.ts';
import type { LoginPage, Step } from './step.ts';

/** The link of the mail led here: a new password is chosen. It signs nobody in. */
export function resetStep(page: LoginPage): Step {
  const form = fromTemplate<HTMLFormElement>('reset-step');
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
    send: (typed) => ask(page.apiBase, '/auth/v1/password_reset/confirmation', { token, password: typed.password }),
    done() {
      token = undefined;
      password.value = '';
      page.replace('password', {}, { note: 'host.login.reset.done' });
      return 'staying';
    },
    refused(refusal) {
      if (refusal.code === 'password_guessable') return { field: 'password', text: (texts) => sentence(texts, refusal) };
      // The password was looked at before it was sent: a request that is not valid has a token that is none.
      if (refusal.code !== 'link_invalid' && refusal.code !== 'validation_failed') return undefined;
      token = undefined;
      page.replace('forgotten', {}, { answer: { ...refusal, code: 'link_invalid' } });
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
      if (token === undefined) return page.replace('forgotten', {}, { note: 'host.login.forgotten.reopen' });
      sending.sayAnswer(undefined);
      password.focus();
    },
  };
}
