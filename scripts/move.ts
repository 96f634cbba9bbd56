// `npm run move -- <DATABASE_URL> [--replace]`: from the embedded database to PostgreSQL, with the program stopped.
import { runMove } from '../server/src/operations/backup/command-line.ts';
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';

try {
  process.stdout.write(`${await runMove(process.argv.slice(2), loadConfig())}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
