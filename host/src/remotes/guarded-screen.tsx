import { useSession } from '@parlance/shared/session';
import { Navigate, useLocation } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import { useEffect } from 'react';
import { leaveFor } from '../shell/leaving.ts';
import { guard } from './guard.ts';
import { Outlet } from './outlet.tsx';
import type { Screen } from './registry.ts';
import type { ScreenLoader } from './screen-loader.ts';

type Props = { readonly screen: Screen; readonly loader: ScreenLoader; readonly isServed: (path: string) => boolean };

/** A screen behind the guard: what is denied is never fetched. */
export function GuardedScreen({ screen, loader, isServed }: Props) {
  const status = useSession((session) => session.status);
  const subject = useSession((session) => session.subject);
  const { pathname, search } = useLocation();
  if (screen.requires !== 'public' && status === 'unknown') return <LoadingState />;
  const verdict = guard({ requires: screen.requires, subject, here: `${pathname}${search}`, isServed });
  if (verdict.verdict === 'show') return <Outlet screen={screen} loader={loader} />;
  if (verdict.verdict === 'go') return <Navigate to={verdict.to} replace />;
  return <Leave to={verdict.to} />;
}

/** Goes to another page of the site, not to another screen of this one: nothing of a tenant stays in memory. */
export function Leave({ to }: { readonly to: string }) {
  useEffect(() => leaveFor(to), [to]);
  return <LoadingState />;
}
