import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { howOften } from '../../testing/how-often.ts';
import { endPrograms, startProgram, temporaryFolder } from '../../testing/program.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';

// Starts of programs, on a machine that may be busy with other tests.
jest.setTimeout(300_000);
afterAll(endPrograms);

/** The embedded database has one process; what a kill leaves of it is asked in main.test.ts. */
const cluster = process.env['TEST_DATABASE_URL'] ?? '';
const kills = howOften({ decides: 2, proves: 20 });
const lookEveryMs = 5;
/** From the first statement of the migrations a kill comes within this. */
const killedWithinMs = 1_000;

test(`DUR-02: migrations that are killed ${kills} times leave nothing of a run, and the next run makes the whole schema`, async () => {
  const whole = new pg.Pool({ connectionString: await createEmptyDatabase(cluster), max: 1 });
  await migrateDatabase(whole);
  const all = await countDone(whole);
  let disturbed = await createEmptyDatabase(cluster);
  let pool = new pg.Pool({ connectionString: disturbed, max: 2 });
  const left: number[] = [];
  for (let at = 0; at < kills; at += 1) {
    const program = startProgram({ DATABASE_URL: disturbed, DATA_DIR: temporaryFolder() }, 'migrate');
    while (!(await isMigrating(pool)) && program.child.exitCode === null) await pause(lookEveryMs);
    await pause(Math.random() * killedWithinMs);
    program.child.kill('SIGKILL');
    await program.ended;
    // What was sent is still done, and then its connection is found closed.
    while (await isMigrating(pool)) await pause(lookEveryMs);
    const done = await countDone(pool);
    left.push(done);
    if (done !== all) continue;
    // It was faster: the next one begins on an empty database again.
    await pool.end();
    disturbed = await createEmptyDatabase(cluster);
    pool = new pg.Pool({ connectionString: disturbed, max: 2 });
  }
  const last = await startProgram({ DATABASE_URL: disturbed, DATA_DIR: temporaryFolder() }, 'migrate').ended;
  expect(last).toMatchObject({ code: 0, stdout: 'The database has the schema of this release.\n' });
  console.info(
    `DUR-02: ${left.filter((done) => done !== 0 && done !== all).length} of ${kills} kills left a part of the ${all} migrations; ${left.filter((done) => done === 0).length} left nothing, ${left.filter((done) => done === all).length} came after the end`,
  );
  expect(left.filter((done) => done !== 0 && done !== all)).toEqual([]);
  expect(await shapeOf(pool)).toEqual(await shapeOf(whole));
  await Promise.all([pool.end(), whole.end()]);
});

const isMigrating = async (pool: pg.Pool) =>
  (
    await pool.query(
      `select from pg_stat_activity where application_name = 'parlance-migrations' and datname = current_database()`,
    )
  ).rowCount !== 0;

async function countDone(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('kysely_migration') is not null as there`);
  return rows[0]?.there === true ? ((await pool.query('select from kysely_migration')).rowCount ?? 0) : 0;
}

/** Every column, index, constraint, policy, trigger and function, as PostgreSQL describes it. */
async function shapeOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'column' as kind, format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as said from information_schema.columns where table_schema = 'public'
    union all select 'index', indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'policy', format('%s %s %s %s', tablename, policyname, qual, with_check) from pg_policies where schemaname = 'public'
    union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function', md5(pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    order by 1, 2`);
  expect(rows.length).toBeGreaterThan(500);
  return rows;
}
