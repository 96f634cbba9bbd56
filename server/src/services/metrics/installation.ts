import { vitalRatings, type WebVital } from '@parlance/shared/contract/page/web-vitals';
import { sql } from 'kysely';
import { pagesThatAre, sumUpVitals } from '../../operations/releases/vitals.ts';
import type { Lookup } from '../../platform/db/database.ts';
import { jobKinds } from '../../platform/jobs/kinds.ts';
import type { GaugeName } from '../../platform/telemetry/instruments.ts';
import type { Reading } from '../../platform/telemetry/observer.ts';
import { findOverdue } from '../../platform/upkeep/due.ts';
import { watchedDues } from '../upkeep/dues.ts';

/** Releases that people have at the same time are few; where they are not, those that most have say enough. */
const mostReleases = 50;
const lately = sql<Date>`date_trunc('hour', now(), 'UTC') - interval '1 hour'`;
const jobStates = ['requested', 'waiting', 'under_way', 'given_up', 'dead_letter'] as const;

/** How the whole installation is: its jobs, its upkeep, its outbox, its releases in this hour and the one before. */
export async function readInstallation(db: Lookup) {
  return {
    jobs: await readJobs(db),
    overdue: await readOverdue(db),
    ...(await readOutbox(db)),
    ...(await readReleases(db)),
  };
}

/** Every kind in every state, so that a figure that falls to nothing is told as well. */
async function readJobs(db: Lookup): Promise<Reading<'parlance.jobs'>[]> {
  const { rows } = await sql<{ kind: string; state: string; jobs: string }>`
    select kind, 'requested' as state, count(*) as jobs from job_requests group by kind
    union all
    select coalesce(source_name, name), case when source_name is not null then 'dead_letter' when state = 'active' then 'under_way' when state = 'failed' then 'given_up' else 'waiting' end, count(*)
    from pgboss.job
    where (state in ('created', 'retry', 'active') or (state = 'failed' and source_name is null and completed_on > now() - interval '1 day'))
    group by 1, 2`.execute(db);
  return Object.keys(jobKinds).flatMap((kind) =>
    jobStates.map((state) => ({
      value: Number(rows.find((row) => row.kind === kind && row.state === state)?.jobs ?? 0),
      labels: { kind, state },
    })),
  );
}

/** Of every step, so that a figure that falls to nothing is told as well. */
async function readOverdue(db: Lookup): Promise<Reading<'parlance.upkeep.overdue'>[]> {
  return [...(await findOverdue(db, watchedDues))].map(([step, value]) => ({ value, labels: { step } }));
}

async function readOutbox(
  db: Lookup,
): Promise<{ mails: Reading<'parlance.mail.outbox'>[]; oldestMailSeconds: number }> {
  const { rows } = await sql<{ waiting: string; given_up: string; oldest: string }>`
    select count(*) filter (where content is not null) as waiting,
      count(*) filter (where failed_at > now() - interval '1 day') as given_up,
      coalesce(extract(epoch from now() - min(created_at) filter (where content is not null)), 0) as oldest
    from outgoing_mail`.execute(db);
  const [{ waiting, given_up: givenUp, oldest } = { waiting: 0, given_up: 0, oldest: 0 }] = rows;
  return {
    mails: [
      { value: Number(waiting), labels: { state: 'waiting' } },
      { value: Number(givenUp), labels: { state: 'given_up' } },
    ],
    oldestMailSeconds: Number(oldest),
  };
}

type Of<Name extends GaugeName> = Reading<Name>[];

/** How releases do, and how fast their pages are, in this hour and the one before. */
export async function readReleases(db: Lookup) {
  const visited = await db
    .selectFrom('release_visits')
    .where('hour', '>=', lately)
    .groupBy(['remote', 'version'])
    .select(({ fn }) => [
      'remote',
      'version',
      fn.sum<string>('visits').as('visits'),
      fn.sum<string>('load_failures').as('load'),
      fn.sum<string>('draw_failures').as('draw'),
    ])
    .orderBy('visits', 'desc')
    .limit(mostReleases)
    .execute();
  const told = await db
    .selectFrom('release_vitals')
    .where('hour', '>=', lately)
    .groupBy(['remote', 'version', 'vital', 'bucket'])
    .select(({ fn }) => ['remote', 'version', 'vital', 'bucket', fn.sum<string>('pages').as('pages')])
    .execute();
  const visits: Of<'parlance.release.visits'> = visited.map(({ remote, version, visits: people }) => ({
    value: Number(people),
    labels: { remote, version },
  }));
  const failures: Of<'parlance.release.failures'> = visited.flatMap(({ remote, version, load, draw }) => [
    { value: Number(load), labels: { remote, version, kind: 'load' } },
    { value: Number(draw), labels: { remote, version, kind: 'draw' } },
  ]);
  const vitals: Of<'parlance.web_vital.p75'> = [];
  const vitalSamples: Of<'parlance.web_vital.samples'> = [];
  for (const { remote, version } of visited) {
    const counted = told
      .filter((row) => row.remote === remote && row.version === version)
      .map(({ vital, bucket, pages }) => ({ vital, bucket, pages: Number(pages) }));
    for (const { vital, p75 } of sumUpVitals(counted)) {
      vitals.push({ value: inSeconds(vital, p75), labels: { remote, version, vital } });
      const ofVital = counted.filter((row) => row.vital === vital);
      for (const rating of vitalRatings)
        vitalSamples.push({ value: pagesThatAre(ofVital, rating), labels: { remote, version, vital, rating } });
    }
  }
  return { visits, failures, vitals, vitalSamples };
}

/** Prometheus counts in seconds. */
const inSeconds = (vital: WebVital, value: number) => (vital === 'cls' ? value : value / 1000);
