import { ask } from '../ask.ts';
import { fromTemplate, part } from '../elements.ts';
import { emailFault } from './email.ts';
import { textOf } from '../page-texts.ts';
import { startForm } from './step-form.ts';
import type { LoginPage, Step } from './step.ts';

/** Asks where to send the link to choose a new password. */
export function forgottenStep(page: LoginPage): Step {
  const form = fromTemplate<HTMLFormElement>('forgotten-step');
  const email = part<HTMLInputElement>(form, 'email');
  let note: string | undefined;
  const sending = startForm({
    page,
    form,
    fields: ['email'],
    idle: 'login.forgotten.submit',
    busy: 'login.forgotten.busy',
    faultsOf: (typed) => emailFault(typed.email),
    send: (typed) => ask(page.apiBase, '/auth/v1/password_reset', { email: typed.email.trim() }),
    done(_, typed) {
      page.go('sent', { email: typed.email.trim() });
      return 'staying';
    },
  });
  part(form, 'back').addEventListener('click', page.back);
  const say = () => {
    part(form, 'note').textContent = note === undefined ? '' : (textOf(page.texts(), note) ?? '');
    sending.say();
  };
  return {
    element: form,
    say,
    enter(remembered, occasion) {
      if (remembered.email !== undefined) email.value = remembered.email;
      note = occasion.note;
      sending.sayAnswer(occasion.answer);
      say();
      email.focus();
    },
  };
}

/** Says the same whether the e-mail has an account or not. */
export function sentStep(page: LoginPage): Step {
  const element = fromTemplate('sent-step');
  let email: string | undefined;
  part(element, 'again').addEventListener('click', page.back);
  part(element, 'back').addEventListener('click', () => page.go('password', email === undefined ? {} : { email }));
  const say = () => {
    part(element, 'account').textContent = email ?? '';
  };
  return {
    element,
    say,
    enter(remembered) {
      if (remembered.email === undefined) return page.replace('forgotten');
      email = remembered.email;
      say();
      part(element, 'heading').focus();
    },
  };
}
