// `npm run backup -- <folder or file>`: database, files and keys of the installation into one file, beside the running
// program.
import { runBackup } from '../server/src/operations/backup/command-line.ts';
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';

try {
  process.stdout.write(`${await runBackup(process.argv.slice(2), loadConfig())}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
