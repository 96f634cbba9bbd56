import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, Failure, Input, Output, ServiceName } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { findAccount } from '../people/session/accounts.ts';
import { type SessionOwner, openSession } from '../people/session/repository.ts';
import { resumeRegistration } from '../people/session/resume-registration.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { createLocalEvents, createPostgresEvents } from '../platform/db/events.ts';
import { sessionMaxAgeSeconds } from '../platform/http/session-cookies.ts';
import { hashToken, newToken } from '../platform/secrets/tokens.ts';
import { createFolderStorage } from '../platform/storage/folder-storage.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { apiService } from '../services/api.ts';
import type { Dependencies } from '../services/build-service.ts';
import { chartsService } from '../services/charts.ts';
import { paymentService } from '../services/payment.ts';
import { type ReceivedMail, mailTo } from './mail.ts';
import { noLimits } from './no-limits.ts';
import { openTestDatabase } from './test-database.ts';
import { testPlanKeys } from './test-keys.ts';

export type Answer<E extends Endpoint> = {
  status: number;
  headers: LightMyRequestResponse['headers'];
  /** The envelope. Throws for any other response, such as a stream of events: read `text`. */
  body: { success: true; data: Output<E> } | Failure;
  text: string;
};

/** A browser, as far as the server can see one: it keeps its cookies and echoes csrftoken. */
export type Client = {
  call<E extends Endpoint>(
    endpoint: E,
    ...input: object extends Input<E> ? [Input<E>?] : [Input<E>]
  ): Promise<Answer<E>>;
  /** The headers that `call` sends, for requests made by hand. */
  headers(): Record<string, string>;
  cookies: Map<string, string>;
};

export type TestServer = {
  app: FastifyInstance;
  charts: FastifyInstance;
  payment: FastifyInstance;
  db: Database;
  config: Config;
  /** The dependencies, for a service of a test's own. */
  dependencies: Dependencies;
  /** The pool, for the job engine and for direct queries. */
  pool: pg.Pool;
  isEmbedded: boolean;
  /** Every line of the log. */
  log: string[];
  /** A client with an open session of a demonstration account. */
  as(email: string): Promise<Client>;
  /** Creates a browser without a session, at this network address if given. */
  anonymous(address?: string): Client;
  /** The mails that wait in the outbox for an address, oldest first. */
  mailTo(address: string): Promise<ReceivedMail[]>;
  close(): Promise<void>;
};

/** Starts all services on a database of their own with the demonstration data. Close it in afterAll. */
export async function startTestServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const database = await openTestDatabase();
  // Titles are asked for in the background: a test that counts what a model is asked must not meet them.
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'info', MODEL_TITLES: 'false', ...noLimits, ...settings });
  const log: string[] = [];
  const reported: unknown[] = [];
  // Thrown at once, inside a listener, it would end the whole file in the name of an innocent test.
  const report = (error: unknown) => void reported.push(error);
  const events =
    database.url === null ? createLocalEvents(report, database.hear) : createPostgresEvents(database.url, report);
  const planKeys = await testPlanKeys();
  const folder = await mkdtemp(join(tmpdir(), 'parlance-files-'));
  const storage = createFolderStorage(folder);
  const deps: Dependencies = {
    config,
    db: database.db,
    pool: database.pool,
    events,
    planKeys,
    storage,
    log: createLog(config, { write: (line) => log.push(line) }),
  };
  const services: Record<ServiceName, FastifyInstance> = {
    main: await apiService(deps),
    charts: await chartsService(deps),
    payment: await paymentService(deps),
  };
  return {
    app: services.main,
    charts: services.charts,
    payment: services.payment,
    db: database.db,
    config,
    dependencies: deps,
    pool: database.pool,
    isEmbedded: database.url === null,
    log,
    anonymous: (address) => createClient(services, new Map(), address),
    mailTo: (address) => mailTo(deps, address),
    as: async (email) => createClient(services, new Map([['sessionid', await openSessionOf(database.db, email)]])),
    async close() {
      for (const service of Object.values(services)) await service.close();
      await events.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
      if (reported.length > 0)
        throw new AggregateError(reported, `What the events told could not be handled: ${reported.join('; ')}`);
    },
  };
}

async function openSessionOf(db: Database, email: string): Promise<string> {
  const token = newToken();
  await db.asSystem(async (trx) => {
    const account = await findAccount(trx, email);
    if (account === null)
      throw new Error(`There is no demonstration account ${email}; see server/src/demo/organizations.ts.`);
    const { userId, memberId } = account;
    const owner: SessionOwner =
      memberId === null
        ? { kind: 'registration', registrationId: (await resumeRegistration(trx, account, '')).id, userId }
        : { kind: 'member', memberId, userId };
    await openSession(trx, {
      tokenHash: hashToken(token),
      owner,
      maxAgeSeconds: sessionMaxAgeSeconds,
      client: { userAgent: '', address: '' },
    });
  });
  return token;
}

function createClient(
  services: Record<ServiceName, FastifyInstance>,
  cookies: Map<string, string>,
  remoteAddress = '127.0.0.1',
): Client {
  const headers = () => ({
    ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    ...(cookies.has('csrftoken') ? { 'x-csrftoken': cookies.get('csrftoken') ?? '' } : {}),
  });
  async function send(endpoint: Endpoint, input: Parts): Promise<LightMyRequestResponse> {
    const app = services[endpoint.service];
    if (cookies.has('sessionid') && !cookies.has('csrftoken')) await fetchCsrfToken(services.main, cookies);
    const answer = await app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, input.params),
      // Adds the origin as a browser on a page of ours does: the payment service has no other proof.
      headers: {
        ...headers(),
        ...(endpoint.service === 'payment' && endpoint.method !== 'GET' ? { origin: 'http://localhost:3000' } : {}),
      },
      remoteAddress,
      ...(input.query === undefined ? {} : { query: stringsOf(input.query) }),
      ...(input.body === undefined ? {} : { payload: input.body }),
    });
    keepCookies(cookies, answer);
    return answer;
  }
  return {
    cookies,
    headers,
    async call(endpoint, ...[input]) {
      const answer = await send(endpoint, input ?? {});
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.payload,
        // Read when asked for: a stream of events is no JSON.
        get body() {
          return answer.json();
        },
      };
    },
  };
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };

const stringsOf = (query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Fetches the csrftoken as the browser's first whoami does: the server gives one to a session without it. */
async function fetchCsrfToken(app: FastifyInstance, cookies: Map<string, string>): Promise<void> {
  keepCookies(
    cookies,
    await app.inject({ url: '/auth/v1/whoami', headers: { cookie: `sessionid=${cookies.get('sessionid')}` } }),
  );
}

function keepCookies(cookies: Map<string, string>, answer: LightMyRequestResponse): void {
  for (const { name, value } of answer.cookies) {
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
