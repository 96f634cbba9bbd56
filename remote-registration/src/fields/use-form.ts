import { ApiFailure } from '@parlance/shared/http';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { lookAgainAfter } from '../registration/look-again.ts';
import { useSending } from '../sending/use-sending.ts';
import { faultsFrom, noFaults, type Faults } from './faults.ts';

type Given<Field extends string> = {
  readonly initial: Readonly<Record<Field, string>>;
  /** What is wrong before anything is sent. */
  readonly check: (values: Readonly<Record<Field, string>>) => Faults<Field>;
  /** Resolves when the server has it. */
  readonly send: (values: Readonly<Record<Field, string>>) => Promise<void>;
  /** Told of everything that is typed, so that a reload does not lose it. */
  readonly keep?: (field: Field, value: string) => void;
  /** Codes of the server that belong to a field without naming one. */
  readonly fieldOf?: Readonly<Partial<Record<string, Field>>>;
};

export type FormState<Field extends string> = {
  readonly values: Readonly<Record<Field, string>>;
  readonly type: (field: Field, value: string) => void;
  readonly faults: Faults<Field>;
  readonly isSending: boolean;
  /** Why it could not be sent, where that is about no field. */
  readonly failure: unknown;
  /** For the form element. */
  readonly form: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: SyntheticEvent) => void; readonly noValidate: true };
};

/**
 * A form that is checked by the contract before it is sent, and by the server after. The focus goes to the first field
 * that is wrong. What is typed stays whatever becomes of it, and nothing is sent twice at once.
 */
export function useForm<Field extends string>({ initial, check, send, keep, fieldOf = {} }: Given<Field>): FormState<Field> {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults<Field>>(noFaults);
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

  /** Whether something is wrong with a field. */
  function reject(wrong: Faults<Field>): boolean {
    setFaults(wrong);
    if (Object.keys(wrong).length === 0) return false;
    setRejections((before) => before + 1);
    return true;
  }

  function blame(error: unknown): boolean {
    void lookAgainAfter(error);
    return error instanceof ApiFailure && reject(faultsFrom(error, values, fieldOf));
  }

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending.isSending) return;
    sending.forgetFailure();
    if (!reject(check(values))) sending.send(async () => void (await send(values)), blame);
  };
  return { values, type, faults, isSending: sending.isSending, failure: sending.failure, form: { ref, onSubmit, noValidate: true } };
}

function without<Field extends string>(faults: Faults<Field>, field: Field): Faults<Field> {
  const { [field]: _, ...others } = faults;
  return others as Faults<Field>; // what is left of it
}
