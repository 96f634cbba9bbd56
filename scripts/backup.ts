// `npm run operate -- backup <folder or file>`: database, files and keys of the installation into one file, beside the
// running program.
import { runBackup, usage } from '../server/src/operations/backup/command-line.ts';
import { runCommand } from '../tooling/operate/run-command.ts';

await runCommand(runBackup, usage);
