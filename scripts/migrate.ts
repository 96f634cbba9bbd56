// `npm run operate -- migrate`: brings the schema of the database up to date, before processes of a new release start.
import { migrateDatabase } from '../server/src/start.ts';
import { usageOf } from '../tooling/operate/help.ts';
import { runCommand } from '../tooling/operate/run-command.ts';

await runCommand((_, config) => migrateDatabase(config), usageOf('migrate'));
