import { sql } from 'kysely';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import type { Trx } from './database.ts';

let server: TestServer;
let pro: string;
let free: string;
beforeAll(async () => {
  server = await startTestServer();
  const organizations = await server.db.asSystem((trx) =>
    trx.selectFrom('organizations').select(['id', 'plan_name']).execute(),
  );
  const idOf = (plan: string) => organizations.find(({ plan_name }) => plan_name === plan)?.id ?? 'missing';
  [pro, free] = [idOf('Pro'), idOf('Free!')];
});
afterAll(() => server.close());

/** Reads the tables from the catalogue, so that a new one cannot be forgotten. No tenant requests or reads jobs. */
const tenantTables = () =>
  server.db.asSystem(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'job_requests' order by 1`.execute(
      trx,
    );
    return rows.map(({ name }) => name);
  });

/**
 * Tables and views that a tenant has any right to, and those with an organisation in every row, whose rows no rule
 * keeps to the tenant's own: by name what the tenant may (select, insert, update, delete) and what is asked of a row.
 * From the catalogue, so that a new one cannot be forgotten here.
 */
async function findNotByOrganization(trx: Trx): Promise<{ byOrganization: number; others: Record<string, string> }> {
  const { rows } = await sql<{ name: string; is_own: boolean; told: string }>`
    with reached as (
      select c.oid, c.relname as name, c.relkind as kind, c.relrowsecurity as secured,
        concat(case when has_any_column_privilege('parlance_app', c.oid, 'select') then 's' end, case when has_any_column_privilege('parlance_app', c.oid, 'insert') then 'i' end,
          case when has_any_column_privilege('parlance_app', c.oid, 'update') then 'u' end, case when has_table_privilege('parlance_app', c.oid, 'delete, truncate') then 'd' end) as may,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as is_of_tenants
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    ), asked as (
      select name, kind, may, case
        when kind = 'v' then substring(pg_get_viewdef(oid, true) from 'FROM \\w+\\s+WHERE (?:\\w+\\.)?(.*);')
        when secured then (
          select string_agg(concat_ws(' ', p.polcmd, p.polroles::regrole[], coalesce(pg_get_expr(p.polqual, p.polrelid, true), 'anything'), 'writes ' || pg_get_expr(p.polwithcheck, p.polrelid, true)), '; ' order by p.polname)
          from pg_policy p where p.polrelid = reached.oid)
        else 'nothing' end as what
      from reached where may <> '' or is_of_tenants)
    select name, concat_ws(' ', nullif(may, ''), regexp_replace(what, '\\s+', ' ', 'g')) as told,
      what in ('organization_id = current_setting(''app.organization_id''::text, true)::uuid', '* {parlance_app} organization_id = current_setting(''app.organization_id''::text, true)::uuid',
        -- The same, read once for all rows.
        '* {parlance_app} organization_id = (( SELECT current_setting(''app.organization_id''::text, true)::uuid AS current_setting))') as is_own
    from asked order by name`.execute(trx);
  return {
    byOrganization: rows.filter(({ is_own: isOwn }) => isOwn).length,
    others: Object.fromEntries(rows.filter(({ is_own: isOwn }) => !isOwn).map(({ name, told }) => [name, told])),
  };
}

/**
 * Finds functions that run as their owner, whom no policy binds, with their search path; null if the caller decides it.
 */
async function findDefiners(trx: Trx): Promise<readonly { name: string; path: string | null }[]> {
  const { rows } = await sql<{ name: string; path: string | null }>`
    select proname as name, (select substring(setting from '^search_path=(.*)$') from unnest(proconfig) as setting where setting like 'search\\_path=%') as path
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where prosecdef and nspname <> 'information_schema' and nspname !~ '^pg_' order by 1`.execute(
    trx,
  );
  return rows;
}

/** Tables a tenant reaches by another rule than the organisation of the row. */
const reachedOtherwise = {
  // Restricted by the organisation, and by its members.
  organizations: "su * {parlance_app} id = current_setting('app.organization_id'::text, true)::uuid",
  // People who are leaving are nobody's colleagues any more.
  memberships:
    "su * {parlance_app} organization_id = current_setting('app.organization_id'::text, true)::uuid AND NOT is_going",
  sessions:
    "sd * {parlance_app} (EXISTS ( SELECT 1 FROM memberships WHERE memberships.id = sessions.member_id AND memberships.organization_id = current_setting('app.organization_id'::text, true)::uuid))",
  users: 's * {parlance_app} (EXISTS ( SELECT 1 FROM memberships WHERE memberships.user_id = users.id))',
  registrations:
    's * {parlance_app} (EXISTS ( SELECT 1 FROM memberships WHERE memberships.user_id = registrations.user_id))',
  // Handed over, and read by nobody in an organisation.
  job_requests:
    "i a {parlance_app} anything writes organization_id = current_setting('app.organization_id'::text, true)::uuid",
  outgoing_mail: 'i a {parlance_app} anything writes true',
  storage_leftovers: 'i a {parlance_app} anything writes true',
  // Shared by everybody.
  models: 's nothing',
  plans: 's nothing',
};

describe('row-level security', () => {
  test('keeps every table and view that a tenant reaches to its own rows (TEN-01)', async () => {
    const { byOrganization, others } = await server.db.asSystem(findNotByOrganization);
    expect(others).toEqual(reachedOtherwise);
    expect(byOrganization).toBeGreaterThanOrEqual(90);
    console.info(
      `TEN-01: a policy keeps ${byOrganization} tables and views to the rows of an organisation; ${Object.keys(others).length} others are known by name`,
    );
  });

  test.each([
    [
      'without an organisation that a tenant may read',
      'create table new_things (id uuid); grant select on new_things to parlance_app',
      's nothing',
    ],
    [
      'of which a tenant may read one column',
      'create table new_things (id uuid); grant select (id) on new_things to parlance_app',
      's nothing',
    ],
    [
      'that nothing secures',
      'create table new_things (organization_id uuid); grant delete on new_things to parlance_app',
      'd nothing',
    ],
    ['that is secured for nobody', 'create table new_things (organization_id uuid)', 'nothing'],
    [
      'whose policy lets everything through',
      'create table new_things (organization_id uuid); alter table new_things enable row level security; create policy new_things_of_tenant on new_things to parlance_app using (true)',
      '* {parlance_app} true',
    ],
    [
      'into which anything is written',
      "create table new_things (organization_id uuid); alter table new_things enable row level security; create policy new_things_of_tenant on new_things to parlance_app using (organization_id = current_setting('app.organization_id', true)::uuid) with check (true)",
      expect.stringContaining('writes true'),
    ],
    [
      'in another schema',
      'create schema elsewhere; create table elsewhere.new_things (id uuid); grant insert on elsewhere.new_things to parlance_app',
      'i nothing',
    ],
    [
      'that is a view of all',
      'create view new_things as select * from teams; grant select on new_things to parlance_app',
      's',
    ],
  ])('would not let a migration by that adds a table %s', async (_, statements, told) => {
    const found = server.db.asSystem(async (trx) => {
      for (const statement of statements.split('; ')) await sql.raw(statement).execute(trx);
      const { others } = await findNotByOrganization(trx);
      // Undoes everything.
      throw Object.assign(new Error('undone'), { others });
    });
    await expect(found).rejects.toMatchObject({ others: { ...reachedOtherwise, new_things: told } });
  });

  test('would not let a second policy by that opens a table', async () => {
    const found = server.db.asSystem(async (trx) => {
      await sql`create policy teams_of_all on teams for select to parlance_app using (true)`.execute(trx);
      throw Object.assign(new Error('undone'), await findNotByOrganization(trx));
    });
    await expect(found).rejects.toMatchObject({ others: { teams: expect.stringContaining('{parlance_app} true') } });
  });

  test('is passed by in no function but the two that keep the books of a change, and the one that knows which bytes are gone', async () => {
    expect((await server.db.asSystem(findDefiners)).map(({ name }) => name)).toEqual([
      'chain_audit_entries',
      'count_governance_change',
      'refuse_swept_bytes',
    ]);
  });

  test('and none of them can be given a table of somebody else’s making by its name', async () => {
    for (const { name, path } of await server.db.asSystem(findDefiners))
      expect({ name, path }).toEqual({ name, path: 'public, pg_temp' });
    const made = server.db.asSystem(async (trx) => {
      await sql`create function new_definer() returns void language sql security definer as 'select'`.execute(trx);
      // Undoes everything.
      throw Object.assign(new Error('undone'), { paths: (await findDefiners(trx)).map(({ path }) => path) });
    });
    await expect(made).rejects.toMatchObject({ paths: expect.arrayContaining([null]) });
  });

  test('a query without any condition sees rows of its own tenant only', async () => {
    for (const table of await tenantTables()) {
      const seen = await server.db.asTenant(
        pro,
        async (trx) =>
          (await sql<{ organization_id: string }>`select organization_id from ${sql.table(table)}`.execute(trx)).rows,
      );
      expect(seen.filter(({ organization_id }) => organization_id !== pro)).toEqual([]);
    }
    expect(await server.db.asTenant(pro, (trx) => trx.selectFrom('organizations').select('id').execute())).toEqual([
      { id: pro },
    ]);
  });

  test('would not hold without it: the same query across organisations sees both', async () => {
    const seen = await server.db.asSystem((trx) =>
      trx.selectFrom('memberships').select('organization_id').distinct().execute(),
    );
    expect(seen.length).toBeGreaterThanOrEqual(4);
  });

  test('people of another organisation are not there, and no password hash is', async () => {
    const people = await server.db.asTenant(free, (trx) =>
      trx.selectFrom('users').select('email').orderBy('email').execute(),
    );
    expect(people.map(({ email }) => email)).toEqual(['member@free.example', 'owner@free.example']);
    await expect(
      server.db.asTenant(free, (trx) => trx.selectFrom('users').select('password_hash').execute()),
    ).rejects.toThrow(/permission denied/);
  });

  test.each([
    'limited_acts',
    'codes',
    'password_resets',
    'email_reversals',
    'known_devices',
    'terms_acceptances',
    'registration_attempts',
    'enterprise_enquiries',
  ])('a tenant does not reach %s', async (table) => {
    await expect(server.db.asTenant(pro, (trx) => sql`select 1 from ${sql.table(table)}`.execute(trx))).rejects.toThrow(
      /permission denied/,
    );
  });

  test('a tenant sees whose its sessions are, and nothing by which one could be taken', async () => {
    await server.as('owner@pro.example');
    await server.as('owner@free.example');
    const seen = await server.db.asTenant(free, (trx) =>
      trx
        .selectFrom('sessions')
        .innerJoin('memberships', 'memberships.id', 'sessions.member_id')
        .select('memberships.organization_id')
        .execute(),
    );
    expect(new Set(seen.map(({ organization_id }) => organization_id))).toEqual(new Set([free]));
    await expect(
      server.db.asTenant(free, (trx) => trx.selectFrom('sessions').select('token_hash').execute()),
    ).rejects.toThrow(/permission denied/);
    await expect(
      server.db.asTenant(free, (trx) => trx.updateTable('sessions').set({ member_id: null }).execute()),
    ).rejects.toThrow(/permission denied/);
  });

  test('a tenant can neither write into another nor move a row there', async () => {
    const insert = server.db.asTenant(pro, (trx) =>
      trx.insertInto('teams').values({ organization_id: free, name: 'Intruders' }).execute(),
    );
    await expect(insert).rejects.toThrow(/row-level security/);
    await expect(
      server.db.asTenant(pro, (trx) => trx.updateTable('teams').set({ organization_id: free }).execute()),
    ).rejects.toThrow(/row-level security/);
    const deleted = await server.db.asTenant(pro, (trx) =>
      trx.deleteFrom('teams').where('organization_id', '=', free).executeTakeFirst(),
    );
    expect(deleted.numDeletedRows).toBe(0n);
  });

  test.each([
    { plan_name: 'Pro' as const },
    { plan_to_order: 'Pro' as const },
    { workspace_status: 'ACTIVE' as const },
  ])('a tenant cannot give itself %j', async (change) => {
    await expect(
      server.db.asTenant(free, (trx) => trx.updateTable('organizations').set(change).execute()),
    ).rejects.toThrow(/permission denied/);
  });

  test('a tenant changes what its people are in it, and neither makes nor moves nor ends a membership', async () => {
    for (const statement of [
      `update memberships set user_id = gen_random_uuid()`,
      `update memberships set id = gen_random_uuid()`,
      `delete from memberships`,
      `insert into memberships (organization_id, user_id, is_admin) select organization_id, user_id, true from memberships`,
    ]) {
      await expect(server.db.asTenant(pro, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
        'permission denied for table memberships',
      );
    }
  });

  test('ends with its transaction', async () => {
    await server.db.asTenant(free, async () => undefined);
    const { rows } = await server.db.asSystem((trx) =>
      sql<{
        role: string;
        tenant: string | null;
      }>`select current_user::text as role, nullif(current_setting('app.organization_id', true), '') as tenant`.execute(
        trx,
      ),
    );
    expect(rows[0]).toEqual({ role: 'postgres', tenant: null });
  });
});

describe('a transaction', () => {
  test('is joined by a nested one of the same tenant, and undone with it', async () => {
    const attempt = server.db.asTenant(pro, async (trx) => {
      await server.db.asTenant(pro, (inner) =>
        inner.insertInto('teams').values({ organization_id: pro, name: 'Undone' }).execute(),
      );
      expect(await trx.selectFrom('teams').where('name', '=', 'Undone').select('id').execute()).toHaveLength(1);
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(
      await server.db.asTenant(pro, (trx) =>
        trx.selectFrom('teams').where('name', '=', 'Undone').select('id').execute(),
      ),
    ).toEqual([]);
  });

  test('refuses a nested one of another tenant or across tenants, instead of waiting for ever', async () => {
    await expect(server.db.asTenant(pro, () => server.db.asTenant(free, async () => 1))).rejects.toThrow(
      /inside one of organisation/,
    );
    await expect(server.db.asTenant(pro, () => server.db.asSystem(async () => 1))).rejects.toThrow(
      /across organisations was asked for inside/,
    );
    await expect(server.db.asSystem(() => server.db.asTenant(pro, async () => 1))).rejects.toThrow(
      /inside one across organisations/,
    );
  });

  test('that is over is not joined by what it left behind', async () => {
    let release = () => {};
    const later = new Promise<void>((resolve) => (release = resolve));
    let leftBehind: Promise<unknown> = Promise.resolve();
    await server.db.asTenant(pro, async () => {
      leftBehind = later.then(() =>
        server.db.asTenant(free, (trx) => trx.selectFrom('organizations').select('id').execute()),
      );
    });
    release();
    await expect(leftBehind).resolves.toEqual([{ id: free }]);
  });

  test('that failed leaves the connection usable', async () => {
    for (let round = 0; round < 20; round += 1) {
      await expect(
        server.db.asTenant(pro, (trx) => sql`select no_such_column from teams where name = ${'x'}`.execute(trx)),
      ).rejects.toThrow();
    }
    await expect(server.db.asSystem((trx) => sql`select 1 as one`.execute(trx))).resolves.toMatchObject({
      rows: [{ one: 1 }],
    });
  });

  test('runs among fifty at once, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        server.db.asTenant(
          number % 2 ? pro : free,
          async (trx) =>
            (
              await sql<{
                n: number;
                tenant: string;
              }>`select ${number}::int as n, current_setting('app.organization_id') as tenant`.execute(trx)
            ).rows[0],
        ),
      ),
    );
    expect(answers).toEqual(answers.map((_, number) => ({ n: number, tenant: number % 2 ? pro : free })));
  });
});
