import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const key = 'parlance.pglite';

/**
 * V8 gives the machine code of a WebAssembly module to the next one of the same bytes while somebody holds the first.
 * Every file of tests starts its database in a thread of its own: held here, PostgreSQL is compiled and warmed up once
 * in each of Jest's processes and not once a file. What threads are given to begin with outlives the file.
 */
export async function keepCompiled(): Promise<void> {
  const held: unknown = getEnvironmentData(key); // the type omits that it may be undefined
  if (held !== undefined) return;
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  setEnvironmentData(key, await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm'))));
}
