import type { AuditEntry, AuditEntryDetails, AuditFilter } from '@parlance/shared/contract/api/audit/audit-log';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type DialogueMask, ownDialogueActs, shownTargetId } from './masked-dialogues.ts';
import type { AuditTables } from './tables.ts';
import { prefixOf, searchedWords, tsqueryOf } from './words.ts';

export type EntryRow = Selectable<AuditTables['audit_log']>;
export type EntryQuery = {
  readonly organizationId: string;
  readonly filter: AuditFilter;
  /** Entries before this one (newest first), or after it (oldest first). */
  readonly beyond: number | null;
  /** No entry behind this one. */
  readonly upTo?: number;
  readonly limit: number;
  readonly order: 'newest' | 'oldest';
  /** For a filter by a dialogue that somebody did something with of their own. */
  readonly mask?: DialogueMask;
};

/** What is asked for by its value; each has an index. */
const columns = ['target_id', 'actor_id', 'address', 'action', 'target_kind', 'thing'] as const;

/**
 * A word in one of a hundred entries is found among the newest of them, however many there are behind. Those are read
 * in order; what the index of words finds lies anywhere and has to be sorted.
 */
const recent = 3_000;
/** A word that more than so many of these newest entries hold is no help to find entries by. */
const sample = { entries: 300, atMost: 15 };

/** Entries that meet every condition, in their order. */
export async function findEntries(trx: Trx, wanted: EntryQuery): Promise<EntryRow[]> {
  const words = wanted.filter.q === undefined ? [] : searchedWords(wanted.filter.q);
  if (words.length === 0) return inOrder(trx, wanted).execute();
  const newest = wanted.order === 'newest' ? await amongRecent(trx, wanted, words).execute() : [];
  if (newest.length === wanted.limit) return newest;
  const rare = await rareAmong(trx, wanted, words);
  return askedOf(wanted).length === 0
    ? (await blockByBlock(trx, wanted, words, rare).execute(trx)).rows
    : amongAll(trx, wanted, words, rare).execute();
}

const queryOf = ({ organizationId }: EntryQuery, words: readonly string[]) =>
  tsqueryOf(prefixOf(organizationId), words);
/** By the index of words. */
const hasWords = (wanted: EntryQuery, words: readonly string[]) =>
  sql<boolean>`tokens @@ ${queryOf(wanted, words)}::tsquery`;
/** By looking at the entry: no index is asked for a function. */
const showsWords = (wanted: EntryQuery, words: readonly string[]) =>
  sql<boolean>`ts_match_vq(tokens, ${queryOf(wanted, words)}::tsquery)`;

/** Reads the newest entries that meet the other conditions, and no more than so many. */
export const amongRecent = (trx: Trx, wanted: EntryQuery, words: readonly string[]) =>
  trx
    .selectFrom(inOrder(trx, wanted, recent).as('newest'))
    .where(hasWords(wanted, words))
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(wanted.limit);

/**
 * The index of words reads every entry of each word: for an e-mail address, whose end everybody's has, that would be
 * all. What the newest entries show to be common is left to be looked up in what the other words find.
 */
