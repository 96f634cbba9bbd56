// `npm run build`: release builds of the host and the remotes, only what changed; `--all` builds everything.
import { buildPrograms } from '../tooling/build/build-programs.ts';

try {
  const built = await buildPrograms({ everything: process.argv.includes('--all') });
  if (built.length === 0) console.log('Nothing changed since the last build.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
