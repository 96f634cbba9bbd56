import { asksOnlyForASession } from '@parlance/shared/remote/requirement';
import { screenAt } from '@parlance/shared/remote/screen-at';
import type { Registry } from '../known/registry.ts';
import type { ScreenLoader } from './screen-loader.ts';

/** Prefetches the screen of the page's address while the session is loading, if no guard could deny its code. */
export function startScreenOfPage(registry: Registry, loader: ScreenLoader): void {
  const screen = screenAt(registry.screens, window.location.pathname);
  if (screen === undefined || !asksOnlyForASession(screen.requires)) return;
  loader.load(screen).catch(() => undefined); // the outlet retries and reports the failure
}
