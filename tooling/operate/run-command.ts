import { type Config, ConfigError, loadConfig } from '../../server/src/platform/config/config.ts';
import { openWayOut } from '../../server/src/platform/outgoing/way-out.ts';

type Command = (args: readonly string[], config: Config) => Promise<string>;

/**
 * Runs a command of the operator with the settings of the installation, and prints its answer or the sentence with
 * which it was refused. `--help` prints its usage, and neither reads a setting nor does anything.
 */
export async function runCommand(command: Command, usage: string): Promise<void> {
  const args = process.argv.slice(2);
  try {
    process.stdout.write(`${args.includes('--help') ? usage : await runWith(loadConfig())}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }

  function runWith(config: Config): Promise<string> {
    openWayOut(config);
    return command(args, config);
  }
}
