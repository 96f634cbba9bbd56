/** With draining and the database's closing a stop takes less; what takes longer hangs. */
const stopTimeoutMs = 9_500;

/**
 * Closes once, whichever signal comes first, and ends the process with code 0. Ctrl-C arrives two or three times: from
 * the terminal, and passed on by npm and by run.mjs. The later ones are the same wish, not a stronger one.
 */
export function stopOnSignals(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      console.error(`The stop took longer than ${stopTimeoutMs / 1000} s and was cut short.`);
      process.exit(1);
    }, stopTimeoutMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
