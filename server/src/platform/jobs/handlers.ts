import type { JobData, JobKind } from './kinds.ts';

export type JobHandler<Data> = {
  /**
   * Does the job. An error is a failed try; a JobRefused makes it the last one, and a JobPostponed does not count.
   * `signal` ends with the time limit or the process.
   */
  run(data: Data, signal: AbortSignal): Promise<void>;
  /**
   * Called for a job that is given up, with the last reason; not if the same work was requested again meanwhile. May be
   * called twice.
   */
  giveUp(data: Data, reason: string): Promise<void>;
};
export type JobHandlers = { [Kind in JobKind]: JobHandler<JobData[Kind]> };

/** Thrown when no further try would end otherwise. Its message is kept as the reason. */
export class JobRefused extends Error {
  override name = 'JobRefused';
}

/**
 * Thrown when there is no place for the job now. The job comes again and loses none of its tries, however long it
 * waits.
 */
export class JobPostponed extends Error {
  override name = 'JobPostponed';
  readonly seconds: number;

  constructor(seconds: number, reason: unknown) {
    super('There is no place for it now.', { cause: reason });
    this.seconds = seconds;
  }
}
