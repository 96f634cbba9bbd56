import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { noLimits } from '../../server/src/testing/no-limits.ts';
import { nodeEnvironment } from '../../tooling/server-node.mjs';
import { createTestDatabase } from './database.ts';
import type { Mail, Mailbox } from './mail.ts';
import { root, startProcess } from './process.ts';

/** The deadline after which a hanging process is killed: the test then fails by its exit code. */
const stopDeadlineMs = 60_000;

/** The built product, running as a process of its own with data of its own. */
export type Product = Mailbox & {
  /** The origin for a browser: `http://localhost:<port>`. */
  readonly origin: string;
  /** The base of a service's paths, as its pages use it. */
  readonly apiBase: string;
  readonly chartsBase: string;
  /** The port of the main API, for command lines of this machine. */
  readonly apiPort: string;
  /** The pid, for figures of the system. */
  readonly pid: number;
  /** Returns the output of the process. */
  output(): string;
  /** Stops it as Ctrl-C does, removes its data and resolves with the exit code. */
  stop(): Promise<number | null>;
};

/** Starts the built product on free ports, on the database that TEST_DATABASE names. `settings` are its environment. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const [web, api, charts, payment, mailbox] = (await freePorts(5)).map(String) as [
    string,
    string,
    string,
    string,
    string,
  ]; // five were asked for
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'parlance-e2e-'));
  const database = await createTestDatabase(dataFolder);
  const chunks: string[] = [];
  const output = () => chunks.join('');
  const child = startProcess(
    'all',
    {
      ...environmentOfProducts(),
      WEB_PORT: web,
      API_PORT: api,
      CHARTS_PORT: charts,
      PAYMENT_PORT: payment,
      MAILBOX_PORT: mailbox,
      DATA_DIR: dataFolder,
      ...database.settings,
      ...settings,
    },
    (text) => chunks.push(text),
  );
  const stop = async () => {
    child.kill('SIGINT');
    const overdue = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
    const code = await child.exited;
    clearTimeout(overdue);
    await database.drop();
    rmSync(dataFolder, { recursive: true, force: true });
    return code;
  };
  const origin = `http://localhost:${web}`;
  const {
    API_URL: apiBase = `${origin}/api/main`,
    CHARTS_URL: chartsBase = `${origin}/api/charts`,
    API_PORT: apiPort = api,
  } = settings;
  try {
    await child.ready;
  } catch (error) {
    await stop();
    throw new Error(`The product did not start. It wrote:\n${output()}`, { cause: error });
  }
  return {
    origin,
    apiBase,
    chartsBase,
    apiPort,
    pid: child.pid,
    mailsTo: (address) => mailsShown(mailbox, address),
    output,
    stop,
  };
}

/** The mails to an address that the product shows instead of sending them, newest first. */
async function mailsShown(port: string, address: string): Promise<Mail[]> {
  const answer = await fetch(`http://localhost:${port}/api/messages?to=${encodeURIComponent(address)}`);
  // the response of the mailbox, see server/src/services/mailbox.ts
  const { data } = (await answer.json()) as { data: { items: Mail[] } };
  return data.items;
}

/** Jest's own settings are none of the product's business. */
export function environmentOfProducts(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(JEST_|NODE_OPTIONS$|NODE_ENV$|DATABASE_URL$|MODEL_|SMTP_|MAIL_)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    ...nodeEnvironment,
    // With thirty programs on two processors a request may well wait; elsewhere the server decides how long.
    DATABASE_WAIT_SECONDS: '60',
    // A benchmark sends the requests of a hundred people.
    ...noLimits,
    // The compile cache, shared by all products: it saves each one a second of processor time.
    NODE_COMPILE_CACHE: path.join(root, '.build', 'compiled'),
  };
}
