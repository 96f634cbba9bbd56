import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Dependencies } from './app.ts';
import { type Config, ConfigError, settings as allSettings } from './config.ts';
import { demoParts } from './demo/parts.ts';
import { seedDemo } from './demo/seed.ts';
import { hasMailbox } from './modules/mail/mailbox.ts';
import { loadPlanKeys } from './modules/plans/plan-keys.ts';
import { openDataFolder } from './plugins/db/data-folder.ts';
import { openDatabase } from './plugins/db/open.ts';
import { createLocalEvents, createPostgresEvents } from './plugins/events.ts';
import { type Log, createLog } from './plugins/log.ts';
import { loadTexts } from './plugins/texts.ts';
import { apiService } from './services/api.ts';
import { chartsService } from './services/charts.ts';
import { mailboxHost, mailboxService } from './services/mailbox.ts';
import { paymentService } from './services/payment.ts';
import { webService } from './services/web.ts';

const apiParts = ['api', 'charts', 'payment'] as const;
export const httpParts = [...apiParts, 'web', 'mailbox'] as const;
type HttpPart = (typeof httpParts)[number];
export const parts = [...httpParts, 'worker'] as const;
export type Part = (typeof parts)[number];

export type Parlance = {
  /** Where each service that was started listens. */
  addresses: Partial<Record<HttpPart, string>>;
  /** Whether the demonstration accounts are there to sign in with. */
  hasDemo: boolean;
  /** Ends streams, lets requests and jobs under way finish, and closes the database. */
  close(): Promise<void>;
};

type PortSetting = keyof Config & `${string}_PORT`;
const ports: Record<HttpPart, PortSetting> = { api: 'API_PORT', charts: 'CHARTS_PORT', payment: 'PAYMENT_PORT', web: 'WEB_PORT', mailbox: 'MAILBOX_PORT' };
const services: Record<(typeof apiParts)[number], (deps: Dependencies) => Promise<FastifyInstance>> = { api: apiService, charts: chartsService, payment: paymentService };

/** What is still busy after this is cut off, so that a stop takes under ten seconds with the database's own closing. */
const drainTimeoutMs = 5000;

/** Starts parts of the product in this process; ready when it resolves. Throws a ConfigError where a setting is in the way. */
export async function startParlance(settings: Config, wanted: readonly Part[] = parts): Promise<Parlance> {
  loadTexts();
  checkMailSettings(settings, wanted);
  // A port that the system chooses (0) is written here once it is known: pages, mails and CORS are told the real one.
  const config = { ...settings };
  const log = createLog(config);
  const opened: Closing[] = [];
  // The last opened goes first: services before events before the database they use.
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    // Pages and their files need no database, so that they can be served by a process of their own.
    const deps = wanted.every((part) => part === 'web') ? null : await openDependencies(config, log, opened);
    if (deps !== null && hasDemo(config)) await seedDemo(deps.db, demoParts);
    // All at the same time: a stop takes as long as the slowest, and not as long as all of them.
    const running: Closing[] = [];
    opened.push({ close: async () => void (await Promise.all(running.map((part) => part.close()))) });
    const apps = await buildApps({ config, log }, deps, wanted);
    for (const [, app] of apps) running.push({ close: () => closeService(app) });
    const addresses: Parlance['addresses'] = {};
    for (const [part, app] of apps) addresses[part] = await listen(part, app, config);
    if (deps !== null && wanted.includes('worker')) running.push(await startWorker(deps));
    return { addresses, hasDemo: hasDemo(config), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Closing = { close(): Promise<void> };
type OpenedDependencies = Dependencies & { pool: pg.Pool };

const hasDemo = (config: Config) => config.DATABASE_URL === undefined && config.NODE_ENV !== 'production';

/** In production people cannot get in without their mails, and the links in them must lead somewhere. */
function checkMailSettings(config: Config, wanted: readonly Part[]): void {
  if (config.NODE_ENV !== 'production' || !wanted.includes('worker')) return;
  const why = 'in production: who registers, forgets a password, is invited or signs in with a second step needs a mail, with a link that leads back.';
  const missing = (['SMTP_URL', 'WEB_ORIGIN'] as const).filter((name) => config[name] === undefined);
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `The setting ${name} is missing, and must be ${allSettings[name].right}, ${why}`).join('\n'));
}

type Apps = [HttpPart, FastifyInstance][];

async function buildApps(alone: Pick<Dependencies, 'config' | 'log'>, deps: Dependencies | null, wanted: readonly Part[]): Promise<Apps> {
  const apps: Apps = [];
  if (wanted.includes('web')) apps.push(['web', await webService(alone)]);
  if (deps === null) return apps;
  for (const part of apiParts) if (wanted.includes(part)) apps.push([part, await services[part](deps)]);
  if (wanted.includes('mailbox') && hasMailbox(alone.config)) apps.push(['mailbox', await mailboxService(deps)]);
  return apps;
}

/** Loaded by who runs it alone: an API process needs neither the engine of jobs nor a client of mail servers. */
async function startWorker(deps: OpenedDependencies): Promise<Closing> {
  const worker = await import('./services/worker.ts');
  return worker.startWorker(deps);
}

async function openDependencies(config: Config, log: Log, opened: Closing[]): Promise<OpenedDependencies> {
  openDataFolder(config.DATA_DIR);
  const database = await openDatabase(config, log);
  opened.push(database);
  const report = (error: unknown) => log.error({ err: error }, 'live events');
  const events = config.DATABASE_URL === undefined ? createLocalEvents(report, database.hear) : createPostgresEvents(config.DATABASE_URL, report);
  opened.push(events);
  return { config, log, events, db: database.db, pool: database.pool, planKeys: await loadPlanKeys(config) };
}

async function closeService(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => {
    app.log.warn('requests that did not finish in time are cut off');
    app.server.closeAllConnections();
  }, drainTimeoutMs);
  await app.close();
  clearTimeout(late);
}

async function listen(part: HttpPart, app: FastifyInstance, config: Config): Promise<string> {
  const setting = ports[part];
  const host = part === 'mailbox' ? mailboxHost : config.HOST;
  try {
    await app.listen({ host, port: config[setting] });
  } catch (error) {
    throw explain(error, config, setting);
  }
  const { port } = app.server.address() as AddressInfo; // it listens on a port, not on a pipe
  config[setting] = port;
  return `http://${/^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host}:${port}`;
}

function explain(error: unknown, config: Config, setting: PortSetting): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError(`The port ${config[setting]} (${setting}) is taken by another program. Stop that one, or set ${setting} to a free port.`, { cause: error });
  if (code === 'EACCES') return new ConfigError(`The port ${config[setting]} (${setting}) may not be opened by this user. Set ${setting} to a port above 1023.`, { cause: error });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigError(`The setting HOST is “${config.HOST}”, which is no address of this machine. Set it to one, such as localhost or 0.0.0.0.`, { cause: error });
  return error;
}
