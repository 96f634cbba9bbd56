// `npm run restore -- <file> [--replace]`: what `npm run backup` wrote back into an installation that is stopped.
import { runRestore } from '../server/src/operations/backup/command-line.ts';
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';

try {
  process.stdout.write(`${await runRestore(process.argv.slice(2), loadConfig())}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
