import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { addDemoDialogues } from './demo/dialogues.ts';
import { hasDemo, isToBeClosed } from './demo/for-whom.ts';
import { findOpenAccount } from './demo/known-password.ts';
import { addDemoOriginals } from './demo/originals.ts';
import { demoParts } from './demo/parts.ts';
import { seedDemo } from './demo/seed.ts';
import { loadPlanKeys, planKeyFile } from './people/plans/plan-keys.ts';
import { type Config, ConfigError, settings as allSettings } from './platform/config/config.ts';
import { explainFullDisk, openDataFolder } from './platform/db/data-folder.ts';
import type { Database } from './platform/db/database.ts';
import { createLocalEvents, createPostgresEvents } from './platform/db/events.ts';
import { connectPostgres, openDatabase } from './platform/db/open.ts';
import { loadTexts } from './platform/http/error-texts.ts';
import { hasMailbox } from './platform/mail/mailbox.ts';
import { openWayOut } from './platform/outgoing/way-out.ts';
import { toolKeyFile } from './platform/secrets/secrets.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { type Log, createLog } from './platform/telemetry/log.ts';
import { type RunningTelemetry, startTelemetry } from './platform/telemetry/start.ts';
import { apiService } from './services/api.ts';
import type { Dependencies } from './services/build-service.ts';
import { chartsService } from './services/charts.ts';
import { mailboxHost, mailboxService } from './services/mailbox.ts';
import { metricsService } from './services/metrics/metrics.ts';
import { paymentService } from './services/payment.ts';
import { openFurtherDoors } from './services/web/front.ts';
import type { ReleaseSource } from './services/web/remotes.ts';
import { webService } from './services/web/web.ts';

const apiParts = ['api', 'charts', 'payment'] as const;
export const httpParts = [...apiParts, 'web', 'mailbox'] as const;
type HttpPart = (typeof httpParts)[number];
export const parts = [...httpParts, 'worker'] as const;
export type Part = (typeof parts)[number];

export type Parlance = {
  /** The address of each service that was started. */
  addresses: Partial<Record<HttpPart | 'metrics', string>>;
  /** True if the demonstration accounts exist. */
  hasDemo: boolean;
  /** Ends streams, lets requests and jobs under way finish, and closes the database. */
  close(): Promise<void>;
  /** The same, after load balancers had STOP_DELAY_SECONDS to notice. */
  stop(): Promise<void>;
};

type PortSetting = keyof Config & `${string}_PORT`;
const ports: Record<HttpPart | 'metrics', PortSetting> = {
  api: 'API_PORT',
  charts: 'CHARTS_PORT',
  payment: 'PAYMENT_PORT',
  web: 'WEB_PORT',
  mailbox: 'MAILBOX_PORT',
  metrics: 'METRICS_PORT',
};
const services: Record<
  (typeof apiParts)[number],
  { readonly name: ServiceName; readonly build: (deps: Dependencies) => Promise<FastifyInstance> }
> = {
  api: { name: 'main', build: apiService },
  charts: { name: 'charts', build: chartsService },
  payment: { name: 'payment', build: paymentService },
};

/**
 * The drain timeout: remaining work is cut off after it, so that a stop, with the database's own closing, takes under
 * ten seconds.
 */
const drainTimeoutMs = 5000;
const secondMs = 1000;

/**
 * Starts parts of the product in this process; resolves when they are ready. Throws a ConfigError if a setting prevents
 * it.
 */
export async function startParlance(settings: Config, wanted: readonly Part[] = parts): Promise<Parlance> {
  loadTexts();
  checkProductionSettings(settings, wanted);
  checkSharedKeys(settings, wanted);
  openWayOut(settings);
  // A port that the system chooses (0) is written here once it is known: pages, mails and CORS are told the real one.
  const config = { ...settings };
  const opened: Closing[] = [];
  // Telemetry starts before anything that it watches. The log exists by the time some of it fails.
  const telemetry = await startTelemetry(config, wanted, () => log);
  if (telemetry !== null) opened.push(telemetry);
  const log = createLog(config);
  // The last opened goes first: services before events before the database they use.
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    // Pages and their files need no database, so that they can be served by a process of their own.
    const isPagesAlone = wanted.every((part) => part === 'web');
    const deps = isPagesAlone ? null : await openDependencies(config, log, opened);
    const releases = isPagesAlone ? await openReleases(config, log, opened) : deps;
    if (deps !== null) await refuseOpenAccounts(config, deps.db);
    const isNewDemo = deps !== null && hasDemo(config) && (await seedDemo(deps.db, demoParts));
    if (isNewDemo) await addDemoOriginals(deps);
    // Closes all at the same time: a stop takes as long as the slowest, and not the sum.
    const running: Closing[] = [];
    opened.push({ close: async () => void (await Promise.all(running.map((part) => part.close()))) });
    const apps = await buildApps({ config, log }, { deps, releases }, wanted);
    for (const [, app] of apps) running.push({ close: () => closeService(app) });
    const api = apps.find(([part]) => part === 'api')?.[1];
    if (isNewDemo && api !== undefined) await addDemoDialogues(api);
    const addresses: Parlance['addresses'] = {};
    for (const [part, app] of apps) addresses[part] = await listen(part, app, config);
    if (deps !== null && wanted.includes('worker')) running.push(await startWorker(deps));
    if (telemetry !== null) running.push(await watchParts(telemetry, { apps, deps, wanted }));
    if (telemetry !== null && telemetry.scrape !== null) {
      const metrics = await metricsService({ config, log }, telemetry.scrape);
      running.push({ close: () => closeService(metrics) });
      addresses.metrics = await listen('metrics', metrics, config);
    }
    const stop = async () => {
      await announceStop(apps, config);
      await close();
    };
    return { addresses, hasDemo: hasDemo(config), close, stop };
  } catch (error) {
    await close();
    // A PostgreSQL has a disk of its own.
    throw config.DATABASE_URL === undefined ? explainFullDisk(error, config.DATA_DIR) : error;
  }
}

