// `npm run typecheck`: every program of the workspace, with its own tsconfig.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inParallel, packageFolders, root, runNode } from '../tooling/workspace.ts';

const programs = [...packageFolders(), 'scripts', 'tooling'].filter((name) =>
  existsSync(path.join(root, name, 'tsconfig.json')),
);
const results = await inParallel(programs, availableParallelism(), async (name) => {
  const result = await runNode('node_modules/@typescript/native/bin/tsc', ['-p', name, '--pretty', 'false']);
  if (result.code !== 0) process.stdout.write(`${name}:\n${result.output}\n`);
  return { name, ok: result.code === 0 };
});
const failed = results.filter((it) => !it.ok).map((it) => it.name);
console.log(
  failed.length === 0 ? `Types hold in ${results.length} programs.` : `Types do not hold in ${failed.join(', ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
