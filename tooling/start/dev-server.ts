// The server of `npm run dev`, restarted by scripts/dev.ts whenever one of its files changes.
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { startParlance } from '../../server/src/start.ts';
import { giveUp, stopOnSignals, terminalSignals } from '../../server/src/stop-on-signals.ts';

try {
  const config = loadConfig();
  const parlance = await startParlance(
    process.env['LOG_LEVEL'] === undefined ? { ...config, LOG_LEVEL: 'warn' } : config,
  );
  stopOnSignals(() => parlance.stop(), config, terminalSignals);
} catch (error) {
  giveUp(error);
}
