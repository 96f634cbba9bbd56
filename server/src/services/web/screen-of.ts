import { matchScreenPath, patternsOf } from '@parlance/shared/contract/page/screen-path';
import type { BuiltScreen, RegistryEntry } from '@parlance/shared/remote/registry';
import type { ServedRemote } from '../../operations/releases/build-files.ts';

type ScreenMatch = {
  readonly entry: RegistryEntry;
  readonly screen: BuiltScreen;
  /** Of its path, decoded. */ readonly params: Readonly<Record<string, string>>;
};

/** The screen that serves a path, or null. */
export function screenOf(path: string, remotes: readonly ServedRemote[]): ScreenMatch | null {
  for (const { entry } of remotes) {
    for (const screen of entry.remote.screens) {
      for (const pattern of patternsOf(screen)) {
        const params = matchScreenPath(pattern, path);
        if (params !== null) return { entry, screen, params };
      }
    }
  }
  return null;
}
