import type { BuiltScreen, RegistryEntry } from '@parlance/shared/remote/registry';
import type { ServedRemote } from '../../operations/releases/build-files.ts';

type Found = {
  readonly entry: RegistryEntry;
  readonly screen: BuiltScreen;
  /** Of its path, decoded. */ readonly params: Readonly<Record<string, string>>;
};

/** The screen that serves a path, or null. */
export function screenOf(path: string, remotes: readonly ServedRemote[]): Found | null {
  for (const { entry } of remotes) {
    for (const screen of entry.remote.screens) {
      for (const pattern of [screen.path, ...screen.children.map((child) => `${screen.path}/${child}`)]) {
        const params = paramsOf(pattern, path);
        if (params !== null) return { entry, screen, params };
      }
    }
  }
  return null;
}

/**
 * The parameters of a path that matches a pattern such as `/governance/:ruleId`; null where it does not. What cannot be
 * decoded has been refused before.
 */
export function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/+$/, '$1').split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return null;
    } else if (value === '') return null;
    else params[part.slice(1)] = decodeURIComponent(value);
  }
  return params;
}
