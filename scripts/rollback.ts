// `npm run operate -- rollback remote-admin`: has the running program serve the release before.
import { runRollback, usage } from '../server/src/operations/releases/command-line.ts';
import { runCommand } from '../tooling/operate/run-command.ts';

await runCommand(runRollback, usage);
