// `npm run operate -- restore <file> [--replace]`: a backup back into an installation that is stopped.
import { runRestore, usage } from '../server/src/operations/backup/command-line.ts';
import { runCommand } from '../tooling/operate/run-command.ts';

await runCommand(runRestore, usage);
