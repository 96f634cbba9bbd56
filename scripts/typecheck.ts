// `npm run typecheck`: every program of the workspace. What runs in Node is one, tooling/tsconfig.json, as all of it
// leads to the server, whose types are the dear ones; each package that runs in a browser is one, by its own.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inParallel, packageFolders, root, runNode } from '../tooling/workspace.ts';

/** True for a program. A config that only has references tells editors and linters where its files belong. */
const isProgram = (name: string) => {
  const config = path.join(root, name, 'tsconfig.json');
  return existsSync(config) && !/"references":/.test(readFileSync(config, 'utf8'));
};
const programs = ['tooling', ...packageFolders()].filter(isProgram);
// Several checkers of one program each compute the same types: half as much processor time again.
const options = ['--checkers', '1', '--pretty', 'false'];
const results = await inParallel(programs, availableParallelism(), async (name) => {
  const result = await runNode('node_modules/@typescript/native/bin/tsc', ['-p', name, ...options]);
  if (result.code !== 0) process.stdout.write(`${name}:\n${result.output}\n`);
  return { name, ok: result.code === 0 };
});
const failed = results.filter((it) => !it.ok).map((it) => it.name);
console.log(
  failed.length === 0 ? `Types hold in ${results.length} programs.` : `Types do not hold in ${failed.join(', ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
