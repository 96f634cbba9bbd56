// `npm start`: builds what changed, starts everything in this process and says where it is.
import { buildPrograms } from './build-programs.ts';
import { ConfigError, loadConfig } from '../server/src/config.ts';
import type { Config } from '../server/src/config.ts';
import { startParlance } from '../server/src/start.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { welcome } from './welcome.ts';

/** Somebody who starts it by hand wants an address, not a line for each request. */
function readSettings(): Config {
  const config = loadConfig();
  return process.env['LOG_LEVEL'] === undefined ? { ...config, LOG_LEVEL: 'warn' } : config;
}

const begun = performance.now();
try {
  const config = readSettings();
  await buildPrograms();
  const parlance = await startParlance(config);
  stopOnSignals(async () => {
    console.log('\nStopping …');
    await parlance.close();
    console.log('Stopped. Everything is kept.');
  });
  console.log(welcome({ config, addresses: parlance.addresses, hasDemo: parlance.hasDemo, seconds: (performance.now() - begun) / 1000 }));
} catch (error) {
  // A setting that is in the way is said in a sentence; a defect of ours is shown whole.
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
