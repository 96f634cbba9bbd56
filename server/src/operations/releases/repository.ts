import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { Audience, ReleaseEvent, RemoteReleases } from '@parlance/shared/contract/api/releases/releases';
import { sql } from 'kysely';
import { noteKey } from '../../library/files/noted-bytes.ts';
import type { Database, Lookup, Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Storage, newStorageKey } from '../../platform/storage/storage.ts';
import type { Release } from './archive.ts';
import { forgetReports } from './reports.ts';
import type { Surface } from './surface.ts';

/** Beside the one that is served: what open pages may still fetch from, and what one goes back to. */
const keptBefore = 2;
const loggedAtMost = 50;

/** The releases of the store, of one remote or of all, the newest first. */
export const findReleases = (db: Lookup, remote?: string) =>
  db
    .selectFrom('remote_releases')
    .$if(remote !== undefined, (query) => query.where('remote', '=', remote ?? ''))
    .select([
      'id',
      'number',
      'remote',
      'version',
      'declaration',
      'surface',
      'storage_key',
      'shipped_at',
      'withdrawn_at',
    ])
    .orderBy('remote')
    .orderBy('number', 'desc')
    .execute();
export type ReleaseRow = Awaited<ReturnType<typeof findReleases>>[number];

export const findPointers = (db: Lookup) => db.selectFrom('remote_pointers').selectAll().orderBy('remote').execute();
export type PointerRow = Awaited<ReturnType<typeof findPointers>>[number];

export async function listRemotes(db: Lookup): Promise<RemoteReleases[]> {
  const [pointers, releases] = [await findPointers(db), await findReleases(db)];
  return pointers.map(({ remote, release_id, canary_id, canary_audience: audience, is_off, feature }) => {
    const own = releases.filter((release) => release.remote === remote);
    const versionOf = (wanted: string | null) => own.find(({ id }) => id === wanted)?.version ?? null;
    const canary = versionOf(canary_id);
    return {
      remote,
      current: versionOf(release_id),
      canary: canary === null || audience === null ? null : { version: canary, audience },
      is_off,
      feature,
      releases: own.map(({ version, shipped_at, withdrawn_at }) => ({
        version,
        shipped_at: shipped_at.toISOString(),
        is_withdrawn: withdrawn_at !== null,
      })),
    };
  });
}

export async function findLog(db: Lookup): Promise<ReleaseEvent[]> {
  const rows = await db.selectFrom('release_log').selectAll().orderBy('seq', 'desc').limit(loggedAtMost).execute();
  return rows.map(({ at, by_name, action, remote, details }) => ({
    at: at.toISOString(),
    by: by_name,
    action,
    remote,
    details,
  }));
}

/**
 * Keeps the archive, unless it is there: durable before a row names it, and found by the sweep where none ever does.
 */
export async function keepArchive(
  { db, storage }: { db: Database; storage: Storage },
  { remote }: Release,
  archive: Uint8Array,
): Promise<string> {
  const known = await db.lookUp((trx) =>
    trx
      .selectFrom('remote_releases')
      .where('remote', '=', remote.name)
      .where('version', '=', remote.version)
      .select('storage_key')
      .executeTakeFirst(),
  );
  if (known !== undefined) return known.storage_key;
  const key = newStorageKey();
  await db.asSystem((trx) => noteKey(trx, key));
  await storage.put(key, [archive]);
  return key;
}

type Serving = { readonly key: string; readonly audience: Audience | null; readonly by: string };

/**
 * Gives the release, which becomes the newest, to everyone; or to an audience, and everyone else keeps what they have.
 */
