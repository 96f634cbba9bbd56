import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { demoParts } from './demo/parts.ts';
import { seedDemo } from './demo/seed.ts';
import { loadPlanKeys } from './modules/plans/plan-keys.ts';
import { openDataFolder } from './plugins/db/data-folder.ts';
import { openDatabase } from './plugins/db/open.ts';
import { createLocalEvents, createPostgresEvents } from './plugins/events.ts';
import { type Log, createLog } from './plugins/log.ts';
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

type PortSetting = keyof Config & `${string}_PORT`;
const ports: Record<HttpPart, PortSetting> = { api: 'API_PORT', charts: 'CHARTS_PORT', payment: 'PAYMENT_PORT', web: 'WEB_PORT' };
const services: Record<Exclude<HttpPart, 'web'>, (deps: Dependencies) => Promise<FastifyInstance>> = { api: apiService, charts: chartsService, payment: paymentService };

/** What is still busy after this is cut off, so that a stop takes under ten seconds with the database's own closing. */
const drainTimeoutMs = 5000;

/** Starts parts of the product in this process; ready when it resolves. Throws a ConfigError where a setting is in the way. */
export async function startParlance(settings: Config, wanted: readonly Part[] = parts): Promise<Parlance> {
  loadTexts();
  // A port that the system chooses (0) is written here once it is known: pages and CORS are told the real one.
  const config = { ...settings };
  const log = createLog(config);
  const opened: { close(): Promise<void> }[] = [];
  // The last opened goes first: services before events before the database they use.
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    const apps = await buildApps(config, wanted, log, opened);
    opened.push({ close: async () => void (await Promise.all(Object.values(apps).map(closeService))) });
    const addresses: Parlance['addresses'] = {};
    for (const part of httpParts) {
      const app = apps[part];
      if (app !== undefined) addresses[part] = await listen(app, config, ports[part]);
    }
    return { addresses, hasDemo: hasDemo(config), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Apps = Partial<Record<HttpPart, FastifyInstance>>;

const hasDemo = (config: Config) => config.DATABASE_URL === undefined && config.NODE_ENV !== 'production';

async function buildApps(config: Config, wanted: readonly Part[], log: Log, opened: { close(): Promise<void> }[]): Promise<Apps> {
  const apps: Apps = wanted.includes('web') ? { web: await webService({ config, log }) } : {};
  // Pages and their files need no database, so that they can be served by a process of their own.
  if (wanted.every((part) => part === 'web')) return apps;
  const deps = await openDependencies(config, log, opened);
  if (hasDemo(config)) await seedDemo(deps.db, demoParts);
  if (wanted.includes('worker')) opened.push(startWorker(deps));
  for (const part of httpParts) {
    if (part !== 'web' && wanted.includes(part)) apps[part] = await services[part](deps);
  }
  return apps;
}

async function openDependencies(config: Config, log: Log, opened: { close(): Promise<void> }[]): Promise<Dependencies> {
  openDataFolder(config.DATA_DIR);
  const database = await openDatabase(config, log);
  opened.push(database);
  const report = (error: unknown) => log.error({ err: error }, 'live events');
  const events = config.DATABASE_URL === undefined ? createLocalEvents(report) : createPostgresEvents(config.DATABASE_URL, report);
  opened.push(events);
  return { config, log, events, db: database.db, planKeys: await loadPlanKeys(config) };
}

async function closeService(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => {
    app.log.warn('requests that did not finish in time are cut off');
    app.server.closeAllConnections();
  }, drainTimeoutMs);
  await app.close();
  clearTimeout(late);
}

async function listen(app: FastifyInstance, config: Config, setting: PortSetting): Promise<string> {
  try {
    await app.listen({ host: config.HOST, port: config[setting] });
  } catch (error) {
    throw explain(error, config, setting);
  }
  const { port } = app.server.address() as AddressInfo; // it listens on a port, not on a pipe
  config[setting] = port;
  return `http://${/^(0\.0\.0\.0|::)$/.test(config.HOST) ? 'localhost' : config.HOST}:${port}`;
}

function explain(error: unknown, config: Config, setting: PortSetting): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError(`The port ${config[setting]} (${setting}) is taken by another program. Stop that one, or set ${setting} to a free port.`, { cause: error });
  if (code === 'EACCES') return new ConfigError(`The port ${config[setting]} (${setting}) may not be opened by this user. Set ${setting} to a port above 1023.`, { cause: error });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigError(`The setting HOST is “${config.HOST}”, which is no address of this machine. Set it to one, such as localhost or 0.0.0.0.`, { cause: error });
  return error;
}
