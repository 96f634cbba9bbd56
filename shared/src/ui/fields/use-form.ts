import { ApiFailure } from '@parlance/shared/http';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { type Fault, type Faults, noFaults } from './faults.ts';
import { useSending } from './use-sending.ts';

type Values<Field extends string> = Readonly<Record<Field, string>>;

export type FormQuestion<Field extends string, Of = Fault> = {
  readonly initial: Values<Field>;
  /** Returns the faults before anything is sent. */
  readonly check: (values: Values<Field>) => Faults<Field, Of>;
  /**
   * Submits the values; resolves once the server has them. The next screen is then on its way: the form is not sent
   * again. If it resolves with values, as the server has them now, the form stays open: they replace those fields in
   * which nothing was typed since.
   */
  readonly send:
    | ((values: Values<Field>) => Promise<void>)
    | ((values: Values<Field>) => Promise<Values<Field> | undefined>);
  /** Called with everything that is typed, so that a reload does not lose it. */
  readonly keep?: (field: Field, value: string) => void;
  /** Returns the fields that a refusal is about, if any. */
  readonly beside?: (refusal: ApiFailure, values: Values<Field>) => Faults<Field, Of>;
};

export type FormState<Field extends string, Of = Fault> = {
  readonly values: Values<Field>;
  readonly type: (field: Field, value: string) => void;
  readonly faults: Faults<Field, Of>;
  readonly isSending: boolean;
  /** The failure to send, if it is about no field; else null. */
  readonly failure: unknown;
  readonly submit: () => void;
  /** Props of the form element. */
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: SyntheticEvent) => void;
    readonly noValidate: true;
  };
};

/**
 * A form that is validated before it is sent, and by the server after. The focus moves to the first invalid field. The
 * input survives any failure, and nothing is submitted twice at once.
 */
export function useForm<Field extends string, Of = Fault>({
  initial,
  check,
  send,
  keep,
  beside,
}: FormQuestion<Field, Of>): FormState<Field, Of> {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults<Field, Of>>(noFaults);
  const [rejections, setRejections] = useState(0);
  const sending = useSending();
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (rejections > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejections]);

  function type(field: Field, value: string): void {
    setValues((before) => ({ ...before, [field]: value }));
    if (faults[field] !== undefined) setFaults(without(faults, field));
    keep?.(field, value);
  }

  /** Shows the faults, and says whether there are any. */
  function reject(wrong: Faults<Field, Of>): boolean {
    setFaults(wrong);
    if (Object.keys(wrong).length === 0) return false;
    setRejections((before) => before + 1);
    return true;
  }

  async function go(sent: Values<Field>): Promise<'again' | undefined> {
    const saved: unknown = await send(sent);
    if (saved === undefined) return undefined;
    setValues((now) => ({ ...now, ...untouched(now, sent, saved as Values<Field>) })); // it resolves with values
    return 'again';
  }

  function submit(): void {
    if (sending.isSending) return;
    sending.forgetFailure();
    const sent = withFilledIn(values, ref.current);
    setValues(sent);
    const blame = (error: unknown) =>
      error instanceof ApiFailure && beside !== undefined && reject(beside(error, sent));
    if (!reject(check(sent))) sending.send(() => go(sent), blame);
  }

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    submit();
  };
  return {
    values,
    type,
    faults,
    isSending: sending.isSending,
    failure: sending.failure,
    submit,
    form: { ref, onSubmit, noValidate: true },
  };
}

/** Returns the saved values of the fields that still have the submitted ones. */
const untouched = <Field extends string>(
  now: Values<Field>,
  sent: Values<Field>,
  saved: Values<Field>,
): Partial<Values<Field>> =>
  Object.fromEntries(
    Object.entries<string>(saved).filter(([name]) => now[name as Field] === sent[name as Field]),
  ) as Partial<Values<Field>>; // keys of the same values

const filledIn = ['text', 'email', 'password', 'tel', 'url'];

/**
 * Reads the values from the fields of those names. A password manager may fill a field without an event, and React
 * knows only values from events: the visible input would be cleared, and reported as missing.
 */
function withFilledIn<Field extends string>(values: Values<Field>, form: HTMLFormElement | null): Values<Field> {
  const seen = Object.keys(values).flatMap((name) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement && filledIn.includes(field.type) && field.value !== values[name as Field]
      ? [[name, field.value]]
      : []; // a name of the values
  });
  // The cast holds: keys of the same values.
  return seen.length === 0 ? values : { ...values, ...(Object.fromEntries(seen) as Partial<Values<Field>>) };
}

function without<Field extends string, Of>(faults: Faults<Field, Of>, field: Field): Faults<Field, Of> {
  const { [field]: _, ...others } = faults;
  return others as Faults<Field, Of>; // the remaining ones
}
