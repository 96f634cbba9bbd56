import { decide, type Subject } from '@parlance/shared/contract/access';
import type { Registry, Screen } from './registry.ts';
import { screenAt } from './screen-at.ts';
import type { ScreenLoader } from './screen-loader.ts';

/** Somebody with no role and no feature: what they may see, every member of an active workspace may. */
const plainMember: Subject = { isAdmin: false, isOwner: false, workspaceStatus: 'ACTIVE', features: new Set(), registration: { isCompleted: true, stage: 5 } };

/** A screen that asks for nothing beyond a session: its code is no secret to anyone who has one. */
export const asksOnlyForASession = ({ requires }: Pick<Screen, 'requires'>): boolean => requires === 'public' || (requires !== null && decide(requires, plainMember).allowed);

/** Fetches the screen of the page's address while the session is asked for, where no guard could deny its code. */
export function startScreenOfPage(registry: Registry, loader: ScreenLoader): void {
  const screen = screenAt(registry.screens, window.location.pathname);
  if (screen === undefined || !asksOnlyForASession(screen)) return;
  loader.load(screen).catch(() => undefined); // the outlet asks again and says what is wrong
}
