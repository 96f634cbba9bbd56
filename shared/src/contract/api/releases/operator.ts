import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';
import { webVitals } from '../../page/web-vitals.ts';
import { releaseEvent, remoteReleases } from './releases.ts';

// For the operators' page: the key of the installation is exchanged for a session of its own, which is nobody's
// account.

export const operatorSession = z.object({
  /** Who said to be there, for the log of releases. */
  by: z.string(),
  /** What every request of the session that changes something carries as X-CSRFToken. */
  csrf_token: z.string(),
});

/** Answers 401 credentials_wrong for another key, and 429 rate_limited after ten of them from one network. */
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

/**
 * A release in an hour in which it was used: how many people had one of its screens, and for how many of them it
 * failed.
 */
export const releaseHour = z.object({
  hour: z.iso.datetime(),
  visits: z.int(),
  load_failures: z.int(),
  draw_failures: z.int(),
});
export type ReleaseHour = z.infer<typeof releaseHour>;

/** How fast pages of a release were in the last day. */
export const releaseVital = z.object({
  vital: z.enum(webVitals),
  /** What three of four pages were not slower than: milliseconds, and for `cls` its score. */
  p75: z.number(),
  pages: z.int(),
  /** Of these. */
  good: z.int(),
  poor: z.int(),
});
export type ReleaseVital = z.infer<typeof releaseVital>;

export const releaseHealth = z.object({
  version: z.string(),
  /** Of the last day, the oldest first; hours of nobody are not there. */
  hours: z.array(releaseHour),
  /** Which screens failed, for most people first. */
  screens: z.array(z.object({ screen: z.string(), failures: z.int() })),
  /** In the order of the contract; those that nobody told of are not there. */
  vitals: z.array(releaseVital),
});
export type ReleaseHealth = z.infer<typeof releaseHealth>;

export const deployedRemote = z.object({
  ...remoteReleases.shape,
  /** The version in the folder of the build, null where it is not built there. */
  built: z.nullable(z.string()),
  /** Of releases that somebody had in the last day. */
  health: z.array(releaseHealth),
});
export type DeployedRemote = z.infer<typeof deployedRemote>;

/** Calls of a model that failed alike. */
export const modelFailure = z.object({
  provider: z.string(),
  model: z.string(),
  /** A code of `contract/errors`. */
  code: z.string(),
  /** Of HTTP; null where there was none. */
  status: z.nullable(z.int()),
  /** What the provider said the last time, without secrets. */
  words: z.string(),
  /** By which the provider finds the last one. */
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
     * When a release goes back by itself: so many percent of so many people or more, in this hour and the one before;
     * null is never.
     */
    guard: z.nullable(z.object({ percent: z.number(), visits: z.int() })),
    /** The newest first. */
    log: z.array(releaseEvent),
    /**
     * Why models did not answer in the last 30 days, in all processes; of each model the last ten reasons, the newest
     * first.
     */
    model_failures: z.optional(z.array(modelFailure)),
  }),
});
