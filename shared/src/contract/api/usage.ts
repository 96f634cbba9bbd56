import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';

/** The most bytes of a beacon's body: browsers send no larger one while a page goes away. */
export const beaconMaxBytes = 64 * 1024;
/**
 * The most seconds of one usage session, of each kind and in total: a session ends with its page and does not outlast a
 * day.
 */
export const usageMaxSeconds = 24 * 60 * 60;
/** The most events of one batch. */
export const analyticsBatchMax = 50;
/** The most characters of a text inside an event. */
export const analyticsTextMax = 200;

/** 31 December 9999, the last day with a four-digit year. */
const latestMoment = 253_402_300_799_999;

const seconds = z.int().check(z.gte(0), z.lte(usageMaxSeconds));

/** The session usage payload of specification §3: how long somebody did what, in whole seconds, and nothing else. */
export const usageSession = z
  .strictObject({
    /** The id, made by the browser: however often a session is posted, it counts once. */
    session_id: z.uuid(),
    typing: seconds,
    reading: seconds,
    interacting: seconds,
    idling: seconds,
  })
  .check(
    z.refine(({ typing, reading, interacting, idling }) => typing + reading + interacting + idling <= usageMaxSeconds),
  );
export type UsageSession = z.infer<typeof usageSession>;

/**
 * Accepts a usage session of the caller (specification §4, §7). A beacon cannot carry X-CSRFToken, so the proof is the
 * session cookie with the Origin that every browser adds, and the body may come as text/plain, which needs no
 * preflight. The answer to the first post and to every repeated one is the same.
 */
export const postSessionData = endpoint({
  service: 'charts',
  method: 'POST',
  path: '/charts/v1/session-data',
  requires: {},
  summary: 'Counts a usage session of the caller, once however often it is posted.',
  body: usageSession,
  response: z.object({ session_id: z.uuid() }),
});

/** One event, by the names of specification §7. Holds no content and no address with an id in it. */
export const analyticsEvent = z.strictObject({
  /** The id, made by the browser: a batch that is sent twice counts once. */
  event_id: z.uuid(),
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/)),
  /** The time by the browser's clock, in milliseconds since 1970. */
  at: z.int().check(z.gte(0), z.lte(latestMoment)),
  /** The pattern of the route, such as `/dialogue/:dialogueId`; never the address itself. */
  route: z.string().check(z.maxLength(analyticsTextMax)),
  detail: z
    .record(
      z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/)),
      z.union([z.string().check(z.maxLength(analyticsTextMax)), z.number(), z.boolean()]),
    )
    .check(z.refine((detail) => Object.keys(detail).length <= 20)),
});
export type AnalyticsEvent = z.infer<typeof analyticsEvent>;

/**
 * Accepts a batch of analytics events of the caller, with the proof of `postSessionData`. `accepted` counts the batch,
 * known events included.
 */
export const postEvents = endpoint({
  service: 'charts',
  method: 'POST',
  path: '/charts/v1/events',
  requires: {},
  summary: 'Stores a batch of analytics events of the caller.',
  body: z.strictObject({ events: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(analyticsBatchMax)) }),
  response: z.object({ accepted: z.int() }),
});
