import * as z from '@parlance/shared/contract/schema';
import { planFeatures } from '../../access/access.ts';
import { endpoint } from '../../endpoint.ts';

// For the operator's command line alone: no session, but the key of the installation, from the same machine.

/** The name of a remote, as its declaration has it. */
export const remoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,49}$/));
/** The version of a remote's package and what its files hash to: another content has another version. */
export const releaseVersion = z.string().check(z.regex(/^\d[\w.+]*-[\da-f]{12}$/));

export const release = z.object({
  version: releaseVersion,
  shipped_at: z.iso.datetime(),
  /** It was taken back, and is reachable for the pages that have it. */
  is_withdrawn: z.boolean(),
});

/** Who gets a release before everyone does: organisations that one of the three names. */
export const audience = z.strictObject({
  /** A share of all organisations, always the same ones for a release; a larger share has those of a smaller one. */
  percent: z.number().check(z.int(), z.gte(0), z.lte(100)),
  organizations: z.array(z.uuid()).check(z.maxLength(500)),
  plans: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50)),
});
export type Audience = z.infer<typeof audience>;

/**
 * Which releases a remote has in the store, and which of them is served; null is the one in the folder of the build.
 */
export const remoteReleases = z.object({
  remote: remoteName,
  current: z.nullable(releaseVersion),
  /** The release that some have already. */
  canary: z.nullable(z.object({ version: releaseVersion, audience })),
  /** Nobody gets the remote. */
  is_off: z.boolean(),
  /** Only organisations with this plan flag get the remote. */
  feature: z.nullable(z.enum(planFeatures)),
  /** The newest first. */
  releases: z.array(release),
});
export type RemoteReleases = z.infer<typeof remoteReleases>;

/** Who moved what, in the words of who called: the name of their account on that machine. */
const by = z.string().check(z.minLength(1), z.maxLength(100));

export const releaseEvent = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  action: z.string(),
  remote: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type ReleaseEvent = z.infer<typeof releaseEvent>;

export const listReleases = endpoint({
  method: 'GET',
  path: '/operator/v1/releases',
  requires: 'public',
  summary: 'The releases of every remote, and what was done with them, for who has the operator’s key.',
  response: z.object({
    items: z.array(remoteReleases),
    /** The newest first. */
    log: z.array(releaseEvent),
  }),
});

/** Base64 of four bytes for three: an archive of 32 MB. */
export const archiveMaxLength = 44_000_000;

/**
 * Takes a release in and serves it from now on, to everyone or to an audience. Answers 400 validation_failed with one
 * issue for each reason why it is refused: nobody gets it then. A release that is in the store already is served again.
 */
export const shipRelease = endpoint({
  method: 'POST',
  path: '/operator/v1/releases',
  requires: 'public',
  summary: 'Serves a release of a remote, for who has the operator’s key.',
  body: z.strictObject({
    remote: remoteName,
    archive: z.string().check(z.minLength(1), z.maxLength(archiveMaxLength)),
    audience: z.optional(audience),
    by,
  }),
  response: remoteReleases,
});

/**
 * Rolls back the served release, or withdraws a canary. Answers 409 conflict if another one is served, or there is no
 * earlier one.
 */
export const rollBackRelease = endpoint({
  method: 'POST',
  path: '/operator/v1/rollbacks',
  requires: 'public',
  summary: 'Serves the release before, for who has the operator’s key.',
  body: z.strictObject({ remote: remoteName, from: releaseVersion, by }),
  response: remoteReleases,
});

/**
 * Sets who gets the canary; null is everyone, and then it is no canary any more. Answers 409 conflict where the release
 * is not the canary.
 */
export const setAudience = endpoint({
  method: 'PUT',
  path: '/operator/v1/audiences',
  requires: 'public',
  summary: 'Gives a canary to more, to fewer or to everyone, for who has the operator’s key.',
  body: z.strictObject({ remote: remoteName, version: releaseVersion, audience: z.nullable(audience), by }),
  response: remoteReleases,
});

/** Switches a remote off at once, for everyone or for who lacks a feature of the plan, and on again. */
export const switchRemote = endpoint({
  method: 'PUT',
  path: '/operator/v1/switches',
  requires: 'public',
  summary: 'Switches a remote off or on, for who has the operator’s key.',
  body: z.strictObject({ remote: remoteName, is_off: z.boolean(), feature: z.nullable(z.enum(planFeatures)), by }),
  response: remoteReleases,
});
