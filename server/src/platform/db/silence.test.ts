import { randomUUID } from 'node:crypto';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { sql } from 'kysely';
import pg from 'pg';
import { demoPassword } from '../../demo/organizations.ts';
import { until } from '../../testing/asking.ts';
import { type DatabaseLink, openDatabaseLink } from '../../testing/database-link.ts';
import { endPrograms, startProgram, temporaryFolder } from '../../testing/program.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { connectPostgres } from './open.ts';
import { SilenceWatch } from './silence.ts';

let database: TestDatabase;
let link: DatabaseLink;
beforeAll(async () => {
  database = await openTestDatabase();
  link = await openDatabaseLink(database.url ?? '');
});
afterAll(async () => {
  await endPrograms();
  await link.close();
  await database.close();
});

type Session = { readonly cookie: string; readonly 'x-csrftoken': string };

async function signIn(api: string): Promise<Session> {
  const answer = await fetch(`${api}/auth/v1/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@pro.example', password: demoPassword }),
  });
  const cookies = answer.headers.getSetCookie().map((it) => it.split(';')[0] ?? '');
  return {
    cookie: cookies.join('; '),
    'x-csrftoken': cookies.find((it) => it.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '',
  };
}

test('a database that stands still is said in 503 while it does, and afterwards all is well: nothing is lost or done twice', async () => {
  const program = startProgram({ DATABASE_URL: link.url, DATA_DIR: temporaryFolder() }, 'api');
  const { api = '' } = await program.ready;
  const headers = { ...(await signIn(api)), 'content-type': 'application/json' };
  const { rows } = await database.pool.query<{ id: string }>(
    `select bots.id from bots join organizations on organizations.id = bots.organization_id where organizations.name = 'Northwind Research' and bots.state = 'published' limit 1`,
  );
  const keys = Array.from({ length: 12 }, () => randomUUID());
  const ask = async (key: string) => {
    const begun = performance.now();
    const answer = await fetch(`${api}${startDialogue.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ bot_id: rows[0]?.id, prompt: `Question ${key}`, idempotency_key: key }),
    });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      seconds: (performance.now() - begun) / 1_000,
    };
  };
  expect((await ask(keys[0] ?? '')).status).toBe(200);
  // Connections that are open and free are those whose silence nobody tells.
  await until(async () => (await database.pool.query(`select from runs where status <> 'complete'`)).rowCount === 0);
  const alsoThen = Array.from({ length: 3 }, () => fetch(`${api}/readyz`));
  expect((await Promise.all(alsoThen)).map(({ status }) => status)).toEqual([200, 200, 200]);

  link.hold();
  // More requests than connections: some of them wait for one.
  const meanwhile = await Promise.all(keys.map(ask));
  expect(meanwhile.map(({ status, retryAfter }) => `${status} ${retryAfter}`)).toEqual(keys.map(() => '503 2'));
  expect((await fetch(`${api}/healthz`)).status).toBe(200);
  console.info(
    `FLT-02: while the database stood still ${meanwhile.length} requests were answered 503, the last after ${Math.max(...meanwhile.map(({ seconds }) => seconds)).toFixed(1)} s`,
  );
  link.goOn();

  await until(async () => (await fetch(`${api}/readyz`)).status === 200);
  const afterwards = await Promise.all(keys.map(ask));
  expect(afterwards.map(({ status }) => status)).toEqual(keys.map(() => 200));
  const { rows: stored } = await database.pool.query(
    `select content from messages where author = 'member' and content like 'Question %' order by content`,
  );
  expect(stored.map(({ content }: { content: string }) => content)).toEqual(
    keys.map((key) => `Question ${key}`).sort(),
  );
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

test('a statement that takes long is waited for: the database answers others', async () => {
  const { db, close } = connectPostgres(link.url, console);
  const holder = new pg.Client({ connectionString: database.url ?? '' });
  await holder.connect();
  await holder.query('begin; select pg_advisory_lock(4711)');
  const waiting = db.asSystem((trx) =>
    sql<{ done: boolean }>`select pg_advisory_xact_lock(4711) is not null as done`.execute(trx),
  );
  // Each is a question whether the database is there.
  const before = link.connections();
  await until(() => link.connections() >= before + 3);
  await holder.query('select pg_advisory_unlock(4711)');
  expect((await waiting).rows).toEqual([{ done: true }]);
  await holder.end();
  await close();
});

test('a process that was held up itself does not take its database for dead', async () => {
  const watch = new SilenceWatch(link.url, { everyMs: 10, doubtAfterMs: 50, probeMs: 200 });
  const client = new (watch.watched(pg.Client))({ connectionString: link.url });
  await client.connect();
  const before = link.connections();
  const asked = client.query('select pg_sleep(1) is not null as slept');
  await until(() => link.connections() > before);
  const begun = performance.now();
  while (performance.now() - begun < 500); // nothing else happens in this process
  expect((await asked).rows).toEqual([{ slept: true }]);
  await client.end();
  watch.stop();
});
