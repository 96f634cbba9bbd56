import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { ApiError } from '../../plugins/api-error.ts';
import type { Database, Lookup } from '../../plugins/db/database.ts';
import type { Log } from '../../plugins/log.ts';
import { openBuildFiles, type BuildFiles } from '../../services/web/build-files.ts';
import { findPointers, findReleases, rollBack } from './repository.ts';
import { surfaceFaults } from './surface.ts';

const everyMs = 30_000;
/** Who goes back by itself, in the log of releases. */
const itself = 'Parlance';

export type Guard = { readonly percent: number; readonly visits: number };

/** When a release goes back by itself; null is never. */
export const guardOf = ({ RELEASE_FAILURE_PERCENT, RELEASE_FAILURE_VISITS }: Config): Guard | null =>
  RELEASE_FAILURE_PERCENT === 0 ? null : { percent: RELEASE_FAILURE_PERCENT / 100, visits: RELEASE_FAILURE_VISITS };

type Failing = { readonly remote: string; readonly version: string; readonly visits: number; readonly failures: number };

/** The releases that are served to anybody and failed for too many people in this hour and the one before. */
async function findFailing(db: Lookup, { percent, visits: least }: Guard): Promise<Failing[]> {
  const [pointers, releases] = [await findPointers(db), await findReleases(db)];
  const served = new Set(pointers.flatMap(({ release_id, canary_id }) => [canary_id, release_id]));
  const counted = await db
    .selectFrom('release_visits')
    .where('hour', '>=', sql<Date>`date_trunc('hour', now(), 'UTC') - interval '1 hour'`)
    .groupBy(['remote', 'version'])
    .select(({ fn }) => ['remote', 'version', fn.sum<string>('visits').as('visits'), sql<string>`sum(load_failures + draw_failures)`.as('failures')])
    .execute();
  return releases
    .filter(({ id }) => served.has(id))
    .flatMap(({ remote, version }) => counted.filter((it) => it.remote === remote && it.version === version))
    .map(({ remote, version, visits, failures }) => ({ remote, version, visits: Number(visits), failures: Number(failures) }))
    .filter(({ visits, failures }) => visits >= least && failures * 100 >= percent * visits);
}

type Given = { readonly db: Database; readonly build: Pick<BuildFiles, 'program' | 'remotes'>; readonly guard: Guard; readonly log: Log };

/** Goes back from every release that fails too often, and says so in the log of releases. A canary is taken from who has it. */
export async function takeBackFailing({ db, build, guard, log }: Given): Promise<void> {
  for (const { remote, version, visits, failures } of await db.lookUp((lookup) => findFailing(lookup, guard))) {
    const [{ surface }, built] = [await build.program('host'), await build.remotes()];
    const isBuilt = built.some(({ entry }) => entry.remote.name === remote);
    try {
      await db.asSystem((trx) => rollBack(trx, { remote, from: version, by: itself, because: { visits, failures }, isBuilt, fits: (taken) => surfaceFaults(taken, surface).length === 0 }));
      log.error({ remote, version, visits, failures }, 'a release failed too often and was taken back');
    } catch (error) {
      // Somebody was faster, or there is none before it: it stays, and the operators' page shows how it does.
      if (!(error instanceof ApiError) || error.apiCode !== 'conflict') throw error;
      log.error({ remote, version, visits, failures }, 'a release fails too often, and there is none to go back to');
    }
  }
}

/** Looks twice a minute how releases do. */
export function startReleaseGuard({ db, config, log }: { readonly db: Database; readonly config: Config; readonly log: Log }): { close(): Promise<void> } {
  const guard = guardOf(config);
  if (guard === null) return { close: () => Promise.resolve() };
  const build = openBuildFiles({ hostFolder: config.HOST_DIR, registryFile: config.REGISTRY_FILE, complain: (sentence, error) => log.error({ err: error }, sentence) });
  let underWay: Promise<void> = Promise.resolve();
  const look = () => {
    underWay = underWay
      .then(() => takeBackFailing({ db, build, guard, log }))
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
