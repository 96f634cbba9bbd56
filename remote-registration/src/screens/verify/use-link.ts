import { verifyRegistrationByLink } from '@parlance/shared/contract/api/registration/registration-steps';
import { ApiFailure, call } from '@parlance/shared/http';
import { useEffect, useRef, useState } from 'react';
import { useForm, type FormState } from '../../fields/use-form.ts';
import { adoptAttempt } from '../../registration/adopt-attempt.ts';

/** Verifies the address; the screen then redirects by itself. */
async function verifyByLink(token: string, password: string | null): Promise<void> {
  await adoptAttempt(
    await call(verifyRegistrationByLink, { body: { token, ...(password === null ? {} : { password }) } }),
  );
}

/** Follows the link as soon as it is opened, once. */
export function useLink(token: string): {
  readonly failure: unknown;
  readonly isForAnother: boolean;
  readonly retry: () => void;
} {
  const [failure, setFailure] = useState<unknown>(null);
  const isUnderWay = useRef(false);

  function follow(): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setFailure(null);
    verifyByLink(token, null).catch((error: unknown) => {
      isUnderWay.current = false;
      setFailure(error);
    });
  }

  useEffect(follow, [token]);
  return { failure, isForAnother: failure instanceof ApiFailure && failure.code === 'password_wrong', retry: follow };
}

/** Manages the password that identifies the registration of a link. */
export function usePasswordForLink(token: string): FormState<'currentPassword'> {
  return useForm<'currentPassword'>({
    initial: { currentPassword: '' },
    check: ({ currentPassword }) => (currentPassword === '' ? { currentPassword: 'missing' } : {}),
    fieldOf: { password_wrong: 'currentPassword' },
    send: ({ currentPassword }) => verifyByLink(token, currentPassword),
  });
}
