import { ask } from '../ask.ts';
import { part } from '../elements.ts';
import { emailFault } from './email.ts';
import { textOf } from '../page-texts.ts';
import { startReveal } from './reveal.ts';
import { resendAtOf } from './sent-code.ts';
import { startForm } from './step-form.ts';
import type { LoginPage, Step } from './step.ts';

/** E-mail and password. Its form came in the HTML and may be half filled in. */
export function passwordStep(page: LoginPage): Step {
  const form = part<HTMLFormElement>(document, 'login');
  const email = part<HTMLInputElement>(form, 'email');
  const password = part<HTMLInputElement>(form, 'password');
  const forgot = part(form, 'forgot');
  let note: string | undefined;

  const sending = startForm({
    page,
    form,
    fields: ['email', 'password'],
    idle: 'login.submit',
    busy: 'login.busy',
    faultsOf: (typed) => ({
      ...emailFault(typed.email),
      ...(typed.password === '' ? { password: 'host.login.passwordMissing' } : {}),
    }),
    send: (typed) => ask(page.apiBase, '/auth/v1/sign_in', { email: typed.email.trim(), password: typed.password }),
    done(data, typed) {
      const code = secondFactorIn(data);
      if (code === null) {
        page.goOn();
        return 'leaving';
      }
      // The password was right. A person who comes back types it again.
      password.value = '';
      page.go('code', { email: typed.email.trim(), resendAt: resendAtOf(code) });
      return 'staying';
    },
    refused({ code }) {
      if (code === 'credentials_wrong') password.select();
      return undefined;
    },
  });
  forgot.addEventListener('click', (event) => {
    // With a key held it opens another tab, as links do.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    page.go('forgotten', { email: email.value.trim() });
  });
  startReveal(form, page.texts);

  const say = () => {
    part(form, 'note').textContent = note === undefined ? '' : (textOf(page.texts(), note) ?? '');
    sending.say();
  };
  return {
    element: form,
    say,
    enter(remembered, occasion) {
      if (email.value === '' && remembered.email !== undefined) email.value = remembered.email;
      note = occasion.note;
      sending.sayAnswer(occasion.answer);
      say();
      (email.value === '' ? email : password).focus();
    },
  };
}

/** The code that the answer to a sign-in says was sent; null where the password was all. */
function secondFactorIn(data: unknown): unknown {
  // the contract's signInResult
  const { second_factor: factor } = (data ?? {}) as { readonly second_factor?: { readonly code?: unknown } | null };
  return factor?.code ?? null;
}
