// `npm run create-remote -- NAME`: a new remote with one screen at /NAME that every member may open, its test and its
// texts in nine languages.
import { createRemote, nextSteps } from '../tooling/create-remote/create-remote.ts';
import { packageManager } from '../tooling/package-manager.mjs';
import { root, run } from '../tooling/workspace.ts';

const [name = ''] = process.argv.slice(2);
try {
  createRemote(name, root);
  console.log('Linking its packages …');
  const { code, output } = await run(
    'npx',
    ['--yes', packageManager, 'install', '--no-frozen-lockfile', '--prefer-offline'],
    { env: { CI: 'true' } },
  );
  if (code !== 0) throw new Error(`${output}\nThe packages could not be linked; the files of the remote are there.`);
  console.log(`\n${nextSteps(name)}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
