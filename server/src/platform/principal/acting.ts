import { AsyncLocalStorage } from 'node:async_hooks';

/** The actor of an action. The name is the one at that time: for people their e-mail. */
export type Actor =
  | { readonly kind: 'person' | 'key' | 'schedule'; readonly id: string; readonly name: string }
  /** The server itself, and whoever has not said who they are. */
  | { readonly kind: 'system' | 'stranger'; readonly id: null; readonly name: '' };

export const systemActor: Actor = { kind: 'system', id: null, name: '' };
export const stranger: Actor = { kind: 'stranger', id: null, name: '' };

export type Acting = {
  /** Null where it is about no organisation yet: before a sign-in, while a registration is under way, in a job. */
  readonly organizationId: string | null;
  readonly actor: Actor;
  readonly address: string | null;
  readonly requestId: string | null;
};

const bySystem: Acting = { organizationId: null, actor: systemActor, address: null, requestId: null };
const storage = new AsyncLocalStorage<Acting>();

/**
 * Says who acts in all that the work does, and in what it starts. The guard of each endpoint says it for requests, the
 * job engine for jobs.
 */
export const actingAs = <T>(acting: Acting, work: () => T): T => storage.run(acting, work);

/** Work that nobody asked for in this moment: a job, an upkeep. */
export const actingAsSystem = <T>(work: () => T): T => storage.run(bySystem, work);

/** Returns the acting principal. Never taken from the content of a request. */
export const acting = (): Acting => storage.getStore() ?? bySystem;
