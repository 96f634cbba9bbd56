import type { DeployedRemote, ReleaseHealth, getDeployment } from '@parlance/shared/contract/api/releases/operator';
import type { Output } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { findFailures } from '../../money/ledger/failure-log.ts';
import type { Lookup } from '../../platform/db/database.ts';
import { findLog, listRemotes } from './repository.ts';
import { sumUpVitals } from './vitals.ts';

const shownHours = 24;

/**
 * Every remote with its releases and how they do, also one of which nothing was shipped yet. `built` are the versions
 * in the folder of the build.
 */
export async function describeDeployment(
  db: Lookup,
  built: ReadonlyMap<string, string>,
): Promise<Omit<Output<typeof getDeployment>, 'guard'>> {
  const [shipped, health, log] = [await listRemotes(db), await findHealth(db), await findLog(db)];
  const asBuilt = [...built.keys()].filter((name) => !shipped.some(({ remote }) => remote === name));
  const remotes: DeployedRemote[] = [
    ...shipped,
    ...asBuilt.map((remote) => ({ remote, current: null, canary: null, is_off: false, feature: null, releases: [] })),
  ]
    .sort((left, right) => left.remote.localeCompare(right.remote))
    .map((remote) => ({ ...remote, built: built.get(remote.remote) ?? null, health: health.get(remote.remote) ?? [] }));
  const ids = remotes.flatMap(({ canary }) => canary?.audience.organizations ?? []);
  const organizations =
    ids.length === 0
      ? []
      : await db.selectFrom('organizations').where('id', 'in', ids).select(['id', 'name']).execute();
  const failures = (await findFailures(db)).map(({ status, first_at: first, last_at: last, ...failure }) => ({
    ...failure,
    status: status === 0 ? null : status,
    first_at: first.toISOString(),
    last_at: last.toISOString(),
  }));
  return { remotes, organizations, log, model_failures: failures };
}

/** By the name of the remote. */
async function findHealth(db: Lookup): Promise<Map<string, ReleaseHealth[]>> {
  const rows = await db
    .selectFrom('release_visits')
    .where('hour', '>', sql<Date>`now() - make_interval(hours => ${shownHours})`)
    .selectAll()
    .orderBy('hour')
    .execute();
  const vitals = await db
    .selectFrom('release_vitals')
    .where('hour', '>', sql<Date>`now() - make_interval(hours => ${shownHours})`)
    .select(['remote', 'version', 'vital', 'bucket', 'pages'])
    .execute();
  const byRemote = new Map<string, ReleaseHealth[]>();
  for (const { remote, version } of new Map(
    [...rows, ...vitals].map((row) => [`${row.remote} ${row.version}`, row]),
  ).values()) {
    const isOfIt = (row: { readonly remote: string; readonly version: string }) =>
      row.remote === remote && row.version === version;
    const ofRelease = rows.filter(isOfIt);
    const hours = [...Map.groupBy(ofRelease, ({ hour }) => hour.toISOString())].map(([hour, parts]) => ({
      hour,
      visits: sumOf(parts.map(({ visits }) => visits)),
      load_failures: sumOf(parts.map(({ load_failures }) => load_failures)),
      draw_failures: sumOf(parts.map(({ draw_failures }) => draw_failures)),
    }));
    const screens = [...Map.groupBy(ofRelease, ({ screen }) => screen)]
      .map(([screen, parts]) => ({
        screen,
        failures: sumOf(parts.map(({ load_failures, draw_failures }) => load_failures + draw_failures)),
      }))
      .filter(({ failures }) => failures > 0)
      .sort((left, right) => right.failures - left.failures);
    byRemote.set(remote, [
      ...(byRemote.get(remote) ?? []),
      { version, hours, screens, vitals: sumUpVitals(vitals.filter(isOfIt)) },
    ]);
  }
  return byRemote;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
