import { type Config, ConfigError, loadConfig } from './config.ts';
import { type Parlance, type Part, parts, startParlance } from './start.ts';

/** `node server/src/main.ts [all|api|charts|payment|web|worker]`: one part, or all of them in one process. */

/** With the drain and the database's closing a stop takes less; what takes longer hangs. */
const stopTimeoutMs = 9500;

function readParts(argument: string | undefined): readonly Part[] {
  if (argument === undefined || argument === 'all') return parts;
  const part = parts.find((name) => name === argument);
  if (part === undefined) throw new ConfigError(`There is no part “${argument}”. It must be one of: all, ${parts.join(', ')}.`);
  return [part];
}

/** A sentence where somebody can mend it, everything where it is a defect of the program. */
function giveUp(error: unknown): never {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

function stopOnSignals(running: Parlance): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => giveUp(new ConfigError(`The stop took longer than ${stopTimeoutMs} ms and was cut short.`)), stopTimeoutMs).unref();
    running.close().then(() => process.exit(), giveUp);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

try {
  const wanted = readParts(process.argv[2]);
  const config: Config = loadConfig();
  const running = await startParlance(config, wanted);
  stopOnSignals(running);
  process.stdout.write(`${JSON.stringify({ ready: true, ...running.addresses })}\n`);
} catch (error) {
  giveUp(error);
}
