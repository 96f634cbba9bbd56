import { codeLength } from '@parlance/shared/contract/code';
import { verifyRegistration, type RegistrationAttempt } from '@parlance/shared/contract/api/registration-steps';
import { ApiFailure, call } from '@parlance/shared/http';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useSecondsLeft } from '../../code/use-seconds-left.ts';
import { holdAttempt, holdTriesLeft } from '../../registration/attempt-store.ts';
import { digitsOf } from './digits.ts';

export type CodeFault = 'incomplete' | 'wrong' | 'expired';

export type CodeState = {
  readonly code: string;
  readonly type: (text: string) => void;
  readonly clear: () => void;
  readonly fault: CodeFault | null;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly form: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: SyntheticEvent) => void; readonly noValidate: true };
};

/** The code that was sent, entered: each whole one is tried once by itself, and again when the person says so. */
export function useCode(attempt: RegistrationAttempt): CodeState {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<CodeFault | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const isUnderWay = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const isExpired = useSecondsLeft(attempt.code?.expires_in ?? null) === 0 || attempt.code?.tries_left === 0;

  useEffect(() => {
    if (fault !== null) ref.current?.querySelector('input')?.select();
  }, [fault, refusals]);

  function refuse(error: unknown): void {
    const refused = error instanceof ApiFailure ? error : null;
    if (refused?.code === 'code_wrong') {
      holdTriesLeft(triesLeft(refused));
      setFault('wrong');
    } else if (refused?.code === 'code_expired') setFault('expired');
    else if (refused?.code === 'validation_failed') setFault('incomplete');
    else setFailure(error);
  }

  async function verify(entered: string): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setFailure(null);
    setFault(null);
    try {
      // The guard leads on: where no code is under way any more there is nothing to enter.
      holdAttempt(await call(verifyRegistration, { body: { code: entered } }));
    } catch (error) {
      isUnderWay.current = false;
      setIsSending(false);
      refuse(error);
      setRefusals((before) => before + 1);
    }
  }

  function type(text: string): void {
    const digits = digitsOf(text);
    setCode(digits);
    setFault(null);
    if (digits.length === codeLength && digits !== code) void verify(digits);
  }

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.length < codeLength) setFault('incomplete');
    else void verify(code);
  };
  const clear = () => {
    setCode('');
    setFault(null);
    setFailure(null);
  };
  return { code, type, clear, fault: isExpired ? 'expired' : fault, isSending, failure, form: { ref, onSubmit, noValidate: true } };
}

/** The server says with a wrong code how many tries are left. */
const triesLeft = ({ issues }: ApiFailure): number => Number(issues.find(({ path }) => path === 'tries_left')?.message ?? 0);
