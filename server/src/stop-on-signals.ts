import { type Config, ConfigError } from './platform/config/config.ts';

/** The stop timeout: the drain and the database's closing take less, so anything beyond hangs. */
const stopTimeoutMs = 9500;

/** The signals of supervisors and containers. */
const supervisorSignals = ['SIGINT', 'SIGTERM'] as const;
/** A terminal that is closed sends one more. */
export const terminalSignals = [...supervisorSignals, 'SIGHUP'] as const;

type Patience = Pick<Config, 'STOP_DELAY_SECONDS' | 'STOP_ANSWERS_SECONDS'>;

/**
 * Stops once, whichever signal comes first, and ends the process. The later ones are the same wish, not a stronger one:
 * Ctrl-C arrives from the terminal and from npm, and a supervisor may tell the group and the process. SIGKILL ends it
 * at once.
 */
export function stopOnSignals(
  stop: () => Promise<unknown>,
  { STOP_DELAY_SECONDS, STOP_ANSWERS_SECONDS }: Patience,
  signals: readonly NodeJS.Signals[] = supervisorSignals,
): void {
  const atMostMs = (STOP_DELAY_SECONDS + STOP_ANSWERS_SECONDS) * 1000 + stopTimeoutMs;
  let isStopping = false;
  const receive = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(
      () => giveUp(new ConfigError(`The stop took longer than ${atMostMs} ms and was cut short.`)),
      atMostMs,
    ).unref();
    stop().then(() => process.exit(), giveUp);
  };
  for (const signal of signals) process.on(signal, receive);
}

/**
 * Ends the process: with a sentence if somebody can fix the cause, with everything if it is a defect of the program.
 */
export function giveUp(error: unknown): never {
  process.stderr.write(
    error instanceof ConfigError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
