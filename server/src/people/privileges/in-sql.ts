import { type Holder, isInForce, reachNeeded } from '@parlance/shared/contract/access/evaluate';
import type { PrivilegeAction, PrivilegeKind } from '@parlance/shared/contract/access/privileges';
import { type RawBuilder, sql } from 'kysely';

/** How a statement of SQL names a thing, and how it tells how near the thing is to the person. */
export type ThingInSql = {
  readonly id: RawBuilder<unknown>;
  readonly isOwn: RawBuilder<boolean>;
  readonly isVisible: RawBuilder<boolean>;
};

/**
 * What statements of one effect say together: of everything, of these, or of all but those that every exception names.
 */
type Scope = { all: boolean; these: string[]; outside: string[] | null };

function saidBy(holder: Holder, kind: PrivilegeKind, action: PrivilegeAction, effect: 'allow' | 'deny'): Scope {
  const now = Date.now();
  const about = holder.statements.filter(
    (held) => held.effect === effect && held.kind === kind && held.actions.includes(action) && isInForce(held, now),
  );
  const exceptions = about.filter(({ scope }) => scope === 'except').map(({ ids }) => ids);
  return {
    all: about.some(({ scope }) => scope === 'all'),
    these: [...new Set(about.filter(({ scope }) => scope === 'these').flatMap(({ ids }) => ids))],
    outside:
      exceptions.length === 0 ? null : exceptions.reduce((common, ids) => common.filter((id) => ids.includes(id))),
  };
}

const anyOf = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;

/**
 * What `evaluate` says of a right to many things, for the database to ask; a test compares the two. Where no statement
 * is about it, this is the rule of the thing and nothing more.
 */
export function mayInSql(
  holder: Holder,
  kind: PrivilegeKind,
  action: PrivilegeAction,
  { id, isOwn, isVisible }: ThingInSql,
): RawBuilder<boolean> {
  const [denied, allowed] = [saidBy(holder, kind, action, 'deny'), saidBy(holder, kind, action, 'allow')];
  if (denied.all) return sql<boolean>`false`;
  const near = sql<boolean>`(${isOwn} or ${isVisible})`;
  const needed = reachNeeded(holder, { kind, action });
  const given = anyOf([
    ...(needed === null ? [] : [{ none: sql<boolean>`true`, visible: near, own: isOwn }[needed]]),
    ...(allowed.all ? [near] : []),
    ...(allowed.outside === null ? [] : [sql<boolean>`(${near} and ${id}::text <> all(${allowed.outside}::text[]))`]),
    ...(allowed.these.length === 0 ? [] : [sql<boolean>`${id}::text = any(${allowed.these}::text[])`]),
  ]);
  return sql<boolean>`(${given}${notAmong(id, denied)})`;
}

const notAmong = (id: RawBuilder<unknown>, { these, outside }: Scope) =>
  sql`${these.length === 0 ? sql`` : sql` and ${id}::text <> all(${these}::text[])`}${
    outside === null ? sql`` : sql` and ${id}::text = any(${outside}::text[])`
  }`;
