import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { createTestDatabase } from './database.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { startProcess } from './process.ts';
import { environmentOfProducts } from './product.ts';

const services = ['web', 'api', 'charts', 'payment'] as const;
type Service = (typeof services)[number];
/** The number of processes of each part. A process of the charts serves payments as well. */
export type Size = { readonly web?: number; readonly api?: number; readonly charts?: number; readonly worker?: number };

/** A single process of the product. */
export type Member = {
  readonly part: string;
  /** The pid of the present process. */
  pid(): number;
  /** The output of its processes, one after the other. */
  output(): string;
  /** Resolves with the exit code of the process that runs now. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Starts it again in the same place; resolves when it serves. */
  startAgain(): Promise<void>;
};

/** The built product as many processes behind nginx, on PostgreSQL. */
export type Fleet = {
  /** The origin for browsers: nginx serves everything below. */
  readonly origin: string;
  readonly apiBase: string;
  readonly chartsBase: string;
  readonly databaseUrl: string;
  readonly nginx: Nginx;
  of(part: keyof Size): readonly Member[];
  /** Stops all of it and resolves with the exit codes that are not 0. */
  stop(): Promise<(number | null)[]>;
};

/**
 * Starts this many processes of each part behind nginx, on a database of their own. `settings` are those of every
 * process.
 */
export async function startFleet(
  { web = 1, api = 2, charts = 1, worker = 1 }: Size = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'parlance-fleet-'));
  const database = await createTestDatabase(dataFolder);
  const databaseUrl = database.settings['DATABASE_URL'];
  if (databaseUrl === undefined) throw new Error('Many processes need PostgreSQL: run it with TEST_DATABASE=postgres.');
  const front = Object.fromEntries(
    (await freePorts(services.length)).map((port, at) => [services[at], String(port)]),
  ) as Record<Service, string>; // a port for each
  const addressOf = (service: Service) => `http://localhost:${front[service]}`;
  const baseOf = (service: 'main' | 'charts' | 'payment') => `${addressOf('web')}/api/${service}`;
  const environment = {
    ...environmentOfProducts(),
    HOST: '127.0.0.1',
    DATA_DIR: dataFolder,
    TRUST_PROXY: 'loopback',
    WEB_ORIGIN: addressOf('web'),
    API_URL: baseOf('main'),
    CHARTS_URL: baseOf('charts'),
    PAYMENT_URL: baseOf('payment'),
    ...database.settings,
    ...settings,
  };
  const start = (part: string, count: number, wanted: readonly Service[]) =>
    Promise.all(
      Array.from({ length: count }, async () => startMember(part, environment, wanted, await freePorts(wanted.length))),
    );
  const parts = {
    web: await start('web', web, ['web']),
    api: await start('api', api, ['api']),
    charts: await start('charts,payment', charts, ['charts', 'payment']),
    worker: await start('worker', worker, []),
  };
  const all = Object.values(parts).flat();
  const processesOf = (service: Service) => all.flatMap(({ at }) => at[service] ?? []);
  const nginx = await startNginx({
    web: behind('web'),
    api: behind('api'),
    charts: behind('charts'),
    payment: behind('payment'),
  });
  function behind(service: Service) {
    return { port: front[service], processes: processesOf(service) };
  }
  const stop = async () => {
    const codes = await Promise.all(all.map((member) => member.end('SIGTERM')));
    await nginx.stop();
    await database.drop();
    rmSync(dataFolder, { recursive: true, force: true });
    return codes.filter((code) => code !== 0);
  };
  try {
    await Promise.all(all.map((member) => member.isReady()));
  } catch (error) {
    await stop();
    throw new Error(`A process did not start. They wrote:\n${all.map((member) => member.output()).join('\n')}`, {
      cause: error,
    });
  }
  return {
    origin: addressOf('web'),
    apiBase: baseOf('main'),
    chartsBase: baseOf('charts'),
    databaseUrl,
    nginx,
    of: (part) => parts[part],
    stop,
  };
}

type StartedMember = Member & { readonly at: Partial<Record<Service, string>>; isReady(): Promise<void> };

function startMember(
  part: string,
  environment: NodeJS.ProcessEnv,
  wanted: readonly Service[],
  ports: readonly number[],
): StartedMember {
  const at = Object.fromEntries(wanted.map((service, index) => [service, `127.0.0.1:${ports[index]}`])) as Partial<
    Record<Service, string>
  >; // a port for each
  const own = Object.fromEntries(
    wanted.map((service, index) => [`${service.toUpperCase()}_PORT`, String(ports[index])]),
  );
  const chunks: string[] = [];
  const begin = () => startProcess(part, { ...environment, ...own }, (text) => chunks.push(text));
  let now = begin();
  return {
    part,
    at,
    isReady: () => now.ready,
    pid: () => now.pid,
    output: () => chunks.join(''),
    end(signal) {
      now.kill(signal);
      return now.exited;
    },
    startAgain() {
      now = begin();
      return now.ready;
    },
  };
}
