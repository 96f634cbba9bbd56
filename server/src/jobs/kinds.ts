import * as z from 'zod/mini';

/** How a kind of job is done: what it must be told, how often it is tried and how long a try may take. */
export type KindOfJob = {
  data: z.ZodMiniType<object>;
  tries: number;
  /** Before the second try; each later pause is about twice as long … */
  firstPauseSeconds: number;
  /** … up to this. */
  longestPauseSeconds: number;
  /** A try that takes longer has failed, as one whose process has died. */
  limitSeconds: number;
  /** How many a process does at the same time. */
  atOnce: number;
};

const kind = <const K extends KindOfJob>(declared: K) => declared;

/** Every kind of job there is. A row of another kind stays where it is for a process that knows it. */
export const jobKinds = {
  /** Twenty tries over half a day: a mail server that is down for a night loses nothing. */
  send_mail: kind({ data: z.strictObject({ mail: z.uuid() }), tries: 20, firstPauseSeconds: 15, longestPauseSeconds: 3600, limitSeconds: 60, atOnce: 2 }),
};

type Kinds = typeof jobKinds;
export type JobKind = keyof Kinds;
export type JobData = { [Kind in JobKind]: z.infer<Kinds[Kind]['data']> };
