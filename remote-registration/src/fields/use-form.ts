import { ApiFailure } from '@parlance/shared/http';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { lookAgainAfter } from '../registration/look-again.ts';
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
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const [rejections, setRejections] = useState(0);
  const isUnderWay = useRef(false);
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

  function blame(error: unknown): void {
    const isAboutFields = error instanceof ApiFailure && reject(faultsFrom(error, values, fieldOf));
    if (!isAboutFields) setFailure(error);
    void lookAgainAfter(error);
  }

  async function submit(): Promise<void> {
    if (isUnderWay.current) return;
    setFailure(null);
    if (reject(check(values))) return;
    isUnderWay.current = true;
    setIsSending(true);
    try {
      // What has arrived is not sent again, also in the moment before the next screen is there.
      await send(values);
    } catch (error) {
      isUnderWay.current = false;
      setIsSending(false);
      blame(error);
    }
  }

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };
  return { values, type, faults, isSending, failure, form: { ref, onSubmit, noValidate: true } };
}

function without<Field extends string>(faults: Faults<Field>, field: Field): Faults<Field> {
  const { [field]: _, ...others } = faults;
  return others as Faults<Field>; // what is left of it
}
