// `npm run migrate`: brings the schema of the database up to date, before processes of a new release start on it.
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';
import { migrateDatabase } from '../server/src/start.ts';

try {
  process.stdout.write(`${await migrateDatabase(loadConfig())}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
