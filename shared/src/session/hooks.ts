import { withWayBack } from '../browser/way-back.ts';

/** Records an event for the analytics, by the names of specification §7. */
export type AnalyticsRecorder = { record: (name: string, detail?: Readonly<Record<string, unknown>>) => void };
export type Navigator = {
  /** Leads to the login page, and back to `to`, a path of this site, after signing in. */
  toLogin: (to: string | null) => void;
  /** Reloads at the start page, because the browser is signed in as somebody else. Older shells lack it. */
  toStart?: () => void;
};

/**
 * The hooks of the shell. Without a shell events go nowhere, and the login page is a page load, so that nothing of the
 * tenant is left in the page.
 */
export const hooks: { recorder: AnalyticsRecorder; navigator: Navigator; beforeSignOut: () => Promise<void> } = {
  recorder: { record: () => undefined },
  beforeSignOut: () => Promise.resolve(),
  navigator: { toLogin: (to) => window.location.assign(loginAddress(to)) },
};

/** Returns `/auth/login`, with the way back if there is one. */
export const loginAddress = (to: string | null): string => withWayBack('/auth/login', to);

/** The paths that anyone may see. */
const publicPaths = ['/auth', '/terms', '/error', '/redirect'];
export const isPublicPath = (path: string) => publicPaths.some((it) => path === it || path.startsWith(`${it}/`));
