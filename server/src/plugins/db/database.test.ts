import { sql } from 'kysely';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let pro: string;
let free: string;
beforeAll(async () => {
  server = await startTestServer();
  const organizations = await server.db.asSystem((trx) => trx.selectFrom('organizations').select(['id', 'plan_name']).execute());
  const idOf = (plan: string) => organizations.find(({ plan_name }) => plan_name === plan)?.id ?? 'missing';
  [pro, free] = [idOf('Pro'), idOf('Free!')];
});
afterAll(() => server.close());

/** Found in the catalogue, so that a new table cannot be forgotten here. */
const tenantTables = () =>
  server.db.asSystem(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' order by 1`.execute(trx);
    return rows.map(({ name }) => name);
  });

describe('row-level security', () => {
  test('is on for every table of tenants, with a policy for the restricted role', async () => {
    const { rows } = await server.db.asSystem((trx) =>
      sql<{ name: string; secured: boolean; policies: number }>`
        select c.relname as name, c.relrowsecurity as secured, (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and (c.relname = 'organizations' or exists (
          select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id'))`.execute(trx),
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const { name, secured, policies } of rows) expect({ name, secured, policies }).toEqual({ name, secured: true, policies: expect.any(Number) });
    expect(rows.filter(({ policies }) => policies === 0)).toEqual([]);
  });

  test('a query without any condition sees rows of its own tenant only', async () => {
    for (const table of await tenantTables()) {
      const seen = await server.db.asTenant(pro, async (trx) => (await sql<{ organization_id: string }>`select organization_id from ${sql.table(table)}`.execute(trx)).rows);
      expect(seen.filter(({ organization_id }) => organization_id !== pro)).toEqual([]);
    }
    expect(await server.db.asTenant(pro, (trx) => trx.selectFrom('organizations').select('id').execute())).toEqual([{ id: pro }]);
  });

  test('would not hold without it: the same query across organisations sees both', async () => {
    const seen = await server.db.asSystem((trx) => trx.selectFrom('memberships').select('organization_id').distinct().execute());
    expect(seen.length).toBeGreaterThanOrEqual(4);
  });

  test('people of another organisation are not there, and no password hash is', async () => {
    const people = await server.db.asTenant(free, (trx) => trx.selectFrom('users').select('email').orderBy('email').execute());
    expect(people.map(({ email }) => email)).toEqual(['member@free.example', 'owner@free.example']);
    await expect(server.db.asTenant(free, (trx) => trx.selectFrom('users').select('password_hash').execute())).rejects.toThrow(/permission denied/);
  });

  test.each(['sessions', 'limited_acts', 'codes', 'password_resets', 'known_devices', 'terms_acceptances', 'registration_attempts', 'enterprise_enquiries'])('a tenant does not reach %s', async (table) => {
    await expect(server.db.asTenant(pro, (trx) => sql`select 1 from ${sql.table(table)}`.execute(trx))).rejects.toThrow(/permission denied/);
  });

  test('a tenant can neither write into another nor move a row there', async () => {
    const insert = server.db.asTenant(pro, (trx) => trx.insertInto('teams').values({ organization_id: free, name: 'Intruders' }).execute());
    await expect(insert).rejects.toThrow(/row-level security/);
    await expect(server.db.asTenant(pro, (trx) => trx.updateTable('teams').set({ organization_id: free }).execute())).rejects.toThrow(/row-level security/);
    const deleted = await server.db.asTenant(pro, (trx) => trx.deleteFrom('teams').where('organization_id', '=', free).executeTakeFirst());
    expect(deleted.numDeletedRows).toBe(0n);
  });

  test.each([{ plan_name: 'Pro' as const }, { plan_to_order: 'Pro' as const }, { workspace_status: 'ACTIVE' as const }])('a tenant cannot give itself %j', async (change) => {
    await expect(server.db.asTenant(free, (trx) => trx.updateTable('organizations').set(change).execute())).rejects.toThrow(/permission denied/);
  });

  test('ends with its transaction', async () => {
    await server.db.asTenant(free, async () => undefined);
    const { rows } = await server.db.asSystem((trx) => sql<{ role: string; tenant: string | null }>`select current_user::text as role, nullif(current_setting('app.organization_id', true), '') as tenant`.execute(trx));
    expect(rows[0]).toEqual({ role: 'postgres', tenant: null });
  });
});

describe('a transaction', () => {
  test('is joined by a nested one of the same tenant, and undone with it', async () => {
    const attempt = server.db.asTenant(pro, async (trx) => {
      await server.db.asTenant(pro, (inner) => inner.insertInto('teams').values({ organization_id: pro, name: 'Undone' }).execute());
      expect(await trx.selectFrom('teams').where('name', '=', 'Undone').select('id').execute()).toHaveLength(1);
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await server.db.asTenant(pro, (trx) => trx.selectFrom('teams').where('name', '=', 'Undone').select('id').execute())).toEqual([]);
  });

  test('refuses a nested one of another tenant or across tenants, instead of waiting for ever', async () => {
    await expect(server.db.asTenant(pro, () => server.db.asTenant(free, async () => 1))).rejects.toThrow(/inside one of organisation/);
    await expect(server.db.asTenant(pro, () => server.db.asSystem(async () => 1))).rejects.toThrow(/across organisations was asked for inside/);
    await expect(server.db.asSystem(() => server.db.asTenant(pro, async () => 1))).rejects.toThrow(/inside one across organisations/);
  });

  test('that is over is not joined by what it left behind', async () => {
    let release = () => {};
    const later = new Promise<void>((resolve) => (release = resolve));
    let leftBehind: Promise<unknown> = Promise.resolve();
    await server.db.asTenant(pro, async () => {
      leftBehind = later.then(() => server.db.asTenant(free, (trx) => trx.selectFrom('organizations').select('id').execute()));
    });
    release();
    await expect(leftBehind).resolves.toEqual([{ id: free }]);
  });

  test('that failed leaves the connection usable', async () => {
    for (let round = 0; round < 20; round += 1) {
      await expect(server.db.asTenant(pro, (trx) => sql`select no_such_column from teams where name = ${'x'}`.execute(trx))).rejects.toThrow();
    }
    await expect(server.db.asSystem((trx) => sql`select 1 as one`.execute(trx))).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  test('runs among fifty at once, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => server.db.asTenant(number % 2 ? pro : free, async (trx) => (await sql<{ n: number; tenant: string }>`select ${number}::int as n, current_setting('app.organization_id') as tenant`.execute(trx)).rows[0])),
    );
    expect(answers).toEqual(answers.map((_, number) => ({ n: number, tenant: number % 2 ? pro : free })));
  });
});
