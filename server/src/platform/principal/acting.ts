import { AsyncLocalStorage } from 'node:async_hooks';

/** The actor of an action. The name is the one at that time: for people their e-mail. */
export type Actor =
  | { readonly kind: 'person' | 'key' | 'schedule'; readonly id: string; readonly name: string }
  /** The server itself, and anybody unidentified. */
  | { readonly kind: 'system' | 'stranger'; readonly id: null; readonly name: '' };

export const systemActor: Actor = { kind: 'system', id: null, name: '' };
export const stranger: Actor = { kind: 'stranger', id: null, name: '' };

export type Acting = {
  /** The organisation; null if there is none yet: before a sign-in, during a registration, in a job. */
  readonly organizationId: string | null;
  readonly actor: Actor;
  readonly address: string | null;
  readonly requestId: string | null;
};

const bySystem: Acting = { organizationId: null, actor: systemActor, address: null, requestId: null };
const storage = new AsyncLocalStorage<Acting>();

/**
 * Sets the acting principal for the work and everything it starts. The guard of each endpoint does so for requests, the
 * job engine for jobs.
 */
export const actingAs = <T>(acting: Acting, work: () => T): T => storage.run(acting, work);

/** Runs work that nobody requested just now: a job, an upkeep. */
export const actingAsSystem = <T>(work: () => T): T => storage.run(bySystem, work);

/** Returns the acting principal. Never taken from the content of a request. */
export const acting = (): Acting => storage.getStore() ?? bySystem;
