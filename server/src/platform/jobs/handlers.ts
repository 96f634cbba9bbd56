import type { JobData, JobKind } from './kinds.ts';

export type JobHandler<Data> = {
  /**
   * Does the job. Whatever it throws is a failed try; a JobRefused is the last one, and a JobPostponed is none.
   * `signal` ends with the time limit or the process.
   */
  run(data: Data, signal: AbortSignal): Promise<void>;
  /**
   * Hears of a job that nobody tries any more, with the last reason; not where the same was asked for again meanwhile.
   * May hear it twice.
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
