import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ruleDefinition } from '@parlance/shared/contract/api/governance/rule';
import * as z from '@parlance/shared/contract/schema';
import { sql } from 'kysely';
import { codeBits } from '../library/embeddings/vector-code.ts';
import type { Trx } from '../platform/db/database.ts';

type Column = { readonly table: string; readonly name: string; readonly type: string; readonly isNeeded: boolean };
type Key = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly parent: string;
  readonly of: readonly string[];
};
/** The database's catalogue of the tables that have an organisation. */
export type Catalogue = {
  readonly columns: readonly Column[];
  readonly keys: readonly Key[];
  readonly choices: ReadonlyMap<string, string>;
};
type Row = Readonly<Record<string, unknown>>;
/** The row created in each table, or the existing one if an organisation has only one. */
export type OneOfEach = ReadonlyMap<string, Row>;

/** Values that neither a key, nor a list of allowed words, nor the type gives. */
const given: Readonly<Record<string, () => Row>> = {
  governance_rules: () => ({ definition: ruleNamed(randomUUID()) }),
  governance_rule_versions: () => ({ definition: ruleNamed('Sample') }),
  invoices: () => ({ number: randomInt(1_000, 2 ** 31), label: randomUUID(), status: 'open', total: 2 }),
  tool_contents: () => ({ type: 'link', address: 'https://example.com/' }),
  passage_codes: () => ({ code: '0'.repeat(codeBits) }),
  model_usage: () => ({ run_id: randomUUID(), member_id: randomUUID() }),
};
const ruleNamed = (name: string) =>
  JSON.stringify(
    z.parse(ruleDefinition, {
      name,
      target: 'prompt',
      action: 'monitor',
      conditions: [{ kind: 'words', terms: ['sample'] }],
    }),
  );
/** Columns that may be empty, one of which must not be. */
const alsoWanted: Readonly<Record<string, readonly string[]>> = {
  executions: ['schedule_id'],
  permission_grants: ['member_id'],
  tool_calls: ['run_id'],
  knowledge_sources: ['file_id'],
};

/** The database writes them itself, from audit_pending. */
const writtenByItself = ['audit_log', 'audit_heads'];

/**
 * Makes a row in every table that has an organisation, of one member and with keys to one another. A table whose row is
 * refused is named by the error: it needs values in `given`.
 */
export async function makeOneOfEach(
  trx: Trx,
  catalogue: Catalogue,
  { organizationId, memberId }: { organizationId: string; memberId: string },
): Promise<OneOfEach> {
  const made = new Map<string, Row>();
  made.set('memberships', await onlyRow(trx, 'memberships', { id: memberId }));
  const left = new Set(
    catalogue.columns
      .map(({ table }) => table)
      .filter((table) => table !== 'memberships' && !writtenByItself.includes(table)),
  );
  while (left.size > 0) {
    const ready = [...left].filter((table) =>
      neededKeys(catalogue, table).every(({ parent }) => !left.has(parent) || parent === table),
    );
    if (ready.length === 0) throw new Error(`Each of these tables needs a row of another: ${[...left].join(', ')}.`);
    for (const table of ready) {
      made.set(table, await makeRow(trx, catalogue, { table, organizationId, made }));
      left.delete(table);
    }
  }
  return made;
}

const neededKeys = ({ keys, columns }: Catalogue, table: string): Key[] =>
  keys.filter(
    (key) =>
      key.table === table &&
      key.parent !== 'organizations' &&
      key.columns.every((name) => isWanted(columns.find((it) => it.table === table && it.name === name))),
  );

const isWanted = (column: Column | undefined): boolean =>
  column !== undefined &&
  (column.isNeeded || column.name === 'owner_id' || alsoWanted[column.table]?.includes(column.name) === true);

type Making = { readonly table: string; readonly organizationId: string; readonly made: OneOfEach };

async function makeRow(trx: Trx, catalogue: Catalogue, { table, organizationId, made }: Making): Promise<Row> {
  const row: Record<string, unknown> = { organization_id: organizationId };
  for (const { columns, parent, of } of neededKeys(catalogue, table)) {
    const other = made.get(parent) ?? (await onlyRow(trx, parent, {}));
    columns.forEach((name, at) => (row[name] ??= other[of[at] ?? '']));
  }
  for (const { name, type, isNeeded } of catalogue.columns.filter((it) => it.table === table)) {
    if (isNeeded) row[name] ??= catalogue.choices.get(`${table}.${name}`) ?? plainValues[type]?.();
  }
  Object.assign(row, given[table]?.());
  const names = Object.keys(row);
  const { rows } = await sql<Row>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(names.map((name) => sql.val(row[name])))})
    on conflict do nothing returning *`
    .execute(trx)
    .catch((error: unknown) => {
      throw new Error(`The table ${table} refuses the row that one-of-each.ts makes.`, { cause: error });
    });
  return rows[0] ?? onlyRow(trx, table, { organization_id: organizationId });
}

async function onlyRow(trx: Trx, table: string, where: Row): Promise<Row> {
  const conditions = Object.entries(where).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where ${sql.join([sql`true`, ...conditions], sql` and `)} limit 1`.execute(
      trx,
    );
  if (rows[0] === undefined) throw new Error(`The table ${table} has no row that a key could lead to.`);
  return rows[0];
}

/** Plain values by type. Those that might have to be unique are, and nothing becomes due while a test runs. */
const plainValues: Readonly<Record<string, () => unknown>> = {
  text: () => `sample ${randomUUID()}`,
  uuid: () => randomUUID(),
  bytea: () => randomBytes(32),
  integer: () => 1,
  bigint: () => 1,
  boolean: () => false,
  'timestamp with time zone': () => '2999-03-02T08:00:00Z',
  date: () => '2026-03-02',
  jsonb: () => '{}',
  tsvector: () => '',
  'text[]': () => [],
  'uuid[]': () => [],
};

export async function readCatalogue(trx: Trx): Promise<Catalogue> {
  const columns = await sql<Column>`
    select c.relname as table, a.attname as name, regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(\\d+\\)', '') as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as "isNeeded"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id' and not o.attisdropped)
    order by c.relname, a.attnum`.execute(trx);
  const keys = await sql<Key>`
    select conrelid::regclass::text as table, confrelid::regclass::text as parent,
      (select array_agg(a.attname::text order by k.at) from unnest(conkey) with ordinality k(num, at) join pg_attribute a on a.attrelid = conrelid and a.attnum = k.num) as columns,
      (select array_agg(a.attname::text order by k.at) from unnest(confkey) with ordinality k(num, at) join pg_attribute a on a.attrelid = confrelid and a.attnum = k.num) as of
    from pg_constraint where contype = 'f'`.execute(trx);
  const checks = await sql<{
    table: string;
    definition: string;
  }>`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`.execute(
    trx,
  );
  const firstWord = /^CHECK \(\((\w+) = ANY \(ARRAY\['([^']*)'::text/;
  const choices = checks.rows.flatMap(({ table, definition }) => {
    const [, name, value] = firstWord.exec(definition) ?? [];
    return name === undefined || value === undefined ? [] : [[`${table}.${name}`, value] as const];
  });
  return { columns: columns.rows, keys: keys.rows, choices: new Map(choices) };
}
