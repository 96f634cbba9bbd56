import { setTimeout } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, WorkOptions } from 'pg-boss';
import * as z from 'zod/mini';
import type { Database } from '../db/database.ts';
import type { Events } from '../db/events.ts';
import { actingAsSystem } from '../principal/acting.ts';
import { type Engine, givenUpQueue, startBoss } from './boss.ts';
import { startHandOver } from './hand-over.ts';
import { type JobHandler, type JobHandlers, JobPostponed, JobRefused } from './handlers.ts';
import { type JobData, type JobKind, jobKinds } from './kinds.ts';
import { queueJob } from './lanes.ts';
import { observedJob } from './observed-job.ts';

/** What nobody was told of (a pause that is over, a job that another process brought) is found after this. */
const defaultPollSeconds = 10;
/** Jobs under way at a stop may finish for so long; then they are given back, and tried again later. */
const stopTimeoutMs = 2500;

type Dependencies = Engine & { db: Database; events: Events };
type Job = JobWithMetadata;

/** Does the jobs that transactions ask for. Any number of processes may run it; a job is done by one at a time. */
export async function startJobs(
  deps: Dependencies,
  handlers: JobHandlers,
  pollSeconds = defaultPollSeconds,
): Promise<{ close(): Promise<void> }> {
  const { log } = deps;
  const boss = await startBoss(deps);
  const workers = new Map<string, string[]>();
  const underWay = new Set<Promise<unknown>>();

  const wake = (queue: string) => {
    for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
  };

  async function work(queue: string, act: (job: Job) => Promise<void>, ofGroup: OfGroup = {}): Promise<void> {
    const id = await boss.work(
      queue,
      { pollingIntervalSeconds: pollSeconds, includeMetadata: true, perJobResults: true, ...ofGroup },
      async (jobs: Job[]) => {
        const outcomes = Promise.all(jobs.map((job) => outcomeOf(job, act(job))));
        underWay.add(outcomes);
        const results = await outcomes;
        underWay.delete(outcomes);
        // On to the next one without a pause: another lane may have left it, because its group had no place.
        wake(queue);
        return results;
      },
    );
    workers.set(queue, [...(workers.get(queue) ?? []), id]);
  }

  async function outcomeOf(job: Job, acting: Promise<void>): Promise<JobResult> {
    const { id, name, retryCount, retryLimit } = job;
    try {
      await acting;
      return { id, status: 'completed' };
    } catch (error) {
      if (error instanceof JobPostponed) {
        await postpone(deps.pool, job, error);
        return { id, status: 'completed' };
      }
      const reason = error instanceof Error ? error.message : String(error);
      const isRefused = error instanceof JobRefused;
      const isLast = isRefused || retryCount >= retryLimit;
      log[isLast ? 'error' : 'warn'](
        { job: id, kind: name, try: retryCount + 1, reason },
        isLast ? 'a job is given up' : 'a job failed and will be tried again',
      );
      return { id, status: isRefused ? 'deadletter' : 'failed', output: { reason } };
    }
  }

  async function workOn<Kind extends JobKind>(kind: Kind): Promise<void> {
    const handler: JobHandler<JobData[Kind]> = handlers[kind];
    for (let lane = 0; lane < jobKinds[kind].atOnce; lane += 1)
      await work(
        kind,
        (job) =>
          actingAsSystem(() =>
            observedJob(deps.db, { id: job.id, kind, attempt: job.retryCount + 1 }, () =>
              handler.run(dataOf(kind, job), job.signal),
            ),
          ),
        ofGroup(kind),
      );
  }

  async function giveUp<Kind extends JobKind>(kind: Kind, job: Job): Promise<void> {
    const handler: JobHandler<JobData[Kind]> = handlers[kind];
    await actingAsSystem(() => handler.giveUp(dataOf(kind, job), reasonOf(job.sourceOutput)));
  }

  for (const kind of kinds) await workOn(kind);
  await work(givenUpQueue, async (job) => {
    const kind = kinds.find((name) => name === job.sourceName);
    if (kind === undefined || (await isAskedForAgain(deps.pool, kind, job))) return;
    await giveUp(kind, job);
  });
  const handOver = startHandOver(
    deps,
    async (kind, jobs) => {
      await boss.insert(kind, await queueJob(deps.pool, kind, jobs));
      wake(kind);
    },
    pollSeconds,
  );
  return {
    async close() {
      const finished = Promise.all([...workers.keys()].map((queue) => boss.offWork(queue)));
      await handOver.close();
      await Promise.race([finished, setTimeout(stopTimeoutMs, undefined, { ref: false })]);
      // Fails what is still under way, for another try later, and only then ends its signal.
      await boss.stop({ graceful: false });
      await Promise.all(underWay);
    },
  };
}

type OfGroup = Pick<WorkOptions, 'localGroupConcurrency' | 'groupConcurrency'>;

/**
 * One of a group at a time: what an organisation may have are its groups (lanes.ts). Counted in this process, where two
 * lanes that look at the same moment would both find the group free in the database; of one lane in each process, by
 * the database.
 */
const ofGroup = (kind: JobKind): OfGroup =>
  jobKinds[kind].atOnce > 1 ? { localGroupConcurrency: 1 } : { groupConcurrency: 1 };

const kinds = Object.keys(jobKinds) as JobKind[]; // the keys of an object of ours

// a schema of `Kind` gives its data
const dataOf = <Kind extends JobKind>(kind: Kind, job: Job) => z.parse(jobKinds[kind].data, job.data) as JobData[Kind];

/** What has waited for a place for long looks less often, up to this. */
const longestWaitSeconds = 60;

/**
 * Puts a job back with as many tries left as before. The engine settles a job by the number of its try: that becomes
 * another one, so that it cannot end the next look, which may have begun by then.
 */
async function postpone(pool: Engine['pool'], { id, name, retryCount }: Job, { seconds }: JobPostponed): Promise<void> {
  await pool.query(
    `update pgboss.job set state = 'created', started_on = null,
       retry_count = retry_count + case retry_count when 0 then 1 else -1 end, retry_limit = retry_limit + case retry_count when 0 then 1 else -1 end,
       start_after = now() + make_interval(secs => greatest($4, least($5, extract(epoch from now() - created_on) / 10)))
     where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, seconds, longestWaitSeconds],
  );
}

/**
 * Whether the same is waiting or under way as another job. That one was asked for because of something newer, and says
 * how it ends: an end of the older one would be taken for its own.
 */
async function isAskedForAgain(pool: Engine['pool'], kind: JobKind, { data, sourceId }: Job): Promise<boolean> {
  const { rows } = await pool.query<{ is_asked_for: boolean }>(
    `select exists (select from pgboss.job where name = $1 and data = $2::jsonb and state in ('created', 'retry', 'active'))
         or exists (select from job_requests where kind = $1 and data = $2::jsonb and id is distinct from $3::uuid) as is_asked_for`,
    [kind, JSON.stringify(data), sourceId],
  );
  return rows[0]?.is_asked_for === true;
}

/** What outcomeOf wrote; pg-boss itself fails a job only where its process died or took too long. */
function reasonOf(output: object | null): string {
  return output !== null && 'reason' in output && typeof output.reason === 'string'
    ? output.reason
    : 'It took too long, or its process ended.';
}
