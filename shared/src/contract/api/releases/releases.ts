import * as z from '@parlance/shared/contract/schema';
import { planFeatures } from '../../access/access.ts';
import { endpoint } from '../../endpoint.ts';

// These endpoints are for the operator's command line alone: no session, but the key of the installation, from the same
// machine.

/** The name of a remote, as its declaration has it. */
export const remoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,49}$/));
/** The version of a remote's package and what its files hash to: another content has another version. */
export const releaseVersion = z.string().check(z.regex(/^\d[\w.+]*-[\da-f]{12}$/));

export const release = z.object({
  version: releaseVersion,
  shipped_at: z.iso.datetime(),
  /** True if it was rolled back; it stays reachable for the pages that have it. */
  is_withdrawn: z.boolean(),
});

/** The audience that gets a release before everyone: organisations that match one of the three. */
export const audience = z.strictObject({
  /** A share of all organisations, always the same ones for a release; a larger share includes a smaller one. */
  percent: z.number().check(z.int(), z.gte(0), z.lte(100)),
  organizations: z.array(z.uuid()).check(z.maxLength(500)),
  plans: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50)),
});
export type Audience = z.infer<typeof audience>;

/** The releases of a remote in the store, and the one that is served; null is the one in the folder of the build. */
export const remoteReleases = z.object({
  remote: remoteName,
  current: z.nullable(releaseVersion),
  /** The release that only its audience gets. */
  canary: z.nullable(z.object({ version: releaseVersion, audience })),
  /** True if nobody gets the remote. */
  is_off: z.boolean(),
  /** The plan flag that organisations need to get the remote. */
  feature: z.nullable(z.enum(planFeatures)),
  /** The releases, newest first. */
  releases: z.array(release),
});
export type RemoteReleases = z.infer<typeof remoteReleases>;

/** The person behind a change, as the caller gave it: the name of their account on that machine. */
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
    /** The log, newest first. */
    log: z.array(releaseEvent),
  }),
});

/** The length of an archive of 32 MB in Base64, which takes four bytes for three. */
export const archiveMaxLength = 44_000_000;

/**
 * Stores a release and serves it from now on, to everyone or to an audience. Answers 400 validation_failed with one
 * issue for each reason of a refusal: nobody gets it then. A release that is in the store already is served again.
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
 * Sets the audience of the canary; null is everyone, which ends the canary. Answers 409 conflict if the release is not
 * the canary.
 */
export const setAudience = endpoint({
  method: 'PUT',
  path: '/operator/v1/audiences',
  requires: 'public',
  summary: 'Gives a canary to more, to fewer or to everyone, for who has the operator’s key.',
  body: z.strictObject({ remote: remoteName, version: releaseVersion, audience: z.nullable(audience), by }),
  response: remoteReleases,
});

/** Switches a remote off at once, for everyone or for those without a feature of the plan, and on again. */
export const switchRemote = endpoint({
  method: 'PUT',
  path: '/operator/v1/switches',
  requires: 'public',
  summary: 'Switches a remote off or on, for who has the operator’s key.',
  body: z.strictObject({ remote: remoteName, is_off: z.boolean(), feature: z.nullable(z.enum(planFeatures)), by }),
  response: remoteReleases,
});