/** Brings the schema up to date, in a process of its own before others start. Says so in a sentence. */
export async function migrateDatabase(config: Config): Promise<string> {
  openWayOut(config);
  const database = await openDatabase({ ...config, MIGRATE_AT_START: true }, createLog(config));
  await database.close();
  return 'The database has the schema of this release.';
}

type Closing = { close(): Promise<void> };

/** Throws if demonstration accounts from local trials would be opened to others unawares. */
async function refuseOpenAccounts(config: Config, db: Database): Promise<void> {
  if (!isToBeClosed(config)) return;
  const email = await findOpenAccount(db);
  if (email !== null)
    throw new ConfigError(
      `The database has demonstration accounts, such as ${email}, with the password that everybody knows, and by HOST or WEB_ORIGIN others would reach them. Take another database (DATA_DIR, DATABASE_URL), or change their passwords while both settings are of this machine alone, or set DEMO to true where they are meant for everybody.`,
    );
}

const whyInProduction = {
  SMTP_URL: 'who registers, forgets a password, is invited or signs in with a second step needs a mail',
  WEB_ORIGIN: 'it tells pages of this site from those of others, and where links in mails lead',
} as const;

/**
 * Throws unless production has mail and the origin: people cannot get in without their mails, and every process must
 * know its site.
 */
function checkProductionSettings(config: Config, wanted: readonly Part[]): void {
  if (config.NODE_ENV !== 'production') return;
  const needed = wanted.includes('worker') ? (['SMTP_URL', 'WEB_ORIGIN'] as const) : (['WEB_ORIGIN'] as const);
  const missing = needed.filter((name) => config[name] === undefined);
  if (missing.length > 0)
    throw new ConfigError(
      missing
        .map(
          (name) =>
            `The setting ${name} is missing, and must be ${allSettings[name].right}, in production: ${whyInProduction[name]}.`,
        )
        .join('\n'),
    );
}

const madeKeys = { PLAN_SIGNING_KEYS: planKeyFile, TOOL_SECRETS_KEY: toolKeyFile } as const;

/**
 * Throws unless keys are configured for a database outside of the data folder: processes on further machines may serve
 * it, and each would make keys of its own that none of the others could read.
 */
function checkSharedKeys(config: Config, wanted: readonly Part[]): void {
  if (config.NODE_ENV !== 'production' || config.DATABASE_URL === undefined || wanted.every((part) => part === 'web'))
    return;
  const missing = (['PLAN_SIGNING_KEYS', 'TOOL_SECRETS_KEY'] as const).filter((name) => config[name] === undefined);
  if (missing.length > 0)
    throw new ConfigError(
      missing
        .map(
          (name) =>
            `The setting ${name} is missing, and must be ${allSettings[name].right}, the same in every process of this database. What this machine has made for itself stands in DATA_DIR: ${madeKeys[name]}.`,
        )
        .join('\n'),
    );
}

type Apps = [HttpPart, FastifyInstance][];

async function buildApps(
  alone: Pick<Dependencies, 'config' | 'log'>,
  { deps, releases }: { deps: Dependencies | null; releases: ReleaseSource | null },
  wanted: readonly Part[],
): Promise<Apps> {
  const apps: Apps = [];
  const neighbours: Partial<Record<ServiceName, FastifyInstance>> = {};
  for (const part of apiParts) {
    if (deps === null || !wanted.includes(part)) continue;
    const { name, build } = services[part];
    neighbours[name] = await build(deps);
    apps.push([part, neighbours[name]]);
  }
  // The web service comes last: a client that it answers finds the other services too.
  if (wanted.includes('web')) apps.push(['web', await webService(alone, releases, neighbours)]);
  if (deps === null) return apps;
  if (wanted.includes('mailbox') && hasMailbox(alone.config)) apps.push(['mailbox', await mailboxService(deps)]);
  return apps;
}

