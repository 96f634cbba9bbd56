import { type Holder, can } from '@parlance/shared/contract/access/evaluate';
import { type RawBuilder, sql } from 'kysely';
import { isNamedIn } from '../../people/naming/named.ts';
import { type ThingInSql, mayInSql } from '../../people/privileges/in-sql.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';

export type BotUser = Holder & { readonly memberId: string };

/**
 * Returns the condition on `bots` that a bot is not deleted and is for this member by its own rules, whatever its
 * state.
 */
export const isVisibleTo = (memberId: string): RawBuilder<boolean> => sql<boolean>`(bots.deleted_at is null and (
  bots.access = 'organization' or bots.owner_id = ${memberId}
  or (bots.access = 'people' and ${isNamedIn('agent', sql`bots.id`, memberId)})))`;

/** Describes a bot for privileges evaluated in SQL. */
export const botInSql = (memberId: string): ThingInSql => ({
  id: sql`bots.id`,
  isOwn: sql<boolean>`coalesce(bots.owner_id = ${memberId}, false)`,
  isVisible: isVisibleTo(memberId),
});

/**
 * Returns the condition that a bot is not deleted and this member may use it, by its own rules and their privileges,
 * whatever its state.
 */
export const mayBeUsedBy = (who: BotUser): RawBuilder<boolean> =>
  sql<boolean>`(bots.deleted_at is null and ${mayInSql(who, 'bot', 'use', botInSql(who.memberId))})`;

/** Returns the ids of the models that a person may not use. */
export const modelsDenied = (who: Holder, { all }: Pick<Catalog, 'all'>): string[] =>
  all.filter(({ id }) => !can(who, { kind: 'model', action: 'use', id })).map(({ id }) => id);

/** Returns the condition that the bot answers with a model this member may use. */
export function answersWithModelOf(who: Holder, { all, standard }: Catalog): RawBuilder<boolean> {
  const denied = modelsDenied(who, { all });
  if (denied.length === 0) return sql<boolean>`true`;
  // The standard model answers for one that is no longer offered.
  const modelId = sql`(case when bots.model_id = any(${all.map(({ id }) => id)}::uuid[]) then bots.model_id else ${standard.id}::uuid end)`;
  return sql<boolean>`${modelId} <> all(${denied}::uuid[])`;
}

/** Returns the condition that this member may open and ask a bot. For them, no other one exists. */
export const isUsableBy = (who: BotUser, models: Catalog): RawBuilder<boolean> =>
  sql<boolean>`(bots.state = 'published' and ${mayBeUsedBy(who)} and ${answersWithModelOf(who, models)})`;
