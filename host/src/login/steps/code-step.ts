import { codeLength, digitsOf } from '@parlance/shared/digits';
import { ask, type Answer, type Refusal } from '../ask.ts';
import { fromTemplate, part } from '../elements.ts';
import { textOf } from '../page-texts.ts';
import { fillIn, sentence } from '../sentence.ts';
import { resendAtOf } from './sent-code.ts';
import { startForm, type Beside } from './step-form.ts';
import type { LoginPage, StepMemory, Step } from './step.ts';
import { startWait } from './wait.ts';

/** The second step: the code of the mail. It sends itself when it is whole; the link of the mail brings it along. */
export function codeStep(page: LoginPage): Step {
  const form = fromTemplate<HTMLFormElement>('code-step');
  const input = part<HTMLInputElement>(form, 'code');
  const wait = startWait(form, page.texts);
  let remembered: StepMemory = {};
  let isFromLink = false;
  let note: string | undefined;
  /** The same wrong code is not sent again by itself. */
  let lastSent = '';

  const startOver = (answer: Answer) =>
    page.replace('password', remembered, isFromLink ? { note: 'host.login.code.elsewhere' } : { answer });
  const sending = startForm({
    page,
    form,
    fields: ['code'],
    idle: 'login.code.submit',
    busy: 'login.code.busy',
    asksOnce: true,
    faultsOf: ({ code }) => (digitsOf(code).length === codeLength ? {} : { code: 'host.login.code.missing' }),
    send({ code }) {
      lastSent = digitsOf(code);
      return ask(page.apiBase, '/auth/v1/sign_in/verification', { code: lastSent });
    },
    done() {
      page.goOn();
      return 'leaving';
    },
    refused(refusal) {
      if (!isOver(refusal)) return besideCode(refusal);
      startOver(refusal);
      return 'dealt-with';
    },
  });
  const say = () => {
    part(form, 'account').textContent = remembered.email ?? '';
    part(form, 'note').textContent = note === undefined ? '' : (textOf(page.texts(), note) ?? '');
    wait.say();
    sending.say();
  };

  input.addEventListener('input', () => {
    const digits = digitsOf(input.value);
    if (digits !== input.value) input.value = digits;
    if (digits.length === codeLength && digits !== lastSent) form.requestSubmit();
  });
  part(form, 'back').addEventListener('click', page.back);
  part(form, 'resend').addEventListener('click', () => {
    if (wait.isWaiting()) return;
    wait.until(Infinity);
    void ask(page.apiBase, '/auth/v1/sign_in/code').then((answer) => {
      if (answer.kind === 'refused' && isOver(answer)) return startOver(answer);
      const isSent = answer.kind === 'done';
      const resendAt = isSent
        ? resendAtOf(answer.data)
        : Date.now() + (answer.kind === 'refused' ? (answer.retryAfter ?? 0) * 1000 : 0);
      page.remember({ ...remembered, resendAt });
      wait.until(resendAt);
      note = isSent ? 'host.login.code.resent' : undefined;
      sending.sayAnswer(isSent ? undefined : answer);
      say();
      // The button that had the focus is gone.
      input.value = '';
      input.focus();
    });
  });

  return {
    element: form,
    say,
    enter(now, { code }) {
      // No sign-in is waiting for a code.
      if (now.resendAt === undefined && code === undefined) return page.replace('password', now);
      remembered = now;
      isFromLink = code !== undefined;
      note = undefined;
      lastSent = '';
      input.value = digitsOf(code ?? '');
      sending.sayAnswer(undefined);
      wait.until(now.resendAt ?? 0);
      say();
      input.focus();
      if (isFromLink) form.requestSubmit();
    },
    leave: wait.stop,
  };
}

/** The server knows no sign-in that waits for a code: it took too long, or began in another browser. */
const isOver = ({ code }: Refusal) => code === 'unauthenticated' || code === 'csrf_failed';

/** What is wrong with the code stands beside it, with the tries that are left. */
function besideCode(refusal: Refusal): Beside<'code'> | undefined {
  const tries = refusal.issues.tries_left;
  if (refusal.code === 'code_wrong' && tries !== '0') {
    return {
      field: 'code',
      text: (texts) =>
        tries === undefined ? sentence(texts, refusal) : fillIn(textOf(texts, 'host.login.code.wrong'), { tries }),
    };
  }
  if (refusal.code === 'code_wrong' || refusal.code === 'code_expired')
    return { field: 'code', text: (texts) => sentence(texts, { ...refusal, code: 'code_expired' }) };
  return undefined;
}
