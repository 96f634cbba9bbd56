import { useSession } from '@parlance/shared/session';
import { useMemo } from 'react';
import { decide } from '../contract/access/access.ts';
import type { BuiltScreen } from './registry.ts';
import { readRegistryLines } from './registry-lines.ts';
import { registryOfPage } from './registry-of-page.ts';
import { readRequirement } from './requirement.ts';
import { screenAt } from './screen-at.ts';

/**
 * Says whether some remote of this page serves a path and the person may open it. A link to another remote's screen is
 * shown only then.
 */
export function useReachable(path: string): boolean {
  const subject = useSession((session) => session.subject);
  const screens = useMemo(() => screensOfPage(), []);
  const screen = screenAt(screens, path);
  if (screen === undefined) return false;
  const requires = readRequirement(screen.requires);
  return requires === 'public' || (requires !== null && decide(requires, subject).allowed);
}

/** Returns the screens that the page's registry declares; an unreadable line declares none. */
function screensOfPage(): readonly BuiltScreen[] {
  return readRegistryLines(registryOfPage()).flatMap((line) => (line.success ? line.data.remote.screens : []));
}
