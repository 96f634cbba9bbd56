import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { demoParts } from './demo/parts.ts';
import { seedDemo } from './demo/seed.ts';
import { loadPlanKeys } from './modules/plans/plan-keys.ts';
import { openDataFolder } from './plugins/db/data-folder.ts';
import { type OpenDatabase, openDatabase } from './plugins/db/open.ts';
import { createLocalEvents, createPostgresEvents } from './plugins/events.ts';
import { createLog } from './plugins/log.ts';
import { loadTexts } from './plugins/texts.ts';
import { apiService } from './services/api.ts';
import { chartsService } from './services/charts.ts';
import { paymentService } from './services/payment.ts';
import { webService } from './services/web.ts';
import { startWorker } from './services/worker.ts';

export const httpParts = ['api', 'charts', 'payment', 'web'] as const;
type HttpPart = (typeof httpParts)[number];
export const parts = [...httpParts, 'worker'] as const;
export type Part = (typeof parts)[number];

export type Parlance = {
  /** Where each service that was started listens. */
  addresses: Partial<Record<HttpPart, string>>;
  /** Whether the demonstration accounts are there to sign in with. */
  hasDemo: boolean;
  /** Ends streams, lets requests under way finish, and closes the database. */
  close(): Promise<void>;
};

const services: Record<HttpPart, { build(deps: Dependencies): Promise<FastifyInstance>; port: keyof Config & `${string}_PORT` }> = {
  api: { build: apiService, port: 'API_PORT' },
  charts: { build: chartsService, port: 'CHARTS_PORT' },
  payment: { build: paymentService, port: 'PAYMENT_PORT' },
  web: { build: webService, port: 'WEB_PORT' },
};

/** What is still busy after this is cut off, so that a stop takes under ten seconds with the database's own closing. */
const drainTimeoutMs = 5000;

/** Starts parts of the product in this process; ready when it resolves. Throws a ConfigError where a setting is in the way. */
export async function startParlance(config: Config, wanted: readonly Part[] = parts): Promise<Parlance> {
  loadTexts();
  openDataFolder(config.DATA_DIR);
  const log = createLog(config);
  const database = await openDatabase(config, log);
  try {
    return await startParts(config, wanted, log, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startParts(config: Config, wanted: readonly Part[], log: Dependencies['log'], database: OpenDatabase): Promise<Parlance> {
  const report = (error: unknown) => log.error({ err: error }, 'live events');
  const events = config.DATABASE_URL === undefined ? createLocalEvents(report) : createPostgresEvents(config.DATABASE_URL, report);
  const running: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(running.map((part) => part.close()));
    await events.close();
  };
  try {
    const deps: Dependencies = { config, log, events, db: database.db, planKeys: await loadPlanKeys(config) };
    const hasDemo = config.DATABASE_URL === undefined && config.NODE_ENV !== 'production';
    if (hasDemo) await seedDemo(database.db, demoParts);
    if (wanted.includes('worker')) running.push(startWorker(deps));
    const addresses: Parlance['addresses'] = {};
    for (const part of httpParts.filter((name) => wanted.includes(name))) {
      const app = await services[part].build(deps);
      running.push({ close: () => closeService(app) });
      addresses[part] = await listen(app, config, services[part].port);
    }
    return {
      addresses,
      hasDemo,
      async close() {
        await close();
        await database.close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function closeService(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => {
    app.log.warn('requests that did not finish in time are cut off');
    app.server.closeAllConnections();
  }, drainTimeoutMs);
  await app.close();
  clearTimeout(late);
}

async function listen(app: FastifyInstance, config: Config, setting: keyof Config & `${string}_PORT`): Promise<string> {
  try {
    await app.listen({ host: config.HOST, port: config[setting] });
  } catch (error) {
    throw explain(error, config, setting);
  }
  const { port } = app.server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://${/^(0\.0\.0\.0|::)$/.test(config.HOST) ? 'localhost' : config.HOST}:${port}`;
}

function explain(error: unknown, config: Config, setting: keyof Config & `${string}_PORT`): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError(`The port ${config[setting]} (${setting}) is taken by another program. Stop that one, or set ${setting} to a free port.`, { cause: error });
  if (code === 'EACCES') return new ConfigError(`The port ${config[setting]} (${setting}) may not be opened by this user. Set ${setting} to a port above 1023.`, { cause: error });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigError(`The setting HOST is “${config.HOST}”, which is no address of this machine. Set it to one, such as localhost or 0.0.0.0.`, { cause: error });
  return error;
}
