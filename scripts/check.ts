// `npm run check`: what can be known without running the product, in seconds.
import path from 'node:path';
import { root, run } from '../tooling/workspace.ts';

for (const script of ['lint', 'typecheck']) {
  const { code } = await run(process.execPath, [path.join(root, 'scripts', `${script}.ts`)], { show: true });
  if (code !== 0) process.exitCode = code;
}
