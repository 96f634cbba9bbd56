import { runReleases } from '../server/src/operations/releases/command-line.ts';
// `npm run releases -- list | log | give | off | on | gate`: who gets which release of a remote, for the operator of
// the installation. It asks the running program.
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';

try {
  process.stdout.write(`${await runReleases(process.argv.slice(2), loadConfig())}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
