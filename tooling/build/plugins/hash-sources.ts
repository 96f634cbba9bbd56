import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const neverBuilt = new Set(['node_modules', 'dist', 'coverage', 'testing', 'jest.config.mjs', 'tsconfig.json']);
const isBuilt = (name: string) => !neverBuilt.has(name) && !name.startsWith('.') && !/\.test\.tsx?$/.test(name);

function* filesBelow(directory: string): Generator<string> {
  for (const name of readdirSync(directory).sort()) {
    if (!isBuilt(name)) continue;
    const file = path.join(directory, name);
    if (statSync(file).isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}

/**
 * One hexadecimal name for the content of folders and files: another content, another name. Of a folder what only tests
 * it is left out.
 */
export function hashSources(...paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const given of paths) {
    for (const file of statSync(given).isDirectory() ? filesBelow(given) : [given]) {
      hash
        .update(path.relative(path.dirname(given), file))
        .update('\0')
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
