import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/** What every bundle is made from beside its own package. */
const commonInputs = [
  'shared',
  'tooling/build/plugins',
  'tooling/build/programs.ts',
  'tooling/build/shared-modules.ts',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
];

const neverBuilt = new Set(['node_modules', 'dist', 'testing', 'coverage']);
const isBuilt = (name: string) =>
  !neverBuilt.has(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('jest.config') && name !== 'tsconfig.json';

function filesBelow(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .filter(isBuilt)
    .sort()
    .flatMap((name) => filesBelow(path.join(place, name)));
}

/** A hash of names and contents of everything a package's bundles are made from: equal inputs, equal build. */
export function inputsOf(packageFolder: string): string {
  const hash = createHash('sha256');
  const places = [packageFolder, ...commonInputs]
    .map((place) => path.join(root, place))
    .filter((place) => existsSync(place));
  for (const file of places.flatMap(filesBelow)) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
