import type { Lookup } from '../../platform/db/database.ts';
import { type Visitor, isOffFor, releaseFor } from './audience.ts';
import type { BuildFiles } from './build-files.ts';
import { type PointerRow, type ReleaseRow, findPointers, findReleases } from './repository.ts';
import { surfaceFaults } from './surface.ts';

/** What there is of a remote. */
export type Remote = {
  readonly pointer: PointerRow | undefined;
  /** Its releases that this host can run, the newest first. */
  readonly own: readonly ReleaseRow[];
  readonly built: { readonly version: string; readonly screens: readonly { readonly id: string }[] } | undefined;
};

/** One remote, as pages of this moment get it. */
export async function readRemote(
  db: Lookup,
  build: Pick<BuildFiles, 'program' | 'remotes'>,
  name: string,
): Promise<Remote> {
  const [{ surface }, built] = [await build.program('host'), await build.remotes()];
  const [pointers, releases] = [await findPointers(db), await findReleases(db, name)];
  return {
    pointer: pointers.find(({ remote }) => remote === name),
    own: releases.filter((release) => surfaceFaults(release.surface, surface).length === 0),
    built: built.find(({ entry }) => entry.remote.name === name)?.entry.remote,
  };
}

export type ServedRelease = {
  readonly version: string;
  readonly screens: readonly { readonly id: string }[];
  /** Null of what was built. */
  readonly release: ReleaseRow | null;
};

/** What a visitor has of a remote; null where it is switched off for them, or was never there. */
export function servedTo({ pointer, own, built }: Remote, visitor: Visitor): ServedRelease | null {
  if (pointer !== undefined && isOffFor(pointer, visitor)) return null;
  const release = pointer === undefined ? undefined : releaseFor(pointer, own, visitor);
  if (release !== undefined) return { version: release.version, screens: release.declaration.screens, release };
  return built === undefined ? null : { version: built.version, screens: built.screens, release: null };
}