export async function serveRelease(
  trx: Trx,
  { remote, surface }: Release,
  { key, audience, by }: Serving,
): Promise<void> {
  const { name, version } = remote;
  const before = await lockPointer(trx, name);
  // What everyone has cannot be given to some; neither can it stay a canary.
  if (audience !== null && before.current?.version === version) throw new ApiError('conflict');
  const { id } = await trx
    .insertInto('remote_releases')
    .values({ remote: name, version, declaration: jsonOf(remote), surface: jsonOf(surface), storage_key: key })
    .onConflict((conflict) =>
      conflict
        .columns(['remote', 'version'])
        .doUpdateSet({ number: sql`default`, shipped_at: sql`now()`, withdrawn_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  // A canary that another one replaces was not good enough to go back to.
  if (audience !== null && before.canary !== null && before.canary.id !== id) await withdraw(trx, before.canary.id);
  await pointTo(
    trx,
    name,
    audience === null
      ? { release: id, ...(before.canary?.version === version ? { canary: null } : {}) }
      : { canary: { id, audience } },
  );
  await prune(trx, name);
  await forgetReports(trx, { remote: name, version });
  await log(trx, {
    by,
    action: 'shipped',
    remote: name,
    details: { version, before: before.current?.version ?? null, audience },
  });
}

type Back = {
  readonly remote: string;
  readonly from: string;
  readonly by: string;
  /** How often it failed, where that is why. */ readonly because?: {
    readonly visits: number;
    readonly failures: number;
  };
  readonly isBuilt: boolean;
  readonly fits: (surface: Surface) => boolean;
};

/**
 * Takes a release back. Who had the canary gets what everyone has; in place of what everyone had comes the newest
 * before it that fits the host and was not taken back itself, else the one of the build.
 */
export async function rollBack(trx: Trx, { remote, from, by, because, isBuilt, fits }: Back): Promise<void> {
  const { current, canary } = await lockPointer(trx, remote);
  const taken = [canary, current].find((it) => it?.version === from);
  if (taken === undefined || taken === null) throw new ApiError('conflict');
  if (taken === canary) {
    await pointTo(trx, remote, { canary: null });
  } else {
    const releases = (await findReleases(trx)).filter(
      (release) => release.remote === remote && release.id !== canary?.id,
    );
    const at = releases.findIndex(({ version }) => version === from);
    const next = releases.slice(at + 1).find((release) => release.withdrawn_at === null && fits(release.surface));
    if (next === undefined && !isBuilt) throw new ApiError('conflict');
    await pointTo(trx, remote, { release: next?.id ?? null });
  }
  await withdraw(trx, taken.id);
  const after = await lockPointer(trx, remote);
  await log(trx, {
    by,
    action: 'rolled_back',
    remote,
    details: { version: after.current?.version ?? null, before: from, ...(because === undefined ? {} : { because }) },
  });
}

const withdraw = (trx: Trx, id: string) =>
  trx
    .updateTable('remote_releases')
    .set({ withdrawn_at: sql`now()` })
    .where('id', '=', id)
    .execute();

type CanaryOptions = {
  readonly remote: string;
  readonly version: string;
  readonly audience: Audience | null;
  readonly by: string;
};

/** Gives the canary to another audience, or to everyone. */
export async function giveCanary(trx: Trx, { remote, version, audience, by }: CanaryOptions): Promise<void> {
  const { current, canary } = await lockPointer(trx, remote);
  // Said twice it is done once.
  if (audience === null && canary === null && current?.version === version) return;
  if (canary?.version !== version) throw new ApiError('conflict');
  await pointTo(
    trx,
    remote,
    audience === null ? { release: canary.id, canary: null } : { canary: { id: canary.id, audience } },
  );
  await prune(trx, remote);
  await log(trx, { by, action: 'given', remote, details: { version, audience } });
}

type Switch = {
  readonly remote: string;
  readonly is_off: boolean;
  readonly feature: PlanFeature | null;
  readonly by: string;
};

export async function switchOneRemote(trx: Trx, { remote, is_off, feature, by }: Switch): Promise<void> {
  await lockPointer(trx, remote);
  await trx.updateTable('remote_pointers').set({ is_off, feature }).where('remote', '=', remote).execute();
  await log(trx, { by, action: 'switched', remote, details: { is_off, feature } });
}

type PointedRelease = { readonly id: string; readonly version: string } | null;

/** Whoever moves a pointer is alone with it. What is served to everyone is null where it is the one of the build. */
async function lockPointer(
  trx: Trx,
  remote: string,
): Promise<{ readonly current: PointedRelease; readonly canary: PointedRelease }> {
  await trx
    .insertInto('remote_pointers')
    .values({ remote, release_id: null, canary_id: null, canary_audience: null, feature: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { release_id, canary_id } = await trx
    .selectFrom('remote_pointers')
    .where('remote', '=', remote)
    .select(['release_id', 'canary_id'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const releases = await trx
    .selectFrom('remote_releases')
    .where('remote', '=', remote)
    .select(['id', 'version'])
    .execute();
  const of = (id: string | null) => releases.find((release) => release.id === id) ?? null;
  return { current: of(release_id), canary: of(canary_id) };
}

type Pointing = {
  readonly release?: string | null;
  readonly canary?: { readonly id: string; readonly audience: Audience } | null;
};

/** One statement: nobody sees half of it. */
const pointTo = (trx: Trx, remote: string, { release, canary }: Pointing) =>
  trx
    .updateTable('remote_pointers')
    .set({
      ...(release === undefined ? {} : { release_id: release }),
      ...(canary === undefined
        ? {}
        : { canary_id: canary?.id ?? null, canary_audience: canary === null ? null : jsonOf(canary.audience) }),
    })
    .where('remote', '=', remote)
    .execute();

/** What is served to anybody, and the newest beside it, stay. */
async function prune(trx: Trx, remote: string): Promise<void> {
  const { current, canary } = await lockPointer(trx, remote);
  const served = [current, canary].flatMap((it) => (it === null ? [] : [it.id]));
  const others = () => trx.selectFrom('remote_releases').where('remote', '=', remote).where('id', 'not in', served);
  await trx
    .deleteFrom('remote_releases')
    .where('id', 'in', others().select('id'))
    .where('id', 'not in', others().orderBy('number', 'desc').limit(keptBefore).select('id'))
    .execute();
}

type Event = {
  readonly by: string;
  readonly action: string;
  readonly remote: string;
  readonly details: Record<string, unknown>;
};
const log = (trx: Trx, { by, details, ...event }: Event) =>
  trx
    .insertInto('release_log')
    .values({ ...event, by_name: by, details: jsonOf(details) })
    .execute();
