import { asksOnlyForASession, readRequirement } from '@parlance/shared/remote/requirement';
import type { ProgramFiles, ServedRemote } from '../../operations/releases/build-files.ts';
import { screenOf } from './screen-of.ts';

/** A file that a page will need, so that the browser asks for it before any script has run. */
export type Hint = { readonly href: string; readonly as: 'script' | 'style' | 'fetch'; readonly integrity?: string };

const kindOf = (file: string): Hint['as'] => (file.endsWith('.css') ? 'style' : 'script');

/**
 * Returns the files of the screen at a path: the shared tiers from the host, its remote's entry, its own files and
 * texts. None for a screen that asks for more than a session: its code is not fetched before the guard has decided.
 */
export function hintsFor(
  path: string,
  remotes: readonly ServedRemote[],
  host: ProgramFiles,
  language: string,
): readonly Hint[] {
  const found = screenOf(path, remotes);
  if (found === null || !asksOnlyForASession(readRequirement(found.screen.requires))) return [];
  const {
    entry: { base, remote },
    screen,
  } = found;
  const shared = [...new Set(screen.shared.flatMap((name) => host.shared[name] ?? []))];
  const own = [remote.entry, ...screen.files].map((file): Hint => {
    const integrity = remote.integrity[file];
    return { href: `${base}${file}`, as: kindOf(file), ...(integrity === undefined ? {} : { integrity }) };
  });
  const texts = remote.locales[language];
  return [
    ...shared.map((file): Hint => ({ href: `/assets/${file}`, as: kindOf(file) })),
    ...own,
    // Texts have no pin here, as browsers check it for scripts and styles only: their reader checks it.
    ...(texts === undefined ? [] : [{ href: `${base}${texts}`, as: 'fetch' } as const]),
  ];
}

/** Returns the files every page with a session needs beside the shell: the reader of the plan token. */
export const hintsForASession = (host: ProgramFiles): readonly Hint[] =>
  (host.parts['plan'] ?? []).map((file) => ({ href: `/assets/${file}`, as: kindOf(file) }));
