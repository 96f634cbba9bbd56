import { verifyRegistrationByLink } from '@parlance/shared/contract/api/registration-steps';
import { ApiFailure, call } from '@parlance/shared/http';
import { useNavigate, type NavigateFunction } from '@parlance/shared/router';
import { useEffect, useRef, useState } from 'react';
import { useForm, type FormState } from '../../fields/use-form.ts';
import { enterAs } from '../../registration/enter-as.ts';
import { pathOfStage } from '../../registration/steps.ts';

async function verifyByLink(token: string, password: string | null, navigate: NavigateFunction): Promise<void> {
  const attempt = await call(verifyRegistrationByLink, { body: { token, ...(password === null ? {} : { password }) } });
  await enterAs(attempt);
  // In place of this address: the link is used, and Back must not lead to it.
  await navigate(pathOfStage(attempt.stage), { replace: true });
}

/** Follows the link as soon as it is opened, once. */
export function useLink(token: string): { readonly failure: unknown; readonly isForAnother: boolean; readonly retry: () => void } {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const isUnderWay = useRef(false);

  function follow(): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setFailure(null);
    verifyByLink(token, null, navigate).catch((error: unknown) => {
      isUnderWay.current = false;
      setFailure(error);
    });
  }

  // eslint-disable-next-line react-hooks/exhaustive-deps -- a link is followed when it is opened and when one says so
  useEffect(follow, [token]);
  return { failure, isForAnother: failure instanceof ApiFailure && failure.code === 'password_wrong', retry: follow };
}

/** The password by which the registration that a link is about is known again. */
export function usePasswordForLink(token: string): FormState<'currentPassword'> {
  const navigate = useNavigate();
  return useForm<'currentPassword'>({
    initial: { currentPassword: '' },
    check: ({ currentPassword }) => (currentPassword === '' ? { currentPassword: 'missing' } : {}),
    fieldOf: { password_wrong: 'currentPassword' },
    send: ({ currentPassword }) => verifyByLink(token, currentPassword, navigate),
  });
}
