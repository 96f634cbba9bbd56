import { join } from 'node:path';
import { postSessionData } from '@parlance/shared/contract/api/usage';
import { sql } from 'kysely';
import { demoPassword } from '../../demo/organizations.ts';
import { Database } from '../../platform/db/database.ts';
import { startEmbeddedDatabase } from '../../platform/db/embedded.ts';
import { howOften } from '../../testing/how-often.ts';
import { endPrograms, filledFolder, type Program, startProgram, temporaryFolder } from '../../testing/program.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { all, countAllChanges } from '../charts/count.ts';

const sessions = howOften({ decides: 500, proves: 10_000 });
const kills = howOften({ decides: 2, proves: 20 });
const killedEvery = Math.floor(sessions / (kills + 1));
/** Posts under way at a time: as many browsers. */
const posters = 12;
/** The fraction posted again though acknowledged: the beacon and the keep-alive POST both arrive. */
const againEvery = 10;
const countEvery = 119;
const killedWithinMs = 20;
const typed = 2;
const origin = 'http://localhost:3000';

// Many starts of the program and thousands of commits, on a machine that may be busy with other tests.
jest.setTimeout(1_200_000);

let onPostgres: TestDatabase | null = null;
afterAll(async () => {
  await endPrograms();
  await onPostgres?.close();
});

/** Returns the settings of a data folder or database, and a way to look at the data once the program has ended. */
async function someData(): Promise<{
  settings: Record<string, string>;
  look<T>(at: (db: Database) => Promise<T>): Promise<T>;
}> {
  if (process.env['TEST_DATABASE'] === 'postgres') {
    const { url, db } = (onPostgres = await openTestDatabase());
    return { settings: { DATABASE_URL: url ?? '', DATA_DIR: temporaryFolder() }, look: (at) => at(db) };
  }
  const folder = filledFolder();
  const look = async <T>(at: (db: Database) => Promise<T>) => {
    const embedded = await startEmbeddedDatabase({ folder: join(folder, 'database'), durable: false }, (error) => {
      throw error;
    });
    const db = new Database(embedded.pool);
    try {
      return await at(db);
    } finally {
      await db.close();
      await embedded.close();
    }
  };
  return { settings: { DATA_DIR: folder }, look };
}

