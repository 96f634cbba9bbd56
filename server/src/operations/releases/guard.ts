import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Lookup } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { openBuildFiles, type BuildFiles } from './build-files.ts';
import { audienceOf, findActiveOrganizations, judgeRelease } from './health.ts';
import { hashFor } from './reports.ts';
import { findPointers, listRemotes, rollBack } from './repository.ts';
import { readRemote } from './served.ts';
import { surfaceFaults } from './surface.ts';

const everyMs = 30_000;
/** Who goes back by itself, in the log of releases. */
const itself = 'Parlance';

export type Guard = { readonly percent: number; readonly visits: number };

/** When a release goes back by itself; null is never. */
export const guardOf = ({ RELEASE_FAILURE_PERCENT, RELEASE_FAILURE_VISITS }: Config): Guard | null =>
  RELEASE_FAILURE_PERCENT === 0 ? null : { percent: RELEASE_FAILURE_PERCENT / 100, visits: RELEASE_FAILURE_VISITS };

type Failing = {
  readonly remote: string;
  readonly version: string;
  readonly visits: number;
  readonly failures: number;
};
type Build = Pick<BuildFiles, 'program' | 'remotes'>;

/** The releases that are served to anybody and failed for too many people in this hour and the one before. */
async function findFailing(db: Lookup, build: Build, { percent, visits: least }: Guard): Promise<Failing[]> {
  const told = await findTold(db);
  if (told.every(({ failed }) => failed === 0)) return [];
  const organizations = await findActiveOrganizations(db);
  const failing: Failing[] = [];
  for (const pointer of await findPointers(db)) {
    const remote = await readRemote(db, build, pointer.remote);
    for (const release of remote.own.filter(({ id }) => id === pointer.release_id || id === pointer.canary_id)) {
      const audience = audienceOf(release, remote, organizations);
      const hashes = new Set(audience.map(({ organizationId }) => hashFor(release, organizationId).toString('hex')));
      const { version } = release;
      const ofRelease = told.filter(
        (it) => it.remote === pointer.remote && it.version === version && hashes.has(it.organization.toString('hex')),
      );
      const people = audience.map((organization) => organization.people);
      const isCanary = release.id === pointer.canary_id;
      const { isFailing, visits, failures } = judgeRelease({
        audience: people,
        told: ofRelease,
        percent,
        least,
        isCanary,
      });
      if (isFailing) failing.push({ remote: pointer.remote, version, visits, failures });
    }
  }
  return failing;
}

/** What people of each organisation said; who was counted by a program that knew of no organisation says nothing. */
async function findTold(db: Lookup) {
  const rows = await db
    .selectFrom('release_reporters')
    .where('hour', '>=', sql<Date>`date_trunc('hour', now(), 'UTC') - interval '1 hour'`)
    .where('organization', 'is not', null)
    .groupBy(['remote', 'version', 'organization'])
    .select(['remote', 'version', 'organization', sql<number>`count(distinct reporter)::integer`.as('people')])
    .select(sql<number>`(count(distinct reporter) filter (where has_failed))::integer`.as('failed'))
    .execute();
  return rows.flatMap(({ organization, ...row }) => (organization === null ? [] : [{ ...row, organization }]));
}

type Options = {
  readonly db: Database;
  readonly build: Build;
  readonly guard: Guard;
  readonly log: Log;
  /** What was said to have none to go back to. */
  readonly stuck?: Set<string>;
};

/**
 * Goes back from every release that fails too often, and says so in the log of releases. A canary is taken from who has
 * it.
 */
export async function takeBackFailing({ db, build, guard, log, stuck = new Set() }: Options): Promise<void> {
  const failing = await db.lookUp((lookup) => findFailing(lookup, build, guard));
  const names = new Set(failing.map(({ remote, version }) => `${remote} ${version}`));
  for (const name of stuck) if (!names.has(name)) stuck.delete(name);
  for (const { remote, version, visits, failures } of failing) {
    const [{ surface }, built] = [await build.program('host'), await build.remotes()];
    const isBuilt = built.some(({ entry }) => entry.remote.name === remote);
    try {
      await db.asSystem((trx) =>
        rollBack(trx, {
          remote,
          from: version,
          by: itself,
          because: { visits, failures },
          isBuilt,
          fits: (taken) => surfaceFaults(taken, surface).length === 0,
        }),
      );
      log.error({ remote, version, visits, failures }, 'a release failed too often and was taken back');
    } catch (error) {
      if (!(error instanceof ApiError) || error.apiCode !== 'conflict') throw error;
      // Somebody was faster.
      const served = (await db.lookUp(listRemotes)).find((it) => it.remote === remote);
      if (stuck.has(`${remote} ${version}`) || ![served?.current, served?.canary?.version].includes(version)) continue;
      // There is none before it: it stays, and the operators' page shows how it does.
      stuck.add(`${remote} ${version}`);
      log.error({ remote, version, visits, failures }, 'a release fails too often, and there is none to go back to');
    }
  }
}

/** Looks twice a minute how releases do. */
export function startReleaseGuard({
  db,
  config,
  log,
}: {
  readonly db: Database;
  readonly config: Config;
  readonly log: Log;
}): { close(): Promise<void> } {
  const guard = guardOf(config);
  if (guard === null) return { close: () => Promise.resolve() };
  const build = openBuildFiles({
    hostFolder: config.HOST_DIR,
    registryFile: config.REGISTRY_FILE,
    complain: (sentence, error) => log.error({ err: error }, sentence),
  });
  const stuck = new Set<string>();
  let underWay: Promise<void> = Promise.resolve();
  const look = () => {
    underWay = underWay
      .then(() => takeBackFailing({ db, build, guard, log, stuck }))
      .catch((error: unknown) => log.error({ err: error }, 'how releases do is looked at again later'));
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
