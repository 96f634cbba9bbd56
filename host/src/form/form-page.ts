import { attemptKeys } from '@parlance/shared/attempt-keys';
import type { getForm, sendForm } from '@parlance/shared/contract/api/automations/automation-events';
import type { Output } from '@parlance/shared/contract/endpoint';
import { checkForm, type FormFault } from '@parlance/shared/contract/page/form-values';
import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import type { Answer } from '../login/ask.ts';
import { startLanguage } from '../login/choices.ts';
import { part } from '../login/elements.ts';
import { fillTexts, readBlock, textOf, textsOfPage, type Texts } from '../login/page-texts.ts';
import { fillIn } from '../login/sentence.ts';
import { askForm, postForm } from './ask-form.ts';
import { makeField, sayFault, valueOf } from './form-fields.ts';

type Form = Output<typeof getForm>;
type FormConfig = { readonly apiBase: string; readonly language: string };

/** The state in its raw form, so that a change of language translates it anew. */
type View =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unread'; readonly answer: Answer }
  | { readonly kind: 'form'; readonly form: Form; readonly failure: Answer | null; readonly isSending: boolean }
  | { readonly kind: 'sent'; readonly thanks: string };

/** Turns the served HTML page into a form: its fields come from the server, by the token of its address. */
export function startForm(): void {
  const config = readBlock<FormConfig>(pageBlocks.config);
  const token = window.location.pathname.split('/').at(-1) ?? '';
  // The key is the same for every retry, so that a duplicate does its work once.
  const keyOf = attemptKeys();
  let texts = textsOfPage();
  let shown: View = { kind: 'loading' };
  let faults: Readonly<Record<string, FormFault>> = {};

  const show = (next: View) => {
    shown = next;
    draw(shown, texts);
  };
  const blame = (found: Readonly<Record<string, FormFault>>) => {
    faults = found;
    if (shown.kind === 'form') for (const field of shown.form.fields) sayFault(field, faults[field.name], texts);
  };

  async function load(): Promise<void> {
    show({ kind: 'loading' });
    const answer = await askForm(config.apiBase, token);
    if (answer.kind === 'done') {
      const form = answer.data as Form; // the server answers by the contract
      part(document, 'fields').replaceChildren(...form.fields.map(makeField));
      show({ kind: 'form', form, failure: null, isSending: false });
      blame({});
    } else show(isGone(answer) ? { kind: 'gone' } : { kind: 'unread', answer });
  }

  async function send(form: Form): Promise<void> {
    const values = valuesOf(form);
    const wrong = checkForm(form.fields, values).faults;
    blame(wrong);
    const [first] = form.fields.filter(({ name }) => wrong[name] !== undefined);
    if (first !== undefined) return part(document, `value-${first.name}`).focus();
    show({ kind: 'form', form, failure: null, isSending: true });
    const answer = await postForm(config.apiBase, token, { idempotency_key: keyOf(values), values });
    if (answer.kind === 'done') {
      // The cast holds: the server answers by the contract.
      show({ kind: 'sent', thanks: (answer.data as Output<typeof sendForm>).thanks });
      part(document, 'heading').focus();
    } else show(isGone(answer) ? { kind: 'gone' } : { kind: 'form', form, failure: answer, isSending: false });
  }

  part(document, 'form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (shown.kind === 'form' && !shown.isSending) void send(shown.form);
  });
  part(document, 'form').addEventListener('input', () => {
    if (shown.kind !== 'form' || Object.keys(faults).length === 0) return;
    // A corrected field loses its fault. Typing adds no new faults.
    const still = checkForm(shown.form.fields, valuesOf(shown.form)).faults;
    blame(Object.fromEntries(Object.entries(faults).filter(([name]) => still[name] !== undefined)));
  });
  part(document, 'again').addEventListener('click', () => void load());
  startLanguage(config.language, {
    texts: () => texts,
    apply(language, next) {
      texts = next;
      document.documentElement.lang = language;
      fillTexts(document, texts);
      draw(shown, texts);
      blame(faults);
    },
  });
  void load();
}

const valuesOf = ({ fields }: Form) => Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));

/** Says whether a link is unknown, renewed or switched off, which all look the same to its holder. */
const isGone = (answer: Answer): boolean =>
  answer.kind === 'refused' &&
  (answer.code === 'not_found' || (answer.code === 'validation_failed' && answer.issues['params.token'] !== undefined));

function draw(shown: View, texts: Texts): void {
  const textAt = (key: string) => textOf(texts, key) ?? '';
  const put = (id: string, text: string) => {
    const element = part(document, id);
    // A screen reader would announce the same text again.
    if (element.textContent !== text) element.textContent = text;
  };
  const form = shown.kind === 'form' ? shown.form : null;
  const heading = {
    loading: 'host.form.title',
    gone: 'host.form.gone',
    unread: 'host.form.title',
    form: 'host.form.title',
    sent: 'host.form.sent',
  }[shown.kind];
  put('heading', form?.title ?? textAt(heading));
  if (form !== null) {
    document.title = form.title;
    put('organization', form.organization_name);
  }
  put(
    'description',
    form?.description ??
      (shown.kind === 'gone'
        ? textAt('host.form.goneText')
        : shown.kind === 'sent'
          ? shown.thanks || textAt('host.form.thanks')
          : ''),
  );
  put('state', shown.kind === 'loading' ? textAt('host.form.loading') : '');
  put('reader', form === null ? '' : fillIn(textAt('host.form.reader'), { organization: form.organization_name }));
  const failure = shown.kind === 'unread' ? shown.answer : shown.kind === 'form' ? shown.failure : null;
  put(
    'failure',
    failure === null ? '' : `${sentence(failure, texts)}${shown.kind === 'form' ? ` ${textAt('host.form.kept')}` : ''}`,
  );
  part(document, 'again').hidden = shown.kind !== 'unread';
  part(document, 'form').hidden = form === null;
  const isSending = shown.kind === 'form' && shown.isSending;
  const button = part<HTMLButtonElement>(document, 'submit');
  // Not `disabled`, which would lose the focus.
  button.setAttribute('aria-disabled', String(isSending));
  button.dataset.text = isSending ? 'form.sending' : 'form.send';
  put('submit', textAt(`host.${button.dataset.text}`));
}

/** Returns the page's own text for a known code, else the server's, which is in the requested language. */
function sentence(answer: Answer, texts: Texts): string {
  if (answer.kind === 'done') return '';
  if (answer.kind !== 'refused')
    return textOf(texts, answer.kind === 'offline' ? 'host.form.offline' : 'host.form.unreachable') ?? '';
  return textOf(texts, `shared.errors.${answer.code}`) ?? answer.message;
}
