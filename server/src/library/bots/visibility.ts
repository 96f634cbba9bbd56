import { type Holder, can } from '@parlance/shared/contract/access/evaluate';
import { type RawBuilder, sql } from 'kysely';
import { isNamedIn } from '../../people/naming/named.ts';
import { type ThingInSql, mayInSql } from '../../people/privileges/in-sql.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';

export type BotUser = Holder & { readonly memberId: string };

/** A bot that is not deleted and is for this member by its own rules, whatever its state. Asked of the table `bots`. */
export const isVisibleTo = (memberId: string): RawBuilder<boolean> => sql<boolean>`(bots.deleted_at is null and (
  bots.access = 'organization' or bots.owner_id = ${memberId}
  or (bots.access = 'people' and ${isNamedIn('agent', sql`bots.id`, memberId)})))`;

/** A bot as the database asks about privileges to it. */
export const botInSql = (memberId: string): ThingInSql => ({
  id: sql`bots.id`,
  isOwn: sql<boolean>`coalesce(bots.owner_id = ${memberId}, false)`,
  isVisible: isVisibleTo(memberId),
});

/**
 * A bot that is not deleted and that this member may use, by its own rules and their privileges, whatever its state.
 */
export const mayBeUsedBy = (who: BotUser): RawBuilder<boolean> =>
  sql<boolean>`(bots.deleted_at is null and ${mayInSql(who, 'bot', 'use', botInSql(who.memberId))})`;

/** The ids of the models that a person may not use. */
export const modelsDenied = (who: Holder, { all }: Pick<Catalog, 'all'>): string[] =>
  all.filter(({ id }) => !can(who, { kind: 'model', action: 'use', id })).map(({ id }) => id);

/** The bot answers with a model that this member may use. */
export function answersWithModelOf(who: Holder, { all, standard }: Catalog): RawBuilder<boolean> {
  const denied = modelsDenied(who, { all });
  if (denied.length === 0) return sql<boolean>`true`;
  // One that is no longer offered is answered for by the standard one.
  const modelId = sql`(case when bots.model_id = any(${all.map(({ id }) => id)}::uuid[]) then bots.model_id else ${standard.id}::uuid end)`;
  return sql<boolean>`${modelId} <> all(${denied}::uuid[])`;
}

/** A bot that this member may open and ask. To them every other one does not exist. */
export const isUsableBy = (who: BotUser, models: Catalog): RawBuilder<boolean> =>
  sql<boolean>`(bots.state = 'published' and ${mayBeUsedBy(who)} and ${answersWithModelOf(who, models)})`;