async function cookieOf(api: string, email: string): Promise<string> {
  const answer = await fetch(`${api}/auth/v1/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  return (
    answer.headers
      .getSetCookie()
      .find((text) => text.startsWith('sessionid='))
      ?.split(';')[0] ?? ''
  );
}

/** Seconds typed by everybody of everything, as the dashboard shows them. */
const typedInAll = (db: Database) =>
  db.asSystem(async (trx) => {
    const row = await trx
      .selectFrom('chart_days')
      .where('figure', '=', 'typing')
      .where('team_id', '=', all)
      .where('bot_id', '=', all)
      .select(sql<string>`coalesce(sum(value), 0)`.as('value'))
      .executeTakeFirstOrThrow();
    return Number(row.value);
  });

/** The charts service in a process of its own, which is killed without warning and started again. */
function startMortal(settings: Record<string, string>) {
  const readyMs: number[] = [];
  let program: Program;
  let address: Promise<string>;
  const start = () => {
    const begun = performance.now();
    program = startProgram(settings, 'charts');
    address = program.ready.then(({ charts = '' }) => {
      readyMs.push(performance.now() - begun);
      return charts;
    });
  };
  start();
  return {
    readyMs,
    /** Resolves to the address once it is ready again. */
    address: () => address,
    kill() {
      program.child.kill('SIGKILL');
      const gone = program.ended;
      address = gone.then(() => {
        start();
        return address;
      });
    },
    async stop() {
      program.child.kill('SIGTERM');
      expect(await program.ended).toMatchObject({ code: 0 });
    },
  };
}
type Mortal = ReturnType<typeof startMortal>;

/**
 * Posts a session until somebody acknowledges it, as a browser does that keeps what was not taken. Says how often it
 * was not.
 */
async function postUntilTaken(server: Mortal, cookie: string, sessionId: string): Promise<number> {
  const body = JSON.stringify({ session_id: sessionId, typing: typed, reading: 1, interacting: 0, idling: 0 });
  for (let unheard = 0; ; unheard += 1) {
    const charts = await server.address();
    const answer = await fetch(`${charts}${postSessionData.path}`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'text/plain' },
      body,
    }).catch(() => null); // cut off by the kill
    await answer?.arrayBuffer().catch(() => null); // cut off in the middle of the answer, which is none then
    if (answer?.ok === true) return unheard;
    if (answer !== null) throw new Error(`A session was answered ${answer.status}.`);
  }
}

test(`of ${sessions} usage sessions posted while the service is killed ${kills} times, none that was acknowledged is lost and none is counted twice (FLT-01)`, async () => {
  const { settings: place, look } = await someData();
  // Compiled code of one start is reused by the next.
  const settings = { ...place, WEB_ORIGIN: origin, NODE_COMPILE_CACHE: temporaryFolder() };
  const api = startProgram(settings, 'api');
  const { api: address = '' } = await api.ready;
  const [member, admin] = [await cookieOf(address, 'member@pro.example'), await cookieOf(address, 'admin@pro.example')];
  api.child.kill('SIGTERM');
  await api.ended;
  const before = await look(async (db) => {
    await countAllChanges(db, new AbortController().signal);
    return typedInAll(db);
  });

  const server = startMortal(settings);
  const ids = Array.from({ length: sessions }, () => crypto.randomUUID());
  const waiting = [...ids];
  let acknowledged = 0;
  let unheard = 0;
  const post = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      // Added once it is known: the sum has grown while it was waited for.
      const first = await postUntilTaken(server, member, id);
      unheard += first;
      acknowledged += 1;
      const taken = acknowledged;
      // Kills some milliseconds later, in the middle of what the other posters have begun.
      if (taken % killedEvery === 0 && taken <= kills * killedEvery)
        setTimeout(server.kill, Math.random() * killedWithinMs);
      if (taken % againEvery === 0) await postUntilTaken(server, member, id);
      if (taken % countEvery === 0) await lookAtDashboard();
    }
  };
  // Viewing the dashboard counts recent changes, so that kills hit counting as well.
  const today = new Date().toISOString().slice(0, 10);
  const lookAtDashboard = async () => {
    const answer = await fetch(`${await server.address()}/charts/v1/series?from=${today}&to=${today}`, {
      headers: { cookie: admin },
    }).catch(() => null); // cut off by the kill
    await answer?.arrayBuffer().catch(() => null); // the same
  };
  await Promise.all(Array.from({ length: posters }, post));
  await server.stop();

  const { stored, typedSince } = await look(async (db) => {
    await countAllChanges(db, new AbortController().signal);
    const rows = await db.asSystem((trx) =>
      trx.selectFrom('usage_sessions').where('session_id', 'in', ids).select('session_id').execute(),
    );
    return { stored: rows.map(({ session_id: id }) => id), typedSince: (await typedInAll(db)) - before };
  });
  const slowest = Math.max(...server.readyMs);
  console.info(
    `${sessions} usage sessions, ${server.readyMs.length - 1} times SIGKILL, ${unheard} posts cut off: ${sessions - new Set(stored).size} acknowledged lost, ${stored.length - new Set(stored).size} stored twice, ${typedSince / typed - sessions} counted too much; ready again within ${(slowest / 1000).toFixed(1)} s`,
  );
  expect(server.readyMs).toHaveLength(kills + 1);
  // Otherwise nothing was under way when it was killed, and nothing is shown.
  expect(unheard).toBeGreaterThanOrEqual(kills);
  expect(stored.sort()).toEqual([...ids].sort());
  expect(typedSince).toBe(sessions * typed);
});
