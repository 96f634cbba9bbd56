import type {
  PromptTemplateSummary,
  TemplateReview,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { fallbackLanguage, type Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import { isNamedIn } from '../../people/naming/named.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { rightsTo } from './rights.ts';

/** A member by the column that names them; null where it names nobody. */
export const personIn = (column: string) => sql<Colleague | null>`(
  select json_build_object('id', memberships.id, 'name', ${memberName})
  from memberships join users on users.id = memberships.user_id where memberships.id = ${sql.ref(column)})`;

/** The same choice that the contract's `textRead` makes: the language, the fallback, else the first there is. */
const textOf = (field: 'title' | 'description', language: Language) => sql<string>`coalesce(
  nullif(trim(shown.definition -> ${sql.lit(field)} ->> ${language}), ''),
  nullif(trim(shown.definition -> ${sql.lit(field)} ->> ${fallbackLanguage}), ''),
  (select trim(value) from jsonb_each_text(shown.definition -> ${sql.lit(field)}) where trim(value) <> '' order by key limit 1),
  '')`;
export const titleIn = (language: Language) => textOf('title', language);
export const descriptionIn = (language: Language) => textOf('description', language);

export const isKept = sql<boolean>`prompt_templates.deleted_at is null`;
/** Deleted, and can still be brought back. */
export const isRestorable = sql<boolean>`prompt_templates.deleted_at > now() - interval '30 days'`;

/** It is the member's own, or shared with them. */
export const isSharedWith = (
  memberId: string,
) => sql<boolean>`(coalesce(prompt_templates.owner_id = ${memberId}, false) or prompt_templates.scope = 'organization'
  or (prompt_templates.scope = 'people' and ${isNamedIn('prompt_template', sql`prompt_templates.id`, memberId)}))`;
/** It can be filled in: it is switched on and not archived, and a version is in use. */
export const isUsable = sql<boolean>`(prompt_templates.is_enabled and prompt_templates.archived_at is null and prompt_templates.version_in_use is not null)`;
/** What a person sees: what they keep, and what they may use. */
export const isVisibleTo = ({ memberId, isAdmin }: Pick<Caller, 'memberId' | 'isAdmin'>) =>
  isAdmin
    ? sql<boolean>`true`
    : sql<boolean>`(coalesce(prompt_templates.owner_id = ${memberId}, false) or (${isUsable} and ${isSharedWith(memberId)}))`;

const ratings = sql<{ up: number; down: number }>`(
  select json_build_object('up', count(*) filter (where rating = 'up'), 'down', count(*) filter (where rating = 'down'))
  from prompt_template_marks where template_id = prompt_templates.id)`;
export const ratingBalance = sql<number>`(
  select (count(*) filter (where rating = 'up') - count(*) filter (where rating = 'down'))::integer
  from prompt_template_marks where template_id = prompt_templates.id)`;
const reviewAuthor = sql<string | null>`(
  select created_by from prompt_template_versions where template_id = prompt_templates.id and number = prompt_templates.review_version)`;

type Reader = Caller;

/** Templates as a person reads them: the texts of the version in use, else of the newest. */
export const templatesFor = (trx: Trx, { memberId, language }: Reader) =>
  trx
    .selectFrom('prompt_templates')
    .innerJoin('prompt_template_versions as shown', (join) =>
      join
        .onRef('shown.template_id', '=', 'prompt_templates.id')
        .on(sql<boolean>`shown.number = coalesce(prompt_templates.version_in_use, prompt_templates.newest_version)`),
    )
    .leftJoin('prompt_template_marks as marks', (join) =>
      join.onRef('marks.template_id', '=', 'prompt_templates.id').on('marks.member_id', '=', memberId),
    )
    .select([
      'prompt_templates.id',
      'command',
      'category',
      'tags',
      'is_enabled',
      'scope',
      'owner_id',
      'uses',
      'updated_at',
      'version_in_use',
      'archived_at',
    ])
    .select([
      'review_state',
      'review_version',
      'review_asked_by',
      'review_asked_at',
      'review_reason',
      'marks.rating as own_rating',
    ])
    .select([
      titleIn(language).as('title'),
      descriptionIn(language).as('description'),
      ratings.as('ratings'),
      reviewAuthor.as('review_author'),
    ])
    .select([
      personIn('prompt_templates.owner_id').as('owner'),
      personIn('prompt_templates.review_asked_by').as('asked_by'),
      isSharedWith(memberId).as('is_shared'),
    ])
    .select(sql<boolean>`coalesce(marks.is_favorite, false)`.as('is_favorite'));

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof templatesFor>['executeTakeFirstOrThrow']>>;

/** Whom a review concerns sees it: who keeps the template. Everybody else sees what is in use. */
export function summaryOf(who: Caller, row: TemplateRow): PromptTemplateSummary {
  const can = rightsTo(who, row);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    command: row.command,
    category: row.category,
    tags: row.tags,
    is_enabled: row.is_enabled,
    is_archived: row.archived_at !== null,
    is_favorite: row.is_favorite,
    scope: row.scope,
    owner: row.owner,
    version: row.version_in_use,
    review: can.edit ? reviewOf(row) : null,
    uses: row.uses,
    ratings: row.ratings,
    own_rating: row.own_rating,
    updated_at: row.updated_at.toISOString(),
    can,
  };
}

function reviewOf({
  review_state,
  review_version,
  review_asked_at,
  review_reason,
  asked_by,
}: TemplateRow): TemplateReview | null {
  if (review_state === null || review_version === null || review_asked_at === null) return null;
  return {
    state: review_state,
    version: review_version,
    asked_by,
    asked_at: review_asked_at.toISOString(),
    reason: review_reason,
  };
}
