import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** A session: one browser in which the caller is signed in. */
export const ownSession = z.object({
  id: z.uuid(),
  is_current: z.boolean(),
  /** The name of the browser, such as Firefox; null if it gave none that is known. */
  browser: z.nullable(z.string()),
  /** The name of the operating system, such as Windows; null if unknown. */
  system: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** The time of the last request, exact to ten minutes. */
  last_seen_at: z.iso.datetime(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Open to everybody for their own sessions, in a workspace of every status. */
const own = { workspace: 'any' } as const;

/** Lists the caller's open sessions in all organisations, the current one first, then the last seen first. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/auth/v1/sessions',
  requires: own,
  summary: 'The browsers in which the caller is signed in.',
  response: z.object({ items: z.array(ownSession) }),
});

/** Ends one of the caller's other sessions. 404 if there is no such one; the current one ends by `signOut`. */
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/auth/v1/sessions/:session_id',
  requires: own,
  summary: 'Signs another browser of the caller out.',
  params: z.object({ session_id: z.uuid() }),
  response: z.object({}),
});

/** Ends all of the caller's sessions but the current one. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/v1/sessions',
  requires: own,
  summary: 'Signs every other browser of the caller out.',
  response: z.object({ ended: z.int() }),
});
