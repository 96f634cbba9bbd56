import { sql } from 'kysely';
import { startJobs } from '../../jobs/engine.ts';
import { createLocalEvents } from '../../plugins/events.ts';
import { createLog } from '../../plugins/log.ts';
import { noJobs } from '../../testing/jobs.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { dialoguePurge, requestPurge } from './purge.ts';
import { insertDialogue } from './repository.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const dialogues = async () => (await database.pool.query<{ title: string }>('select title from dialogues order by title')).rows.map(({ title }) => title);
const requested = async () => (await database.pool.query('select id from job_requests')).rowCount;

test('dialogues that were deleted a month ago go for good, by a job that is asked for only where there is one', async () => {
  const { db, pool, hear } = database;
  await db.asSystem(async (trx) => {
    const { organization_id: organizationId, id: memberId } = await trx.selectFrom('memberships').select(['organization_id', 'id']).limit(1).executeTakeFirstOrThrow();
    const { id: botId } = await trx.selectFrom('bots').where('organization_id', '=', organizationId).select('id').limit(1).executeTakeFirstOrThrow();
    for (const title of ['kept', 'deleted yesterday', ...Array.from({ length: 120 }, (_, at) => `deleted long ago ${at}`)]) await insertDialogue(trx, { organizationId, memberId, botId, title });
    await sql`update dialogues set deleted_at = now() - interval '1 day' where title = 'deleted yesterday'`.execute(trx);
  });
  await db.asSystem(requestPurge);
  expect(await requested()).toBe(0);
  await db.asSystem((trx) => sql`update dialogues set deleted_at = now() - interval '31 days' where title like 'deleted long ago%'`.execute(trx));
  await db.asSystem(requestPurge);
  const events = createLocalEvents((error) => { throw error; }, hear);
  const log = createLog({ LOG_LEVEL: 'silent' });
  const jobs = await startJobs({ db, pool, events, log, isEmbedded: database.url === null }, { ...noJobs, purge_dialogues: dialoguePurge({ db }) });
  while ((await dialogues()).length > 2) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await dialogues()).toEqual(['deleted yesterday', 'kept']);
  await jobs.close();
  await events.close();
});
