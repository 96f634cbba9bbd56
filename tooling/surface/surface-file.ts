import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { byVersion, lent, singletons } from '../build/shared-modules.ts';
import { root } from '../workspace.ts';
import { compare, type Comparison, type List } from './compare.ts';
import { exportsOf } from './exports.ts';

/**
 * `shared/surface.json`: what the host alone gives to remotes, and what each tier gives, which a remote may bring
 * itself.
 */
export type SurfaceFile = { readonly surface: List; readonly tiers: Readonly<Record<string, List>> };

const file = path.join(root, 'shared', 'surface.json');
/** The same version for the programs, which need no more of the list (shared/src/remote/surface.ts says what it is). */
const versionFile = path.join(root, 'shared', 'src', 'remote', 'surface-version.ts');
const versionModule = (version: string) =>
  `/** The version of shared/surface.json; \`npm run surface\` writes both. */\nexport const surfaceVersion = '${version}';\n`;

const namesOf = (modules: readonly { readonly name: string }[]) =>
  new Map(modules.map(({ name }) => [name, exportsOf(name)]));
const nothing: List = { version: '1.0', names: {} };

export const readSurface = (): SurfaceFile => JSON.parse(readFileSync(file, 'utf8')) as SurfaceFile; // written below

/** What of the code is not as the file says it, of the surface and of each tier. */
export function compareSurface({ surface, tiers }: SurfaceFile): {
  readonly surface: Comparison;
  readonly tiers: Readonly<Record<string, Comparison>>;
} {
  const fromHost = [...singletons.filter((it) => it.developmentOnly !== true), ...lent];
  return {
    surface: compare(surface, namesOf(fromHost)),
    tiers: Object.fromEntries(
      byVersion.map((tier) => [tier.name, compare(tiers[tier.name] ?? nothing, namesOf([tier]))]),
    ),
  };
}

/** Whether the constant that the programs have says the version of the list. */
export const isVersionWritten = ({ surface }: SurfaceFile): boolean =>
  readFileSync(versionFile, 'utf8') === versionModule(surface.version);

export function writeSurface(written: SurfaceFile): void {
  writeFileSync(file, `${format(written)}\n`);
  writeFileSync(versionFile, versionModule(written.surface.version));
}

/** A line for each name, so that a change is read as it is meant. */
function format({ surface, tiers }: SurfaceFile): string {
  const list = ({ version, names }: List, indent: string) => {
    const lines = Object.entries(names).map(
      ([key, entry]) => `${indent}  ${JSON.stringify(key)}: ${JSON.stringify(entry)}`,
    );
    return `{ "version": "${version}", "names": {\n${lines.join(',\n')}\n${indent}} }`;
  };
  const all = Object.entries(tiers).map(([name, tier]) => `    ${JSON.stringify(name)}: ${list(tier, '    ')}`);
  return `{\n  "surface": ${list(surface, '  ')},\n  "tiers": {\n${all.join(',\n')}\n  }\n}`;
}
