import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { noLimits } from '../../server/src/testing/no-limits.ts';
import { nodeEnvironment } from '../../tooling/server-node.mjs';
import { createTestDatabase } from './database.ts';
import type { Mail, Mailbox } from './mail.ts';
import { root, startProcess } from './process.ts';

/** Only what hangs is killed: a test then fails by its exit code. */
const stopDeadlineMs = 60_000;

/** The built product, running as a process of its own with data of its own. */
export type Product = Mailbox & {
  /** Where a browser goes: `http://localhost:<port>`. */
  readonly origin: string;
  /** What paths of a service are put behind, as its pages do. */
  readonly apiBase: string;
  readonly chartsBase: string;
  /** Of the main API alone, for command lines of this machine. */
  readonly apiPort: string;
  /** Of its process, for what the system says about it. */
  readonly pid: number;
  /** Everything the process wrote. */
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
  // what the mailbox promises, see server/src/services/mailbox.ts
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
    // Where thirty programs share two processors, a request may well wait; how long it may elsewhere is the server’s
    // affair.
    DATABASE_WAIT_SECONDS: '60',
    // Whoever measures asks what a hundred people do.
    ...noLimits,
    // What was compiled for one product is there for the next of them: a second of a processor less for each.
    NODE_COMPILE_CACHE: path.join(root, '.build', 'compiled'),
  };
}
