import { sql } from 'kysely';
import type { Lookup } from './database.ts';

/**
 * A foreign key: the columns of `child` that reference columns of `parent`, and whether a row is deleted with its
 * parent or keeps null.
 */
export type Reference = {
  readonly child: string;
  readonly columns: readonly string[];
  readonly parent: string;
  readonly named: readonly string[];
  readonly onDelete: 'goes' | 'lets go';
  /** The columns set to null when it lets go. */
  readonly nulled: readonly string[];
};

/** Reads from the catalogue every foreign key with an action on delete: a new table cannot be forgotten. */
export async function readReferences(db: Lookup): Promise<Reference[]> {
  const namesOf = (relation: string, numbers: string) =>
    sql.raw(
      `(select array_agg(attname::text order by place) from unnest(${numbers}) with ordinality as numbered (number, place) join pg_attribute on attrelid = ${relation} and attnum = number)`,
    );
  const { rows } = await sql<Reference>`
    select child.relname::text as child, parent.relname::text as parent, case confdeltype when 'c' then 'goes' else 'lets go' end as "onDelete",
      ${namesOf('conrelid', 'conkey')} as columns, ${namesOf('confrelid', 'confkey')} as named, ${namesOf('conrelid', 'coalesce(confdelsetcols, conkey)')} as nulled
    from pg_constraint join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and confdeltype in ('c', 'n') and pg_constraint.connamespace = 'public'::regnamespace
    order by child.relname, conname`.execute(db);
  return rows;
}

/** Returns the tables whose rows are deleted with one of `root`, referring tables first, as far as possible. */
export function goingWith(root: string, references: readonly Reference[]): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (table: string) => {
    if (seen.has(table)) return;
    seen.add(table);
    const naming = references.filter(({ parent }) => parent === table);
    // Among tables that reference each other, the one that is deleted along comes first.
    for (const onDelete of ['goes', 'lets go'] as const)
      for (const reference of naming) if (reference.onDelete === onDelete) visit(reference.child);
    order.push(table);
  };
  visit(root);
  const goes = new Set([root]);
  for (let before = 0; before < goes.size;) {
    before = goes.size;
    for (const { child, parent, onDelete } of references) if (onDelete === 'goes' && goes.has(parent)) goes.add(child);
  }
  return order.filter((table) => table !== root && goes.has(table));
}
