import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { webVitals } from '../../page/web-vitals.ts';
import { releaseEvent, remoteReleases } from './releases.ts';

// The operators' page exchanges the key of the installation for a session of its own, which belongs to no account.

export const operatorSession = z.object({
  /** The name given by the operator, for the log of releases. */
  by: z.string(),
  /** The token for X-CSRFToken in every request of the session that changes something. */
  csrf_token: z.string(),
});

/**
 * Opens a session. Answers 401 credentials_wrong for another key, and 429 rate_limited after ten of them from one
 * network.
 */
export const openOperatorSession = endpoint({
  method: 'POST',
  path: '/operator/v1/session',
  requires: 'public',
  summary: 'Opens the operators’ page for an hour, for who has the operator’s key.',
  body: z.strictObject({
    key: z.string().check(z.minLength(1), z.maxLength(500)),
    by: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  }),
  response: operatorSession,
});

export const getOperatorSession = endpoint({
  method: 'GET',
  path: '/operator/v1/session',
  requires: 'public',
  summary: 'Whose session of the operators’ page this is, for who has one.',
  response: operatorSession,
});

export const closeOperatorSession = endpoint({
  method: 'DELETE',
  path: '/operator/v1/session',
  requires: 'public',
  summary: 'Ends the session of the operators’ page.',
  response: z.object({}),
});

/** One hour in which a release was used: how many people had one of its screens, and for how many of them it failed. */
export const releaseHour = z.object({
  hour: z.iso.datetime(),
  visits: z.int(),
  load_failures: z.int(),
  draw_failures: z.int(),
});
export type ReleaseHour = z.infer<typeof releaseHour>;

/** The speed of a release's pages in the last day. */
export const releaseVital = z.object({
  vital: z.enum(webVitals),
  /** The 75th percentile: milliseconds, and for `cls` its score. */
  p75: z.number(),
  pages: z.int(),
  /** The number of good ones among them. */
  good: z.int(),
  poor: z.int(),
});
export type ReleaseVital = z.infer<typeof releaseVital>;

export const releaseHealth = z.object({
  version: z.string(),
  /** The hours of the last day, oldest first; hours without use are absent. */
  hours: z.array(releaseHour),
  /** The failed screens, those that failed for most people first. */
  screens: z.array(z.object({ screen: z.string(), failures: z.int() })),
  /** The vitals, in the order of the contract; those without reports are absent. */
  vitals: z.array(releaseVital),
});
export type ReleaseHealth = z.infer<typeof releaseHealth>;

export const deployedRemote = z.object({
  ...remoteReleases.shape,
  /** The version in the folder of the build; null if it is not built there. */
  built: z.nullable(z.string()),
  /** The health of releases that somebody had in the last day. */
  health: z.array(releaseHealth),
});
export type DeployedRemote = z.infer<typeof deployedRemote>;

/** A group of calls to a model that failed alike. */
export const modelFailure = z.object({
  provider: z.string(),
  model: z.string(),
  /** A code of `contract/errors`. */
  code: z.string(),
  /** The HTTP status; null if there was none. */
  status: z.nullable(z.int()),
  /** The provider's last message, without secrets. */
  words: z.string(),
  /** The id by which the provider finds the last one. */
  request_id: z.nullable(z.string()),
  failures: z.int(),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
});
export type ModelFailureSummary = z.infer<typeof modelFailure>;

export const getDeployment = endpoint({
  method: 'GET',
  path: '/operator/v1/deployment',
  requires: 'public',
  summary: 'What is served to whom, how it does, and what was done, for the operator.',
  response: z.object({
    remotes: z.array(deployedRemote),
    /** Names of the organisations that a canary is given to by their ids. */
    organizations: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /**
     * The condition of an automatic rollback: so many percent of so many people or more, in this hour and the one
     * before; null is never.
     */
    guard: z.nullable(z.object({ percent: z.number(), visits: z.int() })),
    /** The log, newest first. */
    log: z.array(releaseEvent),
    /**
     * The reasons models did not answer in the last 30 days, in all processes; for each model the last ten, newest
     * first.
     */
    model_failures: z.optional(z.array(modelFailure)),
  }),
});
