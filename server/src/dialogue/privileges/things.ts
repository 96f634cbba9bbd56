import type { Question, Reach } from '@parlance/shared/contract/access/privileges';
import type { Nameable } from '@parlance/shared/contract/api/privileges/privileges';
import { builtInToolIds } from '@parlance/shared/contract/api/tools';
import { fallbackLanguage, type Language } from '@parlance/shared/contract/values/language';
import { type RawBuilder, sql } from 'kysely';
import { botInSql } from '../../library/bots/visibility.ts';
import { isGivenTo, sourcesWithFolders } from '../../library/knowledge/visible.ts';
import { memberName } from '../../people/naming/colleague.ts';
import type { MemberHolder } from '../../people/privileges/holder.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';

/** Of one answer: more than anybody picks from without typing. */
export const nameableAtMost = 50;

type Query = {
  kind: 'bot' | 'model' | 'tool' | 'knowledge' | 'member' | 'team';
  q: string;
  ids: readonly string[] | null;
};

export const botName = (language: Language) =>
  sql<string>`coalesce(nullif(bots.name ->> ${language}, ''), bots.name ->> ${fallbackLanguage}, bots.name::text)`;

/** What a statement can name and who can have a set, by name. */
export async function findNameable(
  trx: Trx,
  caller: Caller,
  models: Catalog,
  { kind, q, ids }: Query,
): Promise<Nameable[]> {
  if (kind === 'model')
    return chosen(
      models.all.map(({ id, model }) => ({ id, name: model.name })),
      q,
      ids,
    );
  const found = await trx
    .selectFrom(namedIn(kind, caller).as('named'))
    .select(['named.id', 'named.name'])
    .where(
      ids === null
        ? sql<boolean>`strpos(lower(named.name), lower(${q.toWellFormed()})) > 0`
        : sql<boolean>`named.id = any(${ids}::text[])`,
    )
    .orderBy(sql`lower(named.name)`)
    .orderBy('named.id')
    .limit(ids === null ? nameableAtMost : ids.length)
    .execute();
  // Tools that are built in have no row; the browser knows their names by these.
  const builtIn =
    kind === 'tool'
      ? chosen(
          Object.entries(builtInToolIds).map(([name, id]) => ({ id, name })),
          q,
          ids,
        )
      : [];
  return [...builtIn, ...found];
}

const chosen = (items: readonly Nameable[], q: string, ids: readonly string[] | null) =>
  items.filter(({ id, name }) => (ids === null ? name.toLowerCase().includes(q.toLowerCase()) : ids.includes(id)));

function namedIn(kind: Exclude<Query['kind'], 'model'>, { organizationId, language }: Caller): RawBuilder<Nameable> {
  switch (kind) {
    case 'bot':
      return sql<Nameable>`(select bots.id::text as id, ${botName(language)} as name from bots where bots.organization_id = ${organizationId} and bots.deleted_at is null)`;
    case 'tool':
      return sql<Nameable>`(select tools.id::text as id, tools.name from tools where tools.organization_id = ${organizationId})`;
    case 'knowledge':
      return sql<Nameable>`(select id::text as id, name from knowledge_sources where organization_id = ${organizationId} and deleted_at is null and folder_id is null)`;
    case 'team':
      return sql<Nameable>`(select id::text as id, name from teams where organization_id = ${organizationId})`;
    case 'member':
      return sql<Nameable>`(select memberships.id::text as id, ${memberName} as name from memberships join users on users.id = memberships.user_id where memberships.organization_id = ${organizationId} and memberships.deactivated_at is null)`;
  }
}

const reachOf = ({ is_own, is_visible }: { is_own: boolean; is_visible: boolean | null }): Reach =>
  is_own ? 'own' : is_visible === true ? 'visible' : 'none';

/** Bots as they are near to a member, and with which model they answer. */
export const botsNear = (
  trx: Trx,
  { memberId, organizationId }: Pick<MemberHolder, 'memberId' | 'organizationId'>,
  language: Language,
) =>
  trx
    .selectFrom('bots')
    .where('bots.organization_id', '=', organizationId)
    .where('bots.deleted_at', 'is', null)
    .select([
      'bots.id',
      'bots.state',
      'bots.model_id',
      botName(language).as('name'),
      botInSql(memberId).isOwn.as('is_own'),
      botInSql(memberId).isVisible.as('is_visible'),
    ]);

export type NearBot = Awaited<ReturnType<ReturnType<typeof botsNear>['executeTakeFirstOrThrow']>>;
export const reachOfBot = (bot: NearBot): Reach => reachOf(bot);

/** How near one thing is to a member. Throws not_found where the organisation has none of this id. */
export async function findReach(
  trx: Trx,
  member: MemberHolder,
  { kind, id }: Pick<Question, 'kind' | 'id'>,
  models: Catalog,
): Promise<Reach> {
  if (
    id === null ||
    kind === 'feature' ||
    kind === 'limit' ||
    kind === 'template' ||
    kind === 'dialogue' ||
    kind === 'automation'
  )
    return 'none';
  const found = await findNear(trx, member, kind, id, models);
  if (found === undefined) throw new ApiError('not_found');
  return reachOf(found);
}

function findNear(
  trx: Trx,
  member: MemberHolder,
  kind: 'bot' | 'model' | 'tool' | 'knowledge',
  id: string,
  models: Catalog,
) {
  const known = { is_own: false, is_visible: true };
  if (kind === 'model') return Promise.resolve(models.all.some((model) => model.id === id) ? known : undefined);
  if (kind === 'tool' && Object.values<string>(builtInToolIds).includes(id)) return Promise.resolve(known);
  if (kind === 'bot')
    return botsNear(trx, member, fallbackLanguage)
      .where(sql<boolean>`bots.id::text = ${id}`)
      .executeTakeFirst();
  if (kind === 'tool') {
    return trx
      .selectFrom('tools')
      .where('organization_id', '=', member.organizationId)
      .where(sql<boolean>`tools.id::text = ${id}`)
      .select([
        sql<boolean>`coalesce(created_by = ${member.memberId}, false)`.as('is_own'),
        sql<boolean>`true`.as('is_visible'),
      ])
      .executeTakeFirst();
  }
  return sourcesWithFolders(trx)
    .where('source.organization_id', '=', member.organizationId)
    .where(sql<boolean>`source.id::text = ${id}`)
    .where('source.deleted_at', 'is', null)
    .select([
      sql<boolean>`coalesce(source.owner_id = ${member.memberId}, false)`.as('is_own'),
      isGivenTo(member).as('is_visible'),
    ])
    .executeTakeFirst();
}