export async function rareAmong(trx: Trx, wanted: EntryQuery, words: readonly string[]): Promise<readonly string[]> {
  if (words.length < 2) return words;
  const newest = trx
    .selectFrom('searched_audit_log')
    .where('organization_id', '=', wanted.organizationId)
    .orderBy('seq', 'desc')
    .limit(sample.entries)
    .select('tokens');
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[], ${words.map((word) => queryOf(wanted, [word]))}::text[]) as searched (word, query)
    where (select count(*) from ${newest} as newest where tokens @@ query::tsquery) <= ${sample.atMost}`.execute(trx);
  return rows.length === 0 ? words : rows.map(({ word }) => word);
}

/**
 * Reads every entry that holds the words and meets the other conditions, through the index of words by the `rare` ones.
 */
export function amongAll(trx: Trx, wanted: EntryQuery, words: readonly string[], rare: readonly string[]) {
  const common = words.filter((word) => !rare.includes(word));
  let query = askedOf(wanted)
    .reduce((query, condition) => query.where(condition), entriesWithin(trx, wanted))
    .where(hasWords(wanted, rare));
  if (common.length > 0) query = query.where(showsWords(wanted, common));
  return trx
    .with(
      (cte) => cte('found').materialized(),
      () => query,
    )
    .selectFrom('found')
    .selectAll()
    .orderBy('seq', directionOf(wanted))
    .limit(wanted.limit);
}

/**
 * The same without other conditions, block by block until the page is full: what is read grows with how rare the words
 * are, and not with the log. The blocks come in their order and each is sorted by itself, so that it ends within the
 * last one.
 */
export function blockByBlock(trx: Trx, wanted: EntryQuery, words: readonly string[], rare: readonly string[]) {
  const direction = sql.raw(directionOf(wanted));
  const edge = (end: 'asc' | 'desc') =>
    entriesWithin(trx, wanted)
      .clearSelect()
      .select(sql`seq >> 16`.as('block'))
      .orderBy('seq', end)
      .limit(1);
  const common = words.filter((word) => !rare.includes(word));
  const conditions = [
    sql<boolean>`true`,
    ...stretchOf(trx, wanted),
    ...(common.length === 0 ? [] : [showsWords(wanted, common)]),
  ];
  // “offset” keeps the planner from reading a block by its numbers, and with it every entry of it.
  return sql<EntryRow>`
    select found.* from (select block from generate_series((${edge('asc')}), (${edge('desc')})) as block order by block ${direction}) as blocks
    cross join lateral (
      select * from (
        select * from searched_audit_log where organization_id = ${wanted.organizationId}
          and audit_words(seq, tokens) @@ replace(${tsqueryOf(`${prefixOf(wanted.organizationId)}#.`, rare)}, '#', to_hex(block))::tsquery offset 0) as held
      where ${sql.join(conditions, sql` and `)} order by seq ${direction} limit ${wanted.limit}) as found
    order by block ${direction}, seq ${direction} limit ${wanted.limit}`;
}

/**
 * By any condition but words: each has an index that ends with the number, so that a page is read in order. Where there
 * are several, the numbers of each index are walked side by side, and no entry is read that meets only one of them.
 */
export function inOrder(trx: Trx, wanted: EntryQuery, limit = wanted.limit) {
  const direction = directionOf(wanted);
  const [first, ...others] = askedOf(wanted);
  const all = entriesWithin(trx, wanted).orderBy('seq', direction).limit(limit);
  if (first === undefined) return all;
  if (others.length === 0) return all.where(first);
  const numbersOf = (condition: typeof first) =>
    entriesWithin(trx, wanted).where(condition).clearSelect().select('seq').orderBy('seq', direction);
  // “offset” keeps the planner from making one scan of all of them, which would read every entry of one index.
  const ofAll = others.reduce(
    (numbers, other) => numbers.where('seq', 'in', numbersOf(other).offset(0)),
    numbersOf(first),
  );
  return all.where('seq', 'in', ofAll.limit(limit));
}

const askedOf = ({ filter, mask }: EntryQuery): RawBuilder<boolean>[] =>
  columns.flatMap((column) => {
    const value = filter[column];
    if (value === undefined || value === '') return [];
    return [column === 'target_id' ? isTarget(value, mask) : sql<boolean>`${sql.ref(column)} = ${value}`];
  });

/** What somebody did with a dialogue of their own is found by its name in this log alone, as it is shown. */
function isTarget(value: string, mask: DialogueMask | undefined): RawBuilder<boolean> {
  const dialogueId = mask?.unmask(value) ?? null;
  const isOwnAct = sql<boolean>`action = any(${ownDialogueActs}::text[])`;
  if (dialogueId !== null) return sql<boolean>`(target_id = any(${[value, dialogueId]}::text[]) and ${isOwnAct})`;
  return sql<boolean>`(target_id = ${value} and not ${isOwnAct})`;
}

const directionOf = ({ order }: EntryQuery) => (order === 'newest' ? 'desc' : 'asc');

const entriesWithin = (trx: Trx, wanted: EntryQuery) =>
  stretchOf(trx, wanted).reduce(
    (query, condition) => query.where(condition),
    trx.selectFrom('searched_audit_log').where('organization_id', '=', wanted.organizationId).selectAll(),
  );

/** Numbers have the order of the times, so that a stretch of time is one of numbers. */
function stretchOf(trx: Trx, { organizationId, filter, beyond, upTo, order }: EntryQuery): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (filter.from !== undefined) conditions.push(sql`seq >= ${firstFrom(trx, organizationId, filter.from)}`);
  if (filter.to !== undefined) conditions.push(sql`seq < ${firstFrom(trx, organizationId, filter.to)}`);
  if (beyond !== null) conditions.push(order === 'newest' ? sql`seq < ${beyond}` : sql`seq > ${beyond}`);
  if (upTo !== undefined) conditions.push(sql`seq <= ${upTo}`);
  return conditions;
}

/** The number of the first entry from a moment on; where there is none, one behind all. */
const firstFrom = (trx: Trx, organizationId: string, at: string) =>
  sql<string>`coalesce((${trx.selectFrom('audit_log').where('organization_id', '=', organizationId).where('at', '>=', new Date(at)).orderBy('at').orderBy('seq').limit(1).select('seq')}), 9223372036854775807)`;

export async function findEntry(trx: Trx, organizationId: string, number: number): Promise<EntryRow | undefined> {
  return trx
    .selectFrom('audit_log')
    .where('organization_id', '=', organizationId)
    .where('seq', '=', String(number))
    .selectAll()
    .executeTakeFirst();
}

/** The number of the last entry there is. */
export async function lastNumber(trx: Trx, organizationId: string): Promise<number> {
  const head = await trx
    .selectFrom('audit_heads')
    .where('organization_id', '=', organizationId)
    .select('seq')
    .executeTakeFirst();
  return Number(head?.seq ?? 0);
}

export const entryOf = (
  { seq, at, action, actor_kind, actor_id, actor_name, address, target_kind, target_id, target_name }: EntryRow,
  mask: DialogueMask,
): AuditEntry => ({
  number: Number(seq),
  at: at.toISOString(),
  action,
  actor: { kind: actor_kind, id: actor_id, name: actor_name },
  address,
  target: { kind: target_kind, id: shownTargetId({ action, target_id }, mask), name: target_name },
});

export const detailsOf = (row: EntryRow, mask: DialogueMask): AuditEntryDetails => ({
  ...entryOf(row, mask),
  request_id: row.request_id,
  changes: Object.entries(row.changes).map(([field, [before, after]]) => ({
    field,
    before: plain(before),
    after: plain(after),
  })),
  hash: row.hash.toString('hex'),
  previous_hash: row.previous_hash.toString('hex'),
});

const plain = (value: AuditEntryDetailsValue | readonly string[]): AuditEntryDetailsValue =>
  Array.isArray(value) ? [...value] : (value as AuditEntryDetailsValue); // what is no list is one of the others
type AuditEntryDetailsValue = AuditEntryDetails['changes'][number]['before'];
