// `npm run operate -- ship remote-admin [--percent 10]`: builds one remote and has the running program serve it.
// Neither the host nor the folder of the build is touched: who runs from them goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments, shipFolder, usage } from '../server/src/operations/releases/command-line.ts';
import { loadConfig } from '../server/src/platform/config/config.ts';
import { buildElsewhere } from '../tooling/build/build-programs.ts';
import { remoteFolders, seconds } from '../tooling/workspace.ts';

if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit();
}
const place = mkdtempSync(path.join(tmpdir(), 'parlance-ship-'));
try {
  const {
    words: [folder = '', ...rest],
    audience,
  } = readArguments(process.argv.slice(2));
  if (!remoteFolders().includes(folder) || rest.length > 0)
    throw new Error(`${usage}\n\n<remote> is one of: ${remoteFolders().join(', ')}.`);
  const config = loadConfig();
  const begun = performance.now();
  console.log(`Building ${folder} …`);
  await buildElsewhere(folder, place);
  console.log(`Built in ${seconds(begun)} s.`);
  console.log(await shipFolder(config, { remote: folder, folder: place, audience }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
