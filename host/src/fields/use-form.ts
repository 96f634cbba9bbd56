import { ApiFailure } from '@parlance/shared/http';
import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';

/** What is wrong with a field: the key of a text, and what it says beyond. */
export type Fault = { readonly key: string; readonly values?: Readonly<Record<string, string>> };
export type Faults<Field extends string> = Readonly<Partial<Record<Field, Fault>>>;
const noFaults = <Field extends string>() => ({}) as Faults<Field>; // nothing is wrong with any field
type Values<Field extends string> = Readonly<Record<Field, string>>;

type Given<Field extends string> = {
  readonly initial: Values<Field>;
  /** What is wrong before anything is sent. */
  readonly check: (values: Values<Field>) => Faults<Field>;
  /** Resolves when the server has it. */
  readonly send: (values: Values<Field>) => Promise<void>;
  /** Which field a refusal is about, where it is about one. */
  readonly beside?: (refusal: ApiFailure) => Faults<Field>;
};

export type FormState<Field extends string> = {
  readonly values: Values<Field>;
  readonly type: (field: Field, value: string) => void;
  readonly faults: Faults<Field>;
  readonly isSending: boolean;
  /** Why it could not be sent, where that is about no field; else null. */
  readonly failure: unknown;
  readonly submit: () => void;
  /** For the form element. */
  readonly form: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: SyntheticEvent) => void; readonly noValidate: true };
};

/**
 * A form that is checked before it is sent, and by the server after. The focus goes to the first field that is wrong.
 * What was typed stays whatever becomes of it, and nothing is sent twice at once.
 */
export function useForm<Field extends string>({ initial, check, send, beside }: Given<Field>): FormState<Field> {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState(noFaults<Field>);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(faults).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const refuse = (error: unknown) => {
    const found = error instanceof ApiFailure && beside !== undefined ? beside(error) : noFaults<Field>();
    setFaults(found);
    setFailure(Object.keys(found).length === 0 ? error : null);
  };
  const sendValues = async (given: Values<Field>) => {
    if (isUnderWay.current) return;
    const wrong = check(given);
    setFaults(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    isUnderWay.current = true;
    setSending(true);
    await send(given).catch(refuse);
    isUnderWay.current = false;
    setSending(false);
  };
  const submit = () => void sendValues(values);
  return {
    values,
    type(field, value) {
      setValues((before) => ({ ...before, [field]: value }));
      if (faults[field] !== undefined) setFaults(noFaults<Field>());
    },
    faults,
    isSending,
    failure,
    submit,
    form: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        submit();
      },
    },
  };
}
