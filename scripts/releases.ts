// `npm run operate -- releases list | log | give | off | on | gate`: who gets which release of a remote, for the
// operator of the installation. It asks the running program.
import { runReleases, usage } from '../server/src/operations/releases/command-line.ts';
import { runCommand } from '../tooling/operate/run-command.ts';

await runCommand(runReleases, usage);
