import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import type { Database } from '../../platform/db/database.ts';
import type { Observer } from '../../platform/telemetry/observer.ts';
import { readingLanes, readingPlaces } from '../../platform/threads/reading.ts';
import { readInstallation } from './installation.ts';

/** The event loop is looked at this often. */
const resolutionMs = 20;
const nanoseconds = 1e9;
const microseconds = 1e6;
/** The cache time of a reading: several concurrent readers share one query. */
const readAgainAfterMs = 5000;

/** Watches the figures of every process. Returns the function that stops it. */
export function watchProcess(watching: Observer): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const stops = [
    watching.watch('nodejs.eventloop.delay', () => readDelay(delay)),
    watching.watch('process.memory.usage', () => {
      const { rss, heapUsed, external } = process.memoryUsage();
      return [
        { value: rss, labels: { kind: 'rss' } },
        { value: heapUsed, labels: { kind: 'heap' } },
        { value: external, labels: { kind: 'external' } },
      ];
    }),
    watching.watch('process.cpu.time', () => {
      const { user, system } = process.cpuUsage();
      return [
        { value: user / microseconds, labels: { mode: 'user' } },
        { value: system / microseconds, labels: { mode: 'system' } },
      ];
    }),
    watching.watch('parlance.reading', () =>
      readingLanes.flatMap((lane) => [
        { value: readingPlaces.underWay(lane), labels: { lane, state: 'under_way' } },
        { value: readingPlaces.waiting(lane), labels: { lane, state: 'waiting' } },
      ]),
    ),
    watching.watch('process.uptime', () => [{ value: process.uptime(), labels: {} }]),
  ];
  return () => {
    for (const stop of stops) stop();
    delay.disable();
  };
}

function readDelay(delay: IntervalHistogram) {
  // The delay measured is that of a timer, so an idle loop shows the resolution.
  const late = (value: number) => Math.max(0, value / nanoseconds - resolutionMs / 1000);
  const readings =
    delay.count === 0
      ? []
      : [
          { value: late(delay.percentile(50)), labels: { quantile: '0.5' } },
          { value: late(delay.percentile(99)), labels: { quantile: '0.99' } },
          { value: late(delay.max), labels: { quantile: '1' } },
        ];
  delay.reset();
  return readings;
}

export function watchPool(watching: Observer, pool: pg.Pool): () => void {
  const stops = [
    watching.watch('db.client.connections', () => [
      { value: pool.totalCount - pool.idleCount, labels: { state: 'used' } },
      { value: pool.idleCount, labels: { state: 'idle' } },
    ]),
    watching.watch('db.client.pending_requests', () => [{ value: pool.waitingCount, labels: {} }]),
  ];
  return () => stops.forEach((stop) => stop());
}

/** `services` are those of this process that have event streams. */
export function watchStreams(
  watching: Observer,
  services: readonly { readonly service: string; openStreams(): number }[],
): () => void {
  return watching.watch('parlance.streams.open', () =>
    services.map(({ service, openStreams }) => ({ value: openStreams(), labels: { service } })),
  );
}

/** Watches the figures of the whole installation: each process with the worker reports the same ones. */
export function watchInstallation(watching: Observer, db: Database): () => void {
  let read: { readonly at: number; readonly found: ReturnType<typeof readInstallation> } | null = null;
  const now = () => {
    if (read === null || performance.now() - read.at > readAgainAfterMs)
      read = { at: performance.now(), found: db.lookUp(readInstallation) };
    return read.found;
  };
  const stops = [
    watching.watch('parlance.jobs', async () => (await now()).jobs),
    watching.watch('parlance.upkeep.overdue', async () => (await now()).overdue),
    watching.watch('parlance.mail.outbox', async () => (await now()).mails),
    watching.watch('parlance.mail.oldest', async () => [{ value: (await now()).oldestMailSeconds, labels: {} }]),
    watching.watch('parlance.release.visits', async () => (await now()).visits),
    watching.watch('parlance.release.failures', async () => (await now()).failures),
    watching.watch('parlance.web_vital.samples', async () => (await now()).vitalSamples),
    watching.watch('parlance.web_vital.p75', async () => (await now()).vitals),
  ];
  return () => stops.forEach((stop) => stop());
}
