import { runRollback } from '../server/src/operations/releases/command-line.ts';
// `npm run rollback -- remote-admin`: has the running program serve the release before.
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';

try {
  process.stdout.write(`${await runRollback(process.argv.slice(2), loadConfig())}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
