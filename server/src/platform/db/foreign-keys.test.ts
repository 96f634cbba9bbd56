import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Foreign keys whose child table is not searched when a parent is deleted, with the reason. */
const withoutIndex: Readonly<Record<string, string>> = {
  audit_pending_organization_id_fkey: 'empty at the end of every transaction',
  organizations_plan_name_fkey: 'no plan is ever deleted or renamed',
  organizations_plan_to_order_fkey: 'no plan is ever deleted or renamed',
  registration_attempts_plan_name_fkey: 'no plan is ever deleted or renamed',
  remote_pointers_canary_id_fkey: 'a row for each remote',
  remote_pointers_release_id_fkey: 'a row for each remote',
};

/**
 * Foreign keys without a usable index. When a parent row is deleted, PostgreSQL finds the children through an index
 * that begins with the columns of the key, in any order. Columns suffice that have a unique index of their own in the
 * parent: an id belongs to one row, whichever the organisation. A unique index of the child within the key suffices
 * too, as it leaves one row to look at.
 */
const unindexed = `
  select key.conname as name
  from pg_constraint key
  where key.contype = 'f' and key.connamespace = 'public'::regnamespace and not exists (
    select from pg_index index
    join pg_class class on class.oid = index.indexrelid
    join pg_am method on method.oid = class.relam
    cross join generate_series(1, index.indnkeyatts) as width
    cross join lateral (select array(select index.indkey[at] from generate_series(0, width - 1) as at) as columns) as start
    where index.indrelid = key.conrelid and index.indisvalid and method.amname = 'btree' and start.columns <@ key.conkey
      and (index.indpred is null or pg_get_expr(index.indpred, index.indrelid) in (select format('(%I IS NOT NULL)', attname) from pg_attribute where attrelid = key.conrelid and attnum = any (key.conkey)))
      and (
        key.conkey <@ start.columns
        or (index.indisunique and width = index.indnkeyatts)
        or exists (
          select from pg_index parent
          where parent.indrelid = key.confrelid and parent.indisunique and parent.indpred is null and parent.indexprs is null
            and array(select parent.indkey[at] from generate_series(0, parent.indnkeyatts - 1) as at) <@ array(
              select key.confkey[at] from generate_subscripts(key.conkey, 1) as at where key.conkey[at] = any (start.columns))
        )
      )
  )
  order by 1`;

test('where a row goes, what refers to it is found by an index', async () => {
  const { rows } = await database.pool.query<{ name: string }>(unindexed);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(withoutIndex));
});

test.each([
  ['no index', '', true],
  ['one of the organisation alone', 'create index on probes (organization_id)', true],
  ['one in which the key comes second', 'create index on probes (label, bot_id)', true],
  ['one of some of the rows', `create index on probes (bot_id) where label = 'a'`, true],
  ['one of the rows that have a parent', 'create index on probes (bot_id) where bot_id is not null', false],
  [
    'one that begins with the key, the other way round',
    'create index on probes (bot_id, organization_id, label)',
    false,
  ],
])('a key with %s', async (_, index, isMissing) => {
  await database.pool.query(
    `create table probes (organization_id uuid not null, bot_id uuid, label text, constraint probes_key foreign key (organization_id, bot_id) references bots (organization_id, id)); ${index}`,
  );
  const { rows } = await database.pool.query<{ name: string }>(unindexed);
  await database.pool.query('drop table probes');
  expect(rows.some(({ name }) => name === 'probes_key')).toBe(isMissing);
});
