import { ConfigError, loadConfig } from './platform/config/config.ts';
import { type Part, migrateDatabase, parts, startParlance } from './start.ts';
import { giveUp, stopOnSignals } from './stop-on-signals.ts';

/**
 * `npm run operate -- serve [all|api|charts|payment|web|worker]`: one part, several with commas between them, or all of
 * them in one process. `migrate` in place of a part brings the schema of the database up to date and ends.
 */

function readParts(argument: string | undefined): readonly Part[] {
  if (argument === undefined || argument === 'all') return parts;
  return argument.split(',').map((wanted) => {
    const part = parts.find((name) => name === wanted);
    if (part === undefined)
      throw new ConfigError(`There is no part “${wanted}”. It must be one of: all, ${parts.join(', ')}.`);
    return part;
  });
}

async function start(argument: string | undefined): Promise<void> {
  const wanted = readParts(argument);
  const config = loadConfig();
  const starting = startParlance(config, wanted);
  // Also while it starts: who is asked whether it is ready has it stopped before the last part is.
  stopOnSignals(async () => (await starting).stop(), config);
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
