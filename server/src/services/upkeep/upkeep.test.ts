import { randomUUID } from 'node:crypto';
import { listKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { type RawBuilder, sql } from 'kysely';
import { insertDialogue } from '../../dialogue/dialogues/repository.ts';
import { deleteLeftovers } from '../../library/files/leftovers.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { findOverdue } from '../../platform/upkeep/due.ts';
import { type UpkeepStep, inTransaction, keepUp, startUpkeep } from '../../platform/upkeep/upkeep.ts';
import { until } from '../../testing/asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { dues, watchedDues } from './dues.ts';
import { upkeepSteps } from './steps.ts';

let server: TestServer;
let member: Client;
let lines: { step?: string; key?: string }[];
beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
});
afterAll(() => server.close());
beforeEach(() => (lines = []));

const log = createLog(
  { LOG_LEVEL: 'error' },
  { write: (line) => void lines.push(JSON.parse(line) as { step?: string }) },
);
const stepsWith = (storage: Storage = server.dependencies.storage) =>
  upkeepSteps({ storage, log, embedder: null, languages: null });
const look = (steps: readonly UpkeepStep[] = stepsWith(), shareMs?: number) =>
  keepUp({ db: server.db, log, ...(shareMs === undefined ? {} : { shareMs }) }, steps);
const write = <T>(query: RawBuilder<T>): Promise<T[]> =>
  server.db.asSystem(async (trx) => (await query.execute(trx)).rows);
const ofPro = sql`select organization_id, memberships.id as member_id from memberships join users on users.id = user_id where email = 'member@pro.example'`;

test('every page that is due is asked for in one look, and none of them twice', async () => {
  await write(sql`
    with owner as (${ofPro}), made as (
      insert into files (organization_id, name, media_type, size, sha256, state) select organization_id, 'page ' || number, 'text/html', 0, '', 'ready' from owner, generate_series(1, 450) as number returning id, organization_id, name)
    insert into knowledge_sources (organization_id, owner_id, kind, name, file_id, url, refresh, tried_at)
    select made.organization_id, member_id, 'web-page', made.name, made.id, 'https://pages.example/', 'daily', now() - interval '2 days' from made, owner`);
  const requested = () =>
    write(sql`select from job_requests where kind = 'fetch_page' and organization_id is not null`);
  await look();
  expect(await requested()).toHaveLength(450);
  await look();
  expect(await requested()).toHaveLength(450);
});

describe('what lies in the storage and no row names', () => {
  const note = (count: number) =>
    write<{ key: string }>(
      sql`insert into storage_leftovers (key, noted_at) select 'left-' || gen_random_uuid(), now() - interval '2 hours' from generate_series(1, ${count}) returning key`,
    );
  const notes = async () =>
    (await write<{ key: string }>(sql`select key from storage_leftovers order by key`)).map(({ key }) => key);
  afterEach(() => write(sql`delete from storage_leftovers`));

  test('goes in one look, however much it is', async () => {
    const keys = (await note(1_200)).map(({ key }) => key);
    const deleted: string[] = [];
    await look(stepsWith({ ...server.dependencies.storage, delete: async (key) => void deleted.push(key) }));
    expect(deleted.sort()).toEqual(keys.sort());
    expect(await notes()).toEqual([]);
  });

  test('goes but for what cannot be deleted, which is said and tried again an hour later', async () => {
    const keys = (await note(250)).map(({ key }) => key);
    const [bad = ''] = keys;
    const refusing: Storage = {
      ...server.dependencies.storage,
      delete: (key) => (key === bad ? Promise.reject(new Error('Access denied')) : Promise.resolve()),
    };
    await look(stepsWith(refusing));
    expect(await notes()).toEqual([bad]);
    expect(lines).toMatchObject([{ key: bad }]);
    await look(stepsWith(refusing));
    expect(lines).toHaveLength(1);
    await write(sql`update storage_leftovers set noted_at = now() - interval '61 minutes'`);
    await look(stepsWith({ ...refusing, delete: () => Promise.resolve() }));
    expect(await notes()).toEqual([]);
  });

  test('is shared out among workers', async () => {
    await note(300);
    const deleted: string[] = [];
    const storage = { ...server.dependencies.storage, delete: async (key: string) => void deleted.push(key) };
    await Promise.all(
      Array.from({ length: 3 }, () => deleteLeftovers({ db: server.db, storage, log }, { limit: 100 })),
    );
    expect(new Set(deleted).size).toBe(300);
    expect(deleted).toHaveLength(300);
  });
});

