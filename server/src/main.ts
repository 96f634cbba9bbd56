import { type Config, ConfigError, loadConfig } from './config.ts';
import { type Parlance, type Part, migrateDatabase, parts, startParlance } from './start.ts';

/**
 * `node server/src/main.ts [all|api|charts|payment|web|worker]`: one part, several with commas between them, or all of them
 * in one process. `node server/src/main.ts migrate` brings the schema of the database up to date and ends.
 */

/** With the drain and the database's closing a stop takes less; what takes longer hangs. */
const stopTimeoutMs = 9500;

function readParts(argument: string | undefined): readonly Part[] {
  if (argument === undefined || argument === 'all') return parts;
  return argument.split(',').map((wanted) => {
    const part = parts.find((name) => name === wanted);
    if (part === undefined) throw new ConfigError(`There is no part “${wanted}”. It must be one of: all, ${parts.join(', ')}.`);
    return part;
  });
}

/** A sentence where somebody can mend it, everything where it is a defect of the program. */
function giveUp(error: unknown): never {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

/** Also while it starts: who is asked whether it is ready has it stopped before the last part is. */
function stopOnSignals(starting: Promise<Parlance>, { STOP_DELAY_SECONDS, STOP_ANSWERS_SECONDS }: Config): void {
  const atMostMs = (STOP_DELAY_SECONDS + STOP_ANSWERS_SECONDS) * 1000 + stopTimeoutMs;
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => giveUp(new ConfigError(`The stop took longer than ${atMostMs} ms and was cut short.`)), atMostMs).unref();
    starting.then((running) => running.stop()).then(() => process.exit(), giveUp);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function start(argument: string | undefined): Promise<void> {
  const wanted = readParts(argument);
  const config = loadConfig();
  const starting = startParlance(config, wanted);
  stopOnSignals(starting, config);
  const running = await starting;
  process.stdout.write(`${JSON.stringify({ ready: true, ...running.addresses })}\n`);
}

const [, , argument] = process.argv;
try {
  if (argument === 'migrate') process.stdout.write(`${await migrateDatabase(loadConfig())}\n`);
  else await start(argument);
} catch (error) {
  giveUp(error);
}
