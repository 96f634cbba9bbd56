// The server of `npm run dev`, started anew by scripts/dev.ts whenever one of its files changes.
import { ConfigError, loadConfig } from '../server/src/config.ts';
import { startParlance } from '../server/src/start.ts';
import { stopOnSignals } from './stop-on-signals.ts';

try {
  const config = loadConfig();
  const parlance = await startParlance(process.env['LOG_LEVEL'] === undefined ? { ...config, LOG_LEVEL: 'warn' } : config);
  stopOnSignals(() => parlance.close());
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
