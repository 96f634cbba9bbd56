import { loadSession, useSession } from '@parlance/shared/session';
import { useEffect, useState } from 'react';
import { holdAttempt, useHeldAttempt, type StoredAttempt } from './attempt-store.ts';
import { findRegistration, type RegistrationState } from './find-registration.ts';

/** The state of the person who registers. */
export type Registration =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'complete' }
  /** The server says that there is no such registration: it starts over (specification §7). */
  | { readonly kind: 'refused' }
  | ({ readonly kind: 'pending' } & StoredAttempt)
  | { readonly kind: 'failed'; readonly failure: unknown; readonly retry: () => void };

type Answer = { readonly email: string; readonly attempt: number; readonly found: RegistrationState };

/** Loads the registration of this page's person: the session identifies them, the server returns their entries. */
export function useRegistration(): Registration {
  const status = useSession((session) => session.status);
  const problem = useSession((session) => session.problem);
  const isCompleted = useSession((session) => session.registration?.is_completed ?? true);
  const email = useSession((session) => session.profile?.email ?? '');
  const held = useHeldAttempt();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const isTheirs = held !== null && held.attempt.email === email;
  const isWanted = status === 'signed-in' && !isCompleted && !isTheirs;

  useEffect(() => {
    if (!isWanted) return;
    let isStillWanted = true;
    void findRegistration(email).then((found) => {
      if (!isStillWanted) return;
      setAnswer({ email, attempt, found });
      if (found.kind === 'pending') holdAttempt(found.attempt);
    });
    return () => {
      isStillWanted = false;
    };
  }, [isWanted, email, attempt]);

  if (status === 'unknown') {
    if (problem === null) return { kind: 'unknown' };
    return {
      kind: 'failed',
      failure: problem,
      retry: () => void loadSession().catch(() => undefined) /* the store keeps it as `problem` */,
    };
  }
  if (status === 'anonymous') return { kind: 'stranger' };
  if (isCompleted) return { kind: 'complete' };
  if (isTheirs) return { kind: 'pending', ...held };
  if (answer === null || answer.email !== email || answer.attempt !== attempt || answer.found.kind === 'pending')
    return { kind: 'unknown' };
  return answer.found.kind === 'failed' ? { ...answer.found, retry: () => setAttempt(attempt + 1) } : answer.found;
}
