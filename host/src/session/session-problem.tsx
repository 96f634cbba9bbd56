import { loadSession, useSession } from '@parlance/shared/session';
import { ErrorState } from '@parlance/shared/ui/page';
import type { ReactNode } from 'react';

/** Shows a failure to load the session, with a retry; otherwise its children. */
export function SessionProblem({ children }: { readonly children: ReactNode }) {
  const problem = useSession((session) => session.problem);
  const isKnown = useSession((session) => session.status !== 'unknown');
  if (problem === null || isKnown) return children;
  return (
    <ErrorState
      error={problem}
      onRetry={() => void loadSession().catch(() => undefined) /* the store keeps it as `problem` */}
    />
  );
}