test('a step that fails is named, and the others are done', async () => {
  const done: string[] = [];
  const step = (name: string) => inTransaction(name, async () => (done.includes(name) ? 0 : done.push(name)));
  const failing = inTransaction('broken', () => Promise.reject(new Error('no such table')));
  await look([step('before'), failing, step('after')]);
  expect(done).toEqual(['before', 'after']);
  expect(new Set(lines.map((line) => line.step))).toEqual(new Set(['broken']));
});

test('a row that cannot go is passed over, and all others go', async () => {
  const organizationId = (await write<{ organization_id: string; member_id: string }>(sql`${ofPro}`))[0];
  if (organizationId === undefined) throw new Error('There is nobody.');
  await server.db.asSystem(async (trx) => {
    const { id: botId } = await trx
      .selectFrom('bots')
      .where('organization_id', '=', organizationId.organization_id)
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const title of ['kept', ...Array.from({ length: 120 }, (_, at) => `gone ${at}`)])
      await insertDialogue(trx, {
        organizationId: organizationId.organization_id,
        memberId: organizationId.member_id,
        botId,
        title,
      });
  });
  await write(sql`update dialogues set deleted_at = now() - interval '31 days' where title like 'gone %'`);
  await write(
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`,
  );
  await write(
    sql`create trigger refused before delete on dialogues for each row when (old.title = 'gone 7') execute function refuse()`,
  );
  await look();
  expect(
    await write(sql`select title from dialogues where title = 'kept' or title like 'gone %' order by title`),
  ).toEqual([{ title: 'gone 7' }, { title: 'kept' }]);
  expect(lines).toMatchObject([{ step: 'dialogues' }]);
  await write(sql`drop trigger refused on dialogues`);
  await look();
  expect(await write(sql`select title from dialogues where title = 'kept' or title like 'gone %'`)).toEqual([
    { title: 'kept' },
  ]);
});

test('a step that has more to do than its turn lets the others have theirs, and goes on', async () => {
  let isOtherDone = false;
  let pages = 0;
  const long = inTransaction('long', async () => {
    pages += 1;
    return isOtherDone && pages > 3 ? 0 : 1;
  });
  const other = inTransaction('other', async () => {
    isOtherDone = true;
    return 0;
  });
  await look([long, other], 1);
  expect(pages).toBeGreaterThan(3);
});

test('requests are answered while upkeep goes on', async () => {
  let isAnswered = false;
  const busy = inTransaction('busy', async (trx: Trx) => {
    await sql`select 1`.execute(trx);
    return isAnswered ? 0 : 1;
  });
  const looking = look([busy]);
  const answer = await member.call(listKnowledge, { query: {} });
  isAnswered = true;
  await looking;
  expect(answer.status).toBe(200);
});

test('upkeep begins when the process is at rest, never twice at a time, and a stop waits for the page under way', async () => {
  let atOnce = 0;
  let most = 0;
  const entered: (() => void)[] = [];
  const held: UpkeepStep = {
    name: 'held',
    atOnce: 1,
    async page() {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise<void>((resolve) => entered.push(resolve));
      atOnce -= 1;
      return 1;
    },
  };
  const resting: (() => void)[] = [];
  const upkeep = startUpkeep({ db: server.db, log }, [held], {
    everyMs: 1,
    atRest: () => new Promise<void>((resolve) => resting.push(resolve)),
  });
  for (const rest of resting) rest();
  await until(() => entered.length === 1);
  entered[0]?.();
  await until(() => entered.length === 2);
  let isClosed = false;
  const closing = upkeep.close().then(() => (isClosed = true));
  await server.db.asSystem((trx) => sql`select 1`.execute(trx));
  expect(isClosed).toBe(false);
  entered[1]?.();
  await closing;
  expect(entered).toHaveLength(2);
  expect(most).toBe(1);
});

test('the figures say for how long the oldest has waited, and nothing where all is done', async () => {
  await look();
  expect(
    [...(await server.db.lookUp((db) => findOverdue(db, watchedDues))).entries()].filter(([, seconds]) => seconds > 0),
  ).toEqual([]);
  await write(sql`insert into storage_leftovers (key, noted_at) values (${randomUUID()}, now() - interval '3 hours')`);
  await write(
    sql`update knowledge_sources set tried_at = now() - interval '33 hours', requested_at = null where refresh = 'daily'`,
  );
  const overdue = await server.db.lookUp((db) => findOverdue(db, watchedDues));
  expect(Math.round((overdue.get('storage_leftovers') ?? 0) / 60)).toBe(120);
  expect(Math.round((overdue.get('page_refreshes') ?? 0) / 3_600)).toBe(10);
  expect([...overdue.keys()]).toEqual(
    expect.arrayContaining(['sessions', 'dialogues', 'agents', 'registrations', 'knowledge']),
  );
  expect(Object.keys(dues).length).toBeGreaterThan(25);
});
