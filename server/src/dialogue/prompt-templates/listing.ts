import type {
  listPromptTemplates,
  TemplateSort,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import {
  descriptionIn,
  isKept,
  isRestorable,
  isSharedWith,
  isVisibleTo,
  ratingBalance,
  type TemplateRow,
  templatesFor,
  titleIn,
} from './rows.ts';

type Query = CheckedInput<typeof listPromptTemplates>['query'];
/** Where a page begins: after the row with this value in the order asked for, and this id. */
export type TemplatePosition = readonly [value: string, id: string];
export type ListedRow = TemplateRow & { sort_value: string };

/** What a list is ordered by, as text that compares as the value does, so that one shape of cursor fits all. */
const orderOf = (sort: TemplateSort, caller: Caller) => {
  const by = sort.replace('-', '');
  if (by === 'title') return sql<string>`lower(${titleIn(caller.language)})`;
  if (by === 'updated')
    return sql<string>`to_char(prompt_templates.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
  if (by === 'uses') return sql<string>`lpad(prompt_templates.uses::text, 12, '0')`;
  // A balance may be negative.
  return sql<string>`lpad((${ratingBalance} + 1000000)::text, 12, '0')`;
};

/** The templates that the caller sees, one more than `limit` where there are more. */
export function findTemplates(
  trx: Trx,
  caller: Caller,
  { q, view, enabled, category, tag, sort, limit }: Query,
  after: TemplatePosition | null,
): Promise<ListedRow[]> {
  const order = sql<string>`(${orderOf(sort, caller)} collate "C")`;
  let query = templatesFor(trx, caller)
    .where(isVisibleTo(caller))
    .where(view === 'deleted' ? sql<boolean>`${isRestorable} and ${keptBy(caller)}` : isKept)
    .select(order.as('sort_value'));
  if (view !== 'deleted') query = query.where('archived_at', view === 'archived' ? 'is not' : 'is', null);
  if (view === 'mine') query = query.where('owner_id', '=', caller.memberId);
  if (view === 'shared')
    query = query.where(
      sql<boolean>`${isSharedWith(caller.memberId)} and prompt_templates.owner_id is distinct from ${caller.memberId}`,
    );
  if (view === 'favorites') query = query.where('marks.is_favorite', '=', true);
  if (view === 'review') query = query.where(isForReviewBy(caller));
  if (enabled !== undefined) query = query.where('is_enabled', '=', enabled === 'true');
  if (category !== undefined) query = query.where('category', '=', category);
  if (tag !== undefined) query = query.where(sql<boolean>`${tag} = any(tags)`);
  for (const word of wordsOf(q)) query = query.where(holdsWord(word, caller));
  const isDescending = sort.startsWith('-');
  if (after !== null)
    query = query.where(
      sql<boolean>`(${order}, prompt_templates.id) ${sql.raw(isDescending ? '<' : '>')} (${after[0]}, ${after[1]}::uuid)`,
    );
  const direction = isDescending ? 'desc' : 'asc';
  return query
    .orderBy(order, direction)
    .orderBy('prompt_templates.id', direction)
    .limit(limit + 1)
    .execute();
}

const keptBy = ({ isAdmin, memberId }: Caller) =>
  isAdmin ? sql<boolean>`true` : sql<boolean>`coalesce(prompt_templates.owner_id = ${memberId}, false)`;

/** The words of a search text: each has to be there. */
export const wordsOf = (q: string): string[] =>
  q
    .toLowerCase()
    .split(/\s+/)
    .filter((it) => it !== '');

/** Not LIKE: a percent sign in the search text is a percent sign. */
export const holdsWord = (word: string, { language }: Caller) =>
  sql<boolean>`strpos(lower(concat_ws(' ', ${titleIn(language)}, ${descriptionIn(language)}, '/' || command, category, array_to_string(tags, ' '))), ${word}) > 0`;

/** What waits for a decision that this person may make. */
const isForReviewBy = ({ isAdmin, memberId }: Caller) =>
  sql<boolean>`${sql.lit(isAdmin)} and review_state = 'pending' and review_asked_by is distinct from ${memberId} and not exists (
    select from prompt_template_versions where template_id = prompt_templates.id and number = prompt_templates.review_version and created_by = ${memberId})`;

/** The categories and tags of the templates that the caller sees, by name. */
export async function findLabels(trx: Trx, caller: Caller): Promise<{ categories: string[]; tags: string[] }> {
  const visible = trx
    .selectFrom('prompt_templates')
    .where(isKept)
    .where('archived_at', 'is', null)
    .where(isVisibleTo(caller));
  const categories = await visible
    .where('category', '<>', '')
    .select('category')
    .distinct()
    .orderBy('category')
    .limit(labelsAtMost)
    .execute();
  const tags = await visible
    .select(sql<string>`unnest(tags)`.as('tag'))
    .distinct()
    .orderBy('tag')
    .limit(labelsAtMost)
    .execute();
  return { categories: categories.map(({ category }) => category), tags: tags.map(({ tag }) => tag) };
}

/** Of a kind, in one answer: more are no choice. */
const labelsAtMost = 200;
