import path from 'node:path';
import { type Visitor, isOffFor, releaseFor } from '../../operations/releases/audience.ts';
import type { BuildFiles, ServedRemote } from '../../operations/releases/build-files.ts';
import { type PointerRow, type ReleaseRow, findPointers, findReleases } from '../../operations/releases/repository.ts';
import { surfaceFaults } from '../../operations/releases/surface.ts';
import { unpackReleases } from '../../operations/releases/unpacked.ts';
import { findCallers } from '../../people/session/repository.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import type { Dependencies } from '../build-service.ts';

/** Milliseconds after which the pointers are read again, told or not: what tells of them may be lost. */
const readAgainAfter = 30_000;
/** Milliseconds between two readings that nobody told of: of an address that no release has, or after a failure. */
const restBetween = 1_000;

/** What this service needs of the rest of the program to serve releases. Without it the built remotes are served. */
export type ReleaseSource = Pick<Dependencies, 'db' | 'events' | 'storage'>;

export type Remotes = {
  /** The remotes of a page of this session: of each its release, or what was built. */
  readonly served: (sessionToken: string | null) => Promise<readonly ServedRemote[]>;
  /** The remote whose files stand below an address: one that is served, or was a little while ago. */
  readonly at: (base: string) => Promise<ServedRemote | undefined>;
  readonly close: () => void;
};

type KnownReleases = {
  readonly pointers: readonly PointerRow[];
  readonly releases: readonly (ServedRemote & { readonly row: ReleaseRow })[];
};
const nothing: KnownReleases = { pointers: [], releases: [] };

type Options = {
  readonly files: BuildFiles;
  readonly source: ReleaseSource | null;
  readonly dataFolder: string;
  readonly complain: (sentence: string, error?: unknown) => void;
};

/** The remotes as the pointers say, always as they are there now: shipping changes rows, not this process. */
export function openRemotes({ files, source, dataFolder, complain }: Options): Remotes {
  if (source === null)
    return {
      served: files.remotes,
      at: async (base) => (await files.remotes()).find(({ entry }) => entry.base === base),
      close: () => undefined,
    };
  const { db, events, storage } = source;
  const unpacked = unpackReleases(path.join(dataFolder, 'releases'), storage);
  let known = nothing;
  let readAt = -Infinity;
  let hasFailed = false;
  let reading: Promise<void> | null = null;
  let isTold = false;

  async function read(): Promise<void> {
    isTold = false;
    readAt = performance.now();
    try {
      const [pointers, rows, { surface }] = [
        await db.lookUp(findPointers),
        await db.lookUp(findReleases),
        await files.program('host'),
      ];
      const releases = await Promise.all(
        rows.map(async (row) => {
          const faults = surfaceFaults(row.surface, surface);
          if (faults.length > 0)
            return complain(
              `The release ${row.remote} ${row.version} cannot run in this host and is not served: ${faults.join('; ')}.`,
            );
          try {
            const entry = { base: `/remotes/${row.remote}/${row.version}/`, remote: row.declaration };
            return { entry, folder: await unpacked.folderOf(row), row };
          } catch (error) {
            return complain(`The release ${row.remote} ${row.version} cannot be served.`, error);
          }
        }),
      );
      hasFailed = false;
      known = { pointers, releases: releases.filter((release) => release !== undefined) };
      await unpacked.keepOnly(rows);
    } catch (error) {
      hasFailed = true;
      complain('The releases of remotes cannot be read; the ones that were known are served.', error);
    }
  }
  /** One reading at a time; what was told during one is read after it. */
  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null;
      if (isTold) void refresh();
    });
    return reading;
  }
  /** Whoever cannot be found gets what everyone gets. */
  async function visitorOf(token: string): Promise<Visitor> {
    try {
      const [found] = await db.lookUp((trx) => findCallers(trx, [hashToken(token)]));
      return found?.caller ?? null;
    } catch (error) {
      complain('Whose session a page is of cannot be read; it gets what everyone gets.', error);
      return null;
    }
  }
  const isOlderThan = (age: number) => performance.now() - readAt > age;
  const stop = events.subscribe('releases', () => {
    isTold = true;
    if (reading === null) void refresh();
  });

  return {
    async served(token) {
      // The first page waits; later ones take what is known while it is read again.
      if (readAt === -Infinity || (known === nothing && reading !== null)) await refresh();
      else if (isOlderThan(hasFailed ? restBetween : readAgainAfter)) void refresh();
      const { pointers } = known;
      const isOneForAll = pointers.every(({ canary_id, feature }) => canary_id === null && feature === null);
      const visitor = token === null || isOneForAll ? null : await visitorOf(token);
      return choose(await files.remotes(), known, visitor);
    },
    async at(base) {
      const isOff = ({ entry }: ServedRemote) =>
        known.pointers.some((pointer) => pointer.remote === entry.remote.name && pointer.is_off);
      const find = async () =>
        [...known.releases, ...(await files.remotes())].find((remote) => remote.entry.base === base && !isOff(remote));
      const found = await find();
      if (found !== undefined) return found;
      // A page of another process may name a release that this one has not heard of yet.
      if (reading !== null || isOlderThan(restBetween)) await refresh();
      return find();
    },
    close: stop,
  };
}

/** Of each remote its release for the visitor, or what was built. What is switched off for the visitor is not there. */
function choose(
  built: readonly ServedRemote[],
  { pointers, releases }: KnownReleases,
  visitor: Visitor,
): readonly ServedRemote[] {
  const served = new Map(built.map((remote) => [remote.entry.remote.name, remote]));
  for (const pointer of pointers) {
    const { remote } = pointer;
    const chosen = releaseFor(
      pointer,
      releases.flatMap(({ row }) => (row.remote === remote ? [row] : [])),
      visitor,
    );
    const release = releases.find(({ row }) => row === chosen);
    if (release !== undefined) served.set(remote, release);
    if (isOffFor(pointer, visitor)) served.delete(remote);
  }
  return [...served.values()].map(({ entry, folder }) => ({ entry, folder }));
}
