import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A line of `dist/registry.json`, as far as it is read here. */
export type Line = {
  base: string;
  dir: string;
  remote: {
    name: string;
    entry: string;
    container: string;
    screens: { path: string }[];
    integrity: Record<string, string>;
  };
};
/** A registry beside the one that was built, and what removes it again. */
export type OtherRegistry = { readonly file: string; remove(): void };

/** The lines of the last build, with the folders of the remotes in full. */
export function builtLines(): Line[] {
  const built = path.resolve(import.meta.dirname, '..', '..', 'dist', 'registry.json');
  const lines = JSON.parse(readFileSync(built, 'utf8')) as Line[]; // our own build wrote it
  return lines.map((line) => ({ ...line, dir: path.resolve(path.dirname(built), line.dir) }));
}

/** The registry of the build in which this code is pinned for every entry as well: an integrity may name several. */
export function alsoPinned(code: string): OtherRegistry {
  const pin = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  const lines = builtLines();
  for (const { remote } of lines) remote.integrity[remote.entry] = `${remote.integrity[remote.entry]} ${pin}`;
  const place = mkdtempSync(path.join(tmpdir(), 'parlance-registry-'));
  const file = path.join(place, 'registry.json');
  writeFileSync(file, JSON.stringify(lines));
  return { file, remove: () => rmSync(place, { recursive: true, force: true }) };
}
