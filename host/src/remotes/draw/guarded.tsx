import type { LegalDocument } from '@parlance/shared/contract/page/legal';
import { redirectTo } from '@parlance/shared/redirect';
import { useSession } from '@parlance/shared/session';
import { Navigate, useLocation } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import { useEffect, type ReactNode } from 'react';
import { guard } from '../known/guard.ts';
import type { Screen } from '../known/registry.ts';

type Props = {
  readonly requires: Screen['requires'];
  readonly isServed: (path: string) => boolean;
  /** Shown until the person is known. */ readonly waiting?: ReactNode;
  readonly children: ReactNode;
};

const nothing: readonly LegalDocument[] = [];

/** Guards its children: a denied screen is never rendered, and so never fetched. */
export function Guarded({ requires, isServed, waiting = <LoadingState />, children }: Props) {
  const status = useSession((session) => session.status);
  const subject = useSession((session) => session.subject);
  const termsToAccept = useSession((session) => session.whoami?.terms_to_accept ?? nothing);
  const { pathname, search } = useLocation();
  if (requires !== 'public' && status === 'unknown') return waiting;
  const verdict = guard({ requires, subject, termsToAccept, here: `${pathname}${search}`, isServed });
  if (verdict.verdict === 'show') return children;
  if (verdict.verdict === 'go') return <Navigate to={verdict.to} replace />;
  return <Leave to={verdict.to} />;
}

/** Loads another page of the site, not another screen of this one: nothing of a tenant stays in memory. */
export function Leave({ to }: { readonly to: string }) {
  useEffect(() => redirectTo(to), [to]);
  return <LoadingState />;
}
