import { codeLength } from '@parlance/shared/contract/values/code';
import {
  verifyRegistration,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { digitsOf } from '@parlance/shared/digits';
import { ApiFailure, call } from '@parlance/shared/http';
import { useSending } from '@parlance/shared/ui/fields';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useSecondsLeft } from '../../code/use-seconds-left.ts';
import { holdAttempt, holdTriesLeft } from '../../registration/attempt-store.ts';

export type CodeFault = 'incomplete' | 'wrong' | 'expired';

export type CodeState = {
  readonly code: string;
  readonly type: (text: string) => void;
  readonly clear: () => void;
  readonly fault: CodeFault | null;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: SyntheticEvent) => void;
    readonly noValidate: true;
  };
};

/** Enters the code. Each complete code is tried once automatically, and again on request unless it was wrong. */
export function useCode(attempt: RegistrationAttempt): CodeState {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<CodeFault | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { send, isSending, failure, forgetFailure } = useSending();
  const ref = useRef<HTMLFormElement>(null);
  const isExpired = useSecondsLeft(attempt.code?.expires_in ?? null) === 0 || attempt.code?.tries_left === 0;

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector('input')?.select();
  }, [refusals]);

  /** Handles an error about the code, and says whether it was one. */
  function explain(error: unknown): boolean {
    const of = error instanceof ApiFailure ? faultOf(error) : null;
    if (error instanceof ApiFailure && of === 'wrong') holdTriesLeft(triesLeft(error));
    setFault(of);
    setRefusals((before) => before + 1);
    return of !== null;
  }

  function enter(entered: string): void {
    setFault(entered.length < codeLength ? 'incomplete' : null);
    if (entered.length < codeLength) return;
    // The guard redirects, because without a pending code there is nothing to enter.
    send(async () => void holdAttempt(await call(verifyRegistration, { body: { code: entered } })), explain);
  }

  function type(text: string): void {
    const digits = digitsOf(text);
    setCode(digits);
    setFault(null);
    if (digits.length === codeLength && digits !== code) enter(digits);
  }

  function clear(): void {
    setCode('');
    setFault(null);
    forgetFailure();
  }

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // A code has few tries, and this one is known to be wrong.
    if (fault !== 'wrong') return enter(code);
    ref.current?.querySelector('input')?.focus();
    ref.current?.querySelector('input')?.select();
  };
  return {
    code,
    type,
    clear,
    fault: isExpired ? 'expired' : fault,
    isSending,
    failure,
    form: { ref, onSubmit, noValidate: true },
  };
}

const faultOf = ({ code }: ApiFailure): CodeFault | null =>
  code === 'code_wrong' ? 'wrong' : code === 'code_expired' ? 'expired' : null;

/** Returns the remaining tries, which the server sends with a wrong code. */
const triesLeft = ({ issues }: ApiFailure): number =>
  Number(issues.find(({ path }) => path === 'tries_left')?.message ?? 0);
