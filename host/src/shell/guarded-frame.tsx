import { Navigate, useLocation } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import type { ReactNode } from 'react';
import { guard } from '../remotes/guard.ts';
import { Leave } from '../remotes/guarded-screen.tsx';
import type { Registry } from '../remotes/registry.ts';
import { screenAt } from '../remotes/screen-at.ts';
import type { ScreenLoader } from '../remotes/screen-loader.ts';
import { Frame } from './frame.tsx';

type Props = {
  readonly registry: Registry;
  readonly loader: ScreenLoader;
  readonly requires: Parameters<typeof guard>[0]['requires'];
  readonly children: ReactNode;
};

/** A view of the shell's own inside the frame, behind the same guard as the screens. */
export function GuardedFrame({ registry, loader, requires, children }: Props) {
  const status = useSession((session) => session.status);
  const subject = useSession((session) => session.subject);
  const { pathname, search } = useLocation();
  const isServed = (path: string) => screenAt(registry.screens, path) !== undefined;
  const verdict = status === 'unknown' ? null : guard({ requires, subject, here: `${pathname}${search}`, isServed });
  if (verdict?.verdict === 'go') return <Navigate to={verdict.to} replace />;
  if (verdict?.verdict === 'leave') return <Leave to={verdict.to} />;
  return <Frame registry={registry} loader={loader}>{children}</Frame>;
}
