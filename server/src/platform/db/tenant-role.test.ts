import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type ThrowawayPostgres, startPostgres } from '../../testing/postgres.ts';
import { endPrograms, temporaryFolder } from '../../testing/program.ts';
import { ConfigError } from '../config/config.ts';
import { startEmbeddedDatabase } from './embedded.ts';
import { migrateDatabase } from './migrate.ts';
import { makeTenantRole } from './tenant-role.ts';

/** A PostgreSQL of its own: roles are those of all its databases. */
let cluster: ThrowawayPostgres;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => Promise.all([cluster.stop(), endPrograms()]));

const pools: pg.Pool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())));

function connect(database: string, user = 'postgres'): pg.Pool {
  const address = new URL(cluster.url);
  address.username = user;
  address.pathname = `/${database}`;
  const pool = new pg.Pool({ connectionString: address.href, max: 1 });
  pools.push(pool);
  return pool;
}

/** Whether the user may do what every transaction for one organisation begins with. */
async function worksForOne(pool: pg.Pool): Promise<string> {
  await pool.query('begin');
  await pool.query(`select set_config('role', 'parlance_app', true)`);
  const { rows } = await pool.query<{ user: string }>('select current_user as user');
  await pool.query('rollback');
  return rows[0]?.user ?? '';
}

test('whoever owns the database and may make no role is told what to do; when it is done, all goes', async () => {
  const admin = connect('postgres');
  await admin.query('create role "an owner" login');
  await admin.query('create database owned owner "an owner"');
  const owner = connect('owned', 'an%20owner');
  const refused = migrateDatabase(owner);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(
    /create role parlance_app nologin noinherit; grant parlance_app to "an owner";$/,
  );
  await admin.query('create role parlance_app nologin noinherit; grant parlance_app to "an owner";');
  await migrateDatabase(owner);
  expect(await worksForOne(owner)).toBe('parlance_app');
});

test('a user who is no superuser and may make roles needs nobody', async () => {
  const admin = connect('postgres');
  await admin.query('create role maker login createrole');
  await admin.query('create database made owner maker');
  const maker = connect('made', 'maker');
  await migrateDatabase(maker);
  expect(await worksForOne(maker)).toBe('parlance_app');
});

test('from PostgreSQL 16 on, which the embedded database is, a role that one has made is taken on as well', async () => {
  const embedded = await startEmbeddedDatabase({ folder: temporaryFolder(), durable: false }, (error) => {
    throw error;
  });
  await embedded.pool.query('create role maker login createrole');
  await embedded.pool.query('set session authorization maker');
  await makeTenantRole(new Kysely({ dialect: new PostgresDialect({ pool: embedded.pool }) }));
  expect(await worksForOne(embedded.pool)).toBe('parlance_app');
  // As whom it is closed.
  await embedded.pool.query('set session authorization postgres');
  await embedded.close();
});

test('eight that start at once on a fresh database all go on', async () => {
  await connect('postgres').query('create database shared');
  const all = Array.from({ length: 8 }, () => connect('shared'));
  await Promise.all(all.map((pool) => pool.query('select 1')));
  for (let round = 0; round < 3; round += 1) await Promise.all(all.map((pool) => migrateDatabase(pool)));
});
