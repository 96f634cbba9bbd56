import type { Answer, Refusal } from '../ask.ts';
import { part } from '../elements.ts';
import { textOf, type Texts } from '../page-texts.ts';
import { sentence } from '../sentence.ts';
import type { LoginPage } from './step.ts';

type Options<Field extends string> = {
  readonly page: LoginPage;
  readonly form: HTMLFormElement;
  /** The ids of its fields, from top to bottom. */
  readonly fields: readonly Field[];
  /** The keys of the button's text. */
  readonly idle: string;
  readonly busy: string;
  /** The keys of what is wrong with what was typed. */
  readonly faultsOf: (values: Readonly<Record<Field, string>>) => Partial<Record<Field, string>>;
  readonly send: (values: Readonly<Record<Field, string>>) => Promise<Answer>;
  /**
   * What comes after. `leaving` keeps the form busy while the next page comes: a second click would be a second
   * session.
   */
  readonly done: (data: unknown, values: Readonly<Record<Field, string>>) => 'leaving' | 'staying';
  /** What was refused is refused for good: the same is not asked again, only shown again. A code has few tries. */
  readonly asksOnce?: boolean;
  /** A refusal that the step deals with by itself, or says beside a field. Otherwise it is shown above the fields. */
  readonly refused?: (refusal: Refusal) => 'dealt-with' | Beside<Field> | undefined;
};
export type Beside<Field extends string> = { readonly field: Field; readonly text: (texts: Texts) => string };

/** Kept as it came, so that a change of language says it again in the new one. */
type Notice<Field extends string> =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'faults' }
  | { readonly kind: 'above'; readonly answer: Answer }
  | ({ readonly kind: 'beside' } & Beside<Field>);

export type StepForm = {
  readonly say: () => void;
  readonly sayAnswer: (answer: Answer | undefined) => void;
  readonly setBusy: (isBusy: boolean) => void;
};

/**
 * Makes a form send itself by script: what is wrong stands beside the fields, what failed above them, what was typed
 * stays.
 */
export function startForm<Field extends string>({
  page,
  form,
  fields,
  idle,
  busy,
  faultsOf,
  asksOnce = false,
  send,
  done,
  refused,
}: Options<Field>): StepForm {
  let said: Notice<Field> = { kind: 'nothing' };
  let refusedValue = '';
  const input = (field: Field) => part<HTMLInputElement>(form, field);
  // of all fields
  const values = () => Object.fromEntries(fields.map((field) => [field, input(field).value])) as Record<Field, string>;

  const say = () => {
    part(form, 'failure').textContent = said.kind === 'above' ? sentence(page.texts(), said.answer) : '';
    const faults: Partial<Record<Field, string>> = said.kind === 'faults' ? faultsOf(values()) : {};
    for (const field of fields) {
      const key = faults[field];
      const beside = said.kind === 'beside' && said.field === field ? said.text(page.texts()) : '';
      const fault = key === undefined ? beside : (textOf(page.texts(), key) ?? '');
      part(form, `${field}-fault`).textContent = fault;
      input(field).setAttribute('aria-invalid', String(fault !== ''));
    }
  };
  const show = (next: Notice<Field>) => {
    said = next;
    say();
  };
  const setBusy = (isBusy: boolean) => {
    const button = part<HTMLButtonElement>(form, 'submit');
    button.disabled = isBusy;
    button.dataset.text = isBusy ? busy : idle;
    button.textContent = textOf(page.texts(), `host.${button.dataset.text}`) ?? '';
  };
  const handle = (answer: Answer, sent: Record<Field, string>) => {
    if (answer.kind === 'done') return done(answer.data, sent) === 'staying' && setBusy(false);
    setBusy(false);
    const how = answer.kind === 'refused' ? refused?.(answer) : undefined;
    if (how === 'dealt-with') return;
    show(how === undefined ? { kind: 'above', answer } : { kind: 'beside', ...how });
    if (how === undefined) return;
    refusedValue = sent[how.field];
    input(how.field).select();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (part<HTMLButtonElement>(form, 'submit').disabled) return;
    // What is typed in one go is sent before the form hears that it was typed.
    if (asksOnce && said.kind === 'beside' && input(said.field).value === refusedValue) {
      input(said.field).focus();
      return input(said.field).select();
    }
    show({ kind: 'faults' });
    const sent = values();
    const faults = faultsOf(sent);
    const wrong = fields.find((field) => faults[field] !== undefined);
    if (wrong !== undefined) return input(wrong).focus();
    setBusy(true);
    void send(sent).then((answer) => handle(answer, sent));
  });
  form.addEventListener('input', () => {
    if (said.kind === 'faults') say();
    if (said.kind === 'beside') show({ kind: 'nothing' });
  });
  // Back from the next page: the browser shows this one as it was left, busy.
  window.addEventListener('pageshow', ({ persisted }) => persisted && setBusy(false), { signal: page.gone });
  return {
    say,
    setBusy,
    sayAnswer: (answer) => show(answer === undefined ? { kind: 'nothing' } : { kind: 'above', answer }),
  };
}
