import { loadConfig } from '../server/src/platform/config/config.ts';
import type { Config } from '../server/src/platform/config/config.ts';
import { startParlance } from '../server/src/start.ts';
import { giveUp, stopOnSignals, terminalSignals } from '../server/src/stop-on-signals.ts';
// `npm start`: builds what changed, starts everything in this process and says where it is.
import { buildPrograms } from '../tooling/build/build-programs.ts';
import { welcome } from '../tooling/start/welcome.ts';

/** Reads the settings. A person who starts it by hand wants an address, not a line for each request. */
function readSettings(): Config {
  const config = loadConfig();
  return process.env['LOG_LEVEL'] === undefined ? { ...config, LOG_LEVEL: 'warn' } : config;
}

const begun = performance.now();
try {
  const config = readSettings();
  await buildPrograms();
  const parlance = await startParlance(config);
  const stop = async () => {
    console.log('\nStopping …');
    await parlance.stop();
    console.log('Stopped. Everything is kept.');
  };
  stopOnSignals(stop, config, terminalSignals);
  console.log(
    welcome({
      config,
      addresses: parlance.addresses,
      hasDemo: parlance.hasDemo,
      seconds: (performance.now() - begun) / 1000,
    }),
  );
} catch (error) {
  giveUp(error);
}
