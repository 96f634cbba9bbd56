import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Line = { base: string; dir: string; remote: { name: string; entry: string; integrity: Record<string, string> } };

/** A registry of a release in which the code of one remote is broken, and what removes it again. */
export type BrokenRelease = { readonly registryFile: string; remove(): void };

/** Releases the build once more with `code` in place of one remote's entry, pinned as a real release would be. */
export function releaseBroken(remote: string, code: string): BrokenRelease {
  const built = path.resolve(import.meta.dirname, '..', '..', 'dist', 'registry.json');
  const lines = JSON.parse(readFileSync(built, 'utf8')) as Line[]; // our own build wrote it
  const place = mkdtempSync(path.join(tmpdir(), 'parlance-broken-'));
  for (const line of lines) {
    line.dir = path.resolve(path.dirname(built), line.dir);
    if (line.remote.name !== remote) continue;
    const copy = path.join(place, remote);
    cpSync(line.dir, copy, { recursive: true });
    const { entry, integrity } = line.remote;
    writeFileSync(path.join(copy, entry), code);
    for (const compressed of ['.br', '.gz']) rmSync(path.join(copy, `${entry}${compressed}`), { force: true });
    integrity[entry] = `sha384-${createHash('sha384').update(code).digest('base64')}`;
    line.dir = copy;
  }
  const registryFile = path.join(place, 'registry.json');
  writeFileSync(registryFile, JSON.stringify(lines));
  return { registryFile, remove: () => rmSync(place, { recursive: true, force: true }) };
}
