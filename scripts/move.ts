// `npm run operate -- move <DATABASE_URL> [--replace]`: from the embedded database to PostgreSQL, with the program
// stopped.
import { runMove, usage } from '../server/src/operations/backup/command-line.ts';
import { runCommand } from '../tooling/operate/run-command.ts';

await runCommand(runMove, usage);
