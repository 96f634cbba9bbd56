import type { listAgents } from '@parlance/shared/contract/api/agents/agents';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { type Language, fallbackLanguage } from '@parlance/shared/contract/values/language';
import { moment } from '@parlance/shared/contract/values/moment';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import { notOfThisList, readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type AgentRow, agentsFor, mayRead, mayReadOrCopy } from './agents.ts';

type Query = CheckedInput<typeof listAgents>['query'];
type Sort = Query['sort'];
type SortKey = 'name' | 'updated' | 'answers' | 'rating';
/** A cursor carries what the list was sorted by: a place in another order is none here. */
const position = z.tuple([z.string(), z.union([z.string(), z.number()]), z.uuid()]);

const answersOfAMonth = sql`dialogues join runs on runs.dialogue_id = dialogues.id and runs.status = 'complete' and runs.created_at > now() - interval '30 days'`;
const ofAgent = sql`dialogues.bot_id = bots.id and dialogues.kind = 'member'`;

/**
 * What a list is sorted by, and how its place in a cursor is read. An agent that nobody rated comes after the worst.
 */
const sortValues: Record<
  SortKey,
  {
    value: (language: Language) => RawBuilder<unknown>;
    type: RawBuilder<unknown>;
    isPlace: (place: string | number) => boolean;
  }
> = {
  name: {
    value: (language) =>
      sql`lower(coalesce(nullif(agent_drafts.definition #>> ${`{name,${language}}`}, ''), agent_drafts.definition #>> ${`{name,${fallbackLanguage}}`}, bots.name::text))`,
    type: sql`text`,
    isPlace: (place) => typeof place === 'string',
  },
  updated: {
    value: () => sql`agent_drafts.updated_at`,
    type: sql`timestamptz`,
    isPlace: (place) => z.safeParse(moment, place).success,
  },
  answers: {
    value: () => sql`(select count(*) from ${answersOfAMonth} where ${ofAgent})::float8`,
    type: sql`float8`,
    isPlace: (place) => typeof place === 'number',
  },
  rating: {
    value: () =>
      sql`coalesce((select avg((ratings.value = 'up')::integer) from ${answersOfAMonth} join ratings on ratings.message_id = runs.answer_id where ${ofAgent}), -1)::float8`,
    type: sql`float8`,
    isPlace: (place) => typeof place === 'number',
  },
};

const keyOf = (sort: Sort) => sort.replace('-', '') as SortKey; // agentSorts are these keys, with and without a minus

/**
 * Agents that the caller may read or copy, and where the next page begins. Archived ones only where they are asked for.
 */
export async function findAgents(
  trx: Trx,
  caller: Caller,
  query: Query,
): Promise<{ rows: AgentRow[]; next_cursor: string | null }> {
  const { sort, limit } = query;
  const key = keyOf(sort);
  const { type, ...by } = sortValues[key];
  const value = by.value(caller.language);
  const isDown = sort.startsWith('-');
  let wanted = agentsFor(trx, caller)
    .where(query.may === 'read' ? mayRead(caller) : mayReadOrCopy(caller))
    .where('bots.state', query.state === undefined ? '<>' : '=', query.state ?? 'archived')
    .select(value.as('sort_value'));
  if (query.owner === 'me') wanted = wanted.where('bots.owner_id', '=', caller.memberId);
  if (query.category !== undefined)
    wanted = wanted.where(sql<boolean>`${shown(caller, 'category')} #>> '{}' = ${query.category}`);
  if (query.q !== '') wanted = wanted.where(holdsText(caller, query.q));
  const after = readCursor(query.cursor, position);
  if (after !== null) {
    const [ofSort, place, id] = after;
    if (ofSort !== sort || !by.isPlace(place)) throw notOfThisList();
    wanted = wanted.where(
      sql<boolean>`(${value}, bots.id) ${isDown ? sql`<` : sql`>`} (${place}::${type}, ${id}::uuid)`,
    );
  }
  const direction = isDown ? 'desc' : 'asc';
  const found = await wanted
    .orderBy(value, direction)
    .orderBy('bots.id', direction)
    .limit(limit + 1)
    .execute();
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: found.slice(0, limit),
    next_cursor: last === undefined ? null : writeCursor([sort, placeOf(last.sort_value), last.id]),
  };
}

const placeOf = (value: unknown): string | number =>
  value instanceof Date ? value.toISOString() : typeof value === 'number' ? value : String(value);

/** A part of an agent as the caller sees it: of its draft where they may read that, else of what is published. */
const shown = (caller: Caller, part: 'name' | 'description' | 'category') =>
  sql`(case when ${mayRead(caller)} then agent_drafts.definition -> ${sql.lit(part)} else to_jsonb(bots.${sql.ref(part)}) end)`;

/** Not LIKE: a percent sign in the search text is a percent sign. */
const holdsText = (caller: Caller, q: string) => sql<boolean>`exists (
  select from (select value from jsonb_each_text(${shown(caller, 'name')}) union all select value from jsonb_each_text(${shown(caller, 'description')})) as texts
  where strpos(lower(texts.value), lower(${q.toWellFormed()})) > 0)`;
