import * as z from 'zod/mini';

/** Settings of a kind of job: its data, its tries and the time limit of a try. */
export type KindOfJob = {
  data: z.ZodMiniType<object>;
  tries: number;
  /** The pause before the second try; each later pause is about twice as long … */
  firstPauseSeconds: number;
  /** … up to this limit. */
  longestPauseSeconds: number;
  /** The time limit of a try; a longer one has failed, like one whose process has died. */
  limitSeconds: number;
  /**
   * The number of jobs a process runs concurrently: its lanes. An organisation may use half of them; of a single lane
   * it gets its turn.
   */
  atOnce: number;
};

const kind = <const K extends KindOfJob>(declared: K) => declared;

/** Every kind of job. A row of another kind stays where it is, for a process that knows it. */
export const jobKinds = {
  /** Twenty tries over half a day: a mail server that is down for a night loses nothing. */
  send_mail: kind({
    data: z.strictObject({ mail: z.uuid() }),
    tries: 20,
    firstPauseSeconds: 15,
    longestPauseSeconds: 3600,
    limitSeconds: 60,
    atOnce: 2,
  }),
  /**
   * A file that cannot be read is failed with its first try; a further one is for a process that died, or a storage
   * that was away.
   */
  read_file: kind({
    data: z.strictObject({ file: z.uuid() }),
    tries: 5,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 120,
    atOnce: 2,
  }),
  /**
   * A source that cannot be read or fetched fails with its first try; the others are for a process that died or storage
   * that was away.
   */
  read_knowledge: kind({
    data: z.strictObject({ source: z.uuid() }),
    tries: 5,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 180,
    atOnce: 2,
  }),
  /**
   * Recognises some pages at a time and requests itself again for the others: a book keeps no other file waiting for
   * long. A page that cannot be recognised counts as one without text; a further try is for a process that died.
   */
  recognize_pages: kind({
    data: z.strictObject({ file: z.uuid() }),
    tries: 5,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 240,
    atOnce: 1,
  }),
  /** The same for web pages. A server that is silent for its whole time keeps no file from being read. */
  fetch_page: kind({
    data: z.strictObject({ source: z.uuid() }),
    tries: 5,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 180,
    atOnce: 4,
  }),
  /**
   * Vectors are worth waiting for: a provider that is down for a day loses nothing, and passages are found by their
   * words meanwhile.
   */
  embed_file: kind({
    data: z.strictObject({ file: z.uuid() }),
    tries: 20,
    firstPauseSeconds: 15,
    longestPauseSeconds: 7200,
    limitSeconds: 600,
    atOnce: 2,
  }),
  /** Resumes with each try: an answered question is not asked again. */
  run_tests: kind({
    data: z.strictObject({ test_run: z.uuid() }),
    tries: 3,
    firstPauseSeconds: 2,
    longestPauseSeconds: 30,
    limitSeconds: 7200,
    atOnce: 2,
  }),
  /**
   * Asks an agent, or continues with its answer: each try begins where the last one ended. When it is given up it has
   * failed, and a person can repeat it.
   */
  execute: kind({
    data: z.strictObject({ execution: z.uuid() }),
    tries: 10,
    firstPauseSeconds: 2,
    longestPauseSeconds: 600,
    limitSeconds: 60,
    atOnce: 4,
  }),
  /** A day of tries: a receiver that is down for a day loses nothing, and a person can retry an abandoned one. */
  act: kind({
    data: z.strictObject({ execution: z.uuid(), position: z.int() }),
    tries: 20,
    firstPauseSeconds: 30,
    longestPauseSeconds: 7200,
    limitSeconds: 60,
    atOnce: 4,
  }),
  /** Half a day of tries: a receiver that is down for a night loses nothing, and what is given up can be sent again. */
  send_audit_log: kind({
    data: z.strictObject({ delivery: z.uuid() }),
    tries: 20,
    firstPauseSeconds: 10,
    longestPauseSeconds: 3600,
    limitSeconds: 120,
    atOnce: 2,
  }),
  /** Each further try writes the file from the start. */
  export_dialogue_log: kind({
    data: z.strictObject({ export: z.uuid() }),
    tries: 3,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 7200,
    atOnce: 1,
  }),
  /** Each further try writes the file from the start. */
  export_organization: kind({
    data: z.strictObject({ export: z.uuid() }),
    tries: 3,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 7200,
    atOnce: 1,
  }),
  /** Resumes, and requests itself again after a minute: one whose process died is found soon. */
  replay_rule: kind({
    data: z.strictObject({ replay: z.uuid() }),
    tries: 5,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 180,
    atOnce: 1,
  }),
  /** Resumes with each try: nobody is invited twice. */
  import_members: kind({
    data: z.strictObject({ import: z.uuid() }),
    tries: 5,
    firstPauseSeconds: 2,
    longestPauseSeconds: 60,
    limitSeconds: 600,
    atOnce: 1,
  }),
  /** Each change is counted with a transaction of its own batch; what is left is found with the next look. */
  count_charts: kind({
    data: z.strictObject({}),
    tries: 3,
    firstPauseSeconds: 5,
    longestPauseSeconds: 60,
    limitSeconds: 3600,
    atOnce: 1,
  }),
  /** Tried like a replay; the next look finds what is left. */
  apply_retention: kind({
    data: z.strictObject({ organization: z.uuid() }),
    tries: 3,
    firstPauseSeconds: 60,
    longestPauseSeconds: 600,
    limitSeconds: 180,
    atOnce: 1,
  }),
  /**
   * Resumes, and requests itself again after a minute: nobody sees what it removes, and the next look finds the rest.
   */
  remove_account: kind({
    data: z.strictObject({ user: z.uuid() }),
    tries: 20,
    firstPauseSeconds: 5,
    longestPauseSeconds: 3600,
    limitSeconds: 180,
    atOnce: 1,
  }),
};

type Kinds = typeof jobKinds;
export type JobKind = keyof Kinds;
export type JobData = { [Kind in JobKind]: z.infer<Kinds[Kind]['data']> };