/** Starts the worker, loaded only if it runs: an API process needs neither the job engine nor a mail client. */
async function startWorker(deps: Dependencies): Promise<Closing> {
  const worker = await import('./services/worker.ts');
  return worker.startWorker(deps);
}

type Options = { readonly apps: Apps; readonly deps: Dependencies | null; readonly wanted: readonly Part[] };

/** Watches figures that are read on demand; their code is loaded only if they can be requested. */
async function watchParts({ observer }: RunningTelemetry, { apps, deps, wanted }: Options): Promise<Closing> {
  const { watchInstallation, watchPool, watchProcess, watchStreams } = await import('./services/metrics/gauges.ts');
  const streaming = apps.filter(([part]) => part === 'api' || part === 'charts' || part === 'payment');
  const stops = [
    watchProcess(observer),
    watchStreams(
      observer,
      streaming.map(([service, app]) => ({ service, openStreams: () => app.openStreams.size })),
    ),
    ...(deps === null ? [] : [watchPool(observer, deps.pool)]),
    ...(deps !== null && wanted.includes('worker') ? [watchInstallation(observer, deps.db)] : []),
  ];
  return { close: async () => stops.forEach((stop) => stop()) };
}

/**
 * Opens the releases in PostgreSQL for pages served alone: a second process may not open the embedded database. Pages
 * do not wait for it.
 */
async function openReleases(config: Config, log: Log, opened: Closing[]): Promise<ReleaseSource | null> {
  if (config.DATABASE_URL === undefined) return null;
  const { db } = connectPostgres(config.DATABASE_URL, log);
  opened.push(db);
  const events = createPostgresEvents(config.DATABASE_URL, reportEventsTo(log));
  opened.push(events);
  const storage = await openStorage(config, log);
  opened.push(storage);
  return { db, events, storage };
}

const reportEventsTo = (log: Log) => (error: unknown) => log.error({ err: error }, 'live events');

async function openDependencies(config: Config, log: Log, opened: Closing[]): Promise<Dependencies> {
  openDataFolder(config.DATA_DIR);
  const database = await openDatabase(config, log);
  opened.push(database);
  const report = reportEventsTo(log);
  const events =
    config.DATABASE_URL === undefined
      ? createLocalEvents(report, database.hear)
      : createPostgresEvents(config.DATABASE_URL, report);
  opened.push(events);
  const storage = await openStorage(config, log);
  opened.push(storage);
  return { config, log, events, storage, db: database.db, pool: database.pool, planKeys: await loadPlanKeys(config) };
}

/** Keeps serving for a while after announcing the stop; a process that serves nothing has nobody to tell. */
async function announceStop(apps: Apps, { STOP_DELAY_SECONDS }: Config): Promise<void> {
  if (STOP_DELAY_SECONDS === 0 || apps.length === 0) return;
  for (const [, app] of apps) app.leaving = 'announced';
  await pause(STOP_DELAY_SECONDS * secondMs);
}

async function closeService(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => {
    app.log.warn('requests that did not finish in time are cut off');
    app.server.closeAllConnections();
  }, drainTimeoutMs);
  // Work after the last response no longer belongs to a request.
  const doors = app.hasDecorator('doors') ? app.doors : new Set<Promise<unknown>>();
  app.server.once('close', () => void Promise.all(doors).then(() => clearTimeout(late)));
  await app.close();
  clearTimeout(late);
}

async function listen(part: HttpPart | 'metrics', app: FastifyInstance, config: Config): Promise<string> {
  const setting = ports[part];
  const host = part === 'mailbox' ? mailboxHost : part === 'metrics' ? config.METRICS_HOST : config.HOST;
  try {
    await app.listen({ host, port: config[setting] ?? 0 });
    if (part === 'web' && host === 'localhost')
      await openFurtherDoors(
        app,
        (await lookup(host, { all: true })).map(({ address }) => address),
      );
  } catch (error) {
    throw explain(error, config, setting);
  }
  const { port } = app.server.address() as AddressInfo; // the server listens on a port, not on a pipe
  config[setting] = port;
  return `http://${/^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host}:${port}`;
}

function explain(error: unknown, config: Config, setting: PortSetting): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `The port ${config[setting]} (${setting}) is taken by another program. Stop that one, or set ${setting} to a free port.`,
      { cause: error },
    );
  if (code === 'EACCES')
    return new ConfigError(
      `The port ${config[setting]} (${setting}) may not be opened by this user. Set ${setting} to a port above 1023.`,
      { cause: error },
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(
      `The setting HOST is “${config.HOST}”, which is no address of this machine. Set it to one, such as localhost or 0.0.0.0.`,
      { cause: error },
    );
  return error;
}
