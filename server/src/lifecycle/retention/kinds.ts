import type { RetentionKind } from '@parlance/shared/contract/api/retention';
import { type RawBuilder, sql } from 'kysely';
import type { HoldScope } from '../../people/organizations/held.ts';
import { shortenLog } from '../../platform/audit/shorten.ts';
import type { Trx } from '../../platform/db/database.ts';

/** The number of rows deleted in one transaction. */
const rowsAtOnce = 200;
const entriesAtOnce = 20_000;

/** The source of a kind's rows: `it` is the row to delete. */
type Source = {
  readonly table:
    | 'dialogues'
    | 'answer_reasoning'
    | 'tool_call_extras'
    | 'files'
    | 'file_versions'
    | 'tool_contents'
    | 'dialogue_log_exports'
    | 'usage_sessions'
    | 'analytics_events'
    | 'chart_days'
    | 'chart_presence'
    | 'chart_member_days'
    | 'model_usage'
    | 'governance_hits';
  readonly from: RawBuilder<unknown>;
  readonly organization: RawBuilder<string>;
  /** A time, or a day. */
  readonly age: RawBuilder<Date | string>;
  /** A further condition on old rows. */
  readonly when: RawBuilder<boolean>;
  readonly isHeld: (held: HoldScope) => RawBuilder<boolean>;
};

const always = sql<boolean>`true`;
const isOf = (member: RawBuilder<unknown>, { isAll, memberIds }: HoldScope) =>
  sql<boolean>`(${isAll}::boolean or coalesce(${member} = any (${[...memberIds]}::uuid[]), false))`;
/** Returns whether any hold applies: it contains texts of many people, and does not say whose. */
const isOfAnybody = ({ isAny }: HoldScope) => sql<boolean>`${isAny}::boolean`;

const plain = (table: Source['table'], age: string, isHeld: Source['isHeld']): Source => ({
  ...{ table, isHeld, when: always },
  from: sql`${sql.table(table)} as it`,
  organization: sql`it.organization_id`,
  age: sql`${sql.ref(`it.${age}`)}`,
});
const ofMember = (table: Source['table'], age: string) => plain(table, age, (held) => isOf(sql`it.member_id`, held));

/** Joins the dialogue that a call is of, and its run. */
const dialogueOfCall = (callId: RawBuilder<unknown>) => sql`tool_calls as call on call.id = ${callId}
  left join runs on runs.id = call.run_id
  join messages as answer on answer.id = coalesce(runs.answer_id, call.answer_id) join dialogues on dialogues.id = answer.dialogue_id`;
/** The condition that the run of a call is over; that of a copied one is. */
const isOver = sql<boolean>`(runs.id is null or runs.status not in ('queued', 'running'))`;

const sources: Readonly<Record<Exclude<RetentionKind, 'audit_log'>, readonly Source[]>> = {
  dialogues: [
    {
      table: 'dialogues',
      from: sql`dialogue_log_entries as entry join dialogues as it on it.id = entry.dialogue_id`,
      organization: sql`entry.organization_id`,
      age: sql`entry.asked_at`,
      // A dialogue being answered, or waiting for somebody, is not over.
      when: sql`it.kind = 'member' and not exists (select from runs where runs.dialogue_id = it.id and runs.status in ('queued', 'running'))`,
      isHeld: (held) => isOf(sql`it.member_id`, held),
    },
  ],
  // Both are of the dialogue's member. While an answer is under way, its model may need them again.
  reasoning: [
    {
      table: 'answer_reasoning',
      from: sql`answer_reasoning as it join messages as answer on answer.id = it.answer_id join dialogues on dialogues.id = answer.dialogue_id`,
      organization: sql`it.organization_id`,
      age: sql`it.created_at`,
      when: sql`not exists (select from runs where runs.answer_id = it.answer_id and runs.status in ('queued', 'running'))`,
      isHeld: (held) => isOf(sql`dialogues.member_id`, held),
    },
    {
      table: 'tool_call_extras',
      from: sql`tool_call_extras as it join ${dialogueOfCall(sql`it.call_id`)}`,
      organization: sql`it.organization_id`,
      age: sql`it.created_at`,
      when: isOver,
      isHeld: (held) => isOf(sql`dialogues.member_id`, held),
    },
  ],
  files: [
    {
      table: 'files',
      from: sql`attachments as entry join files as it on it.id = entry.file_id`,
      organization: sql`entry.organization_id`,
      age: sql`entry.created_at`,
      // An attachment that was never sent is deleted after a day in any case.
      when: sql`exists (select from message_attachments where message_attachments.attachment_id = entry.id)`,
      isHeld: (held) => sql`(${isOf(sql`entry.member_id`, held)} or exists (
        select from message_attachments join messages on messages.id = message_attachments.message_id join dialogues on dialogues.id = messages.dialogue_id
        where message_attachments.attachment_id = entry.id and ${isOf(sql`dialogues.member_id`, held)}))`,
    },
    {
      table: 'file_versions',
      from: sql`file_versions as it join knowledge_sources as source on source.id = it.source_id`,
      organization: sql`it.organization_id`,
      age: sql`it.replaced_at`,
      when: always,
      isHeld: (held) => isOf(sql`source.owner_id`, held),
    },
    {
      table: 'tool_contents',
      from: sql`tool_contents as it join ${dialogueOfCall(sql`it.call_id`)}`,
      organization: sql`it.organization_id`,
      age: sql`it.created_at`,
      // While an answer is under way, its model may look at its pictures again. Links are text like the result.
      when: sql`it.storage_key is not null and ${isOver}`,
      isHeld: (held) => isOf(sql`dialogues.member_id`, held),
    },
  ],
  exports: [plain('dialogue_log_exports', 'created_at', isOfAnybody)],
  usage: [ofMember('usage_sessions', 'received_at'), ofMember('analytics_events', 'received_at')],
  // The sums are of everybody, and do not say who was there.
  figures: [
    plain('chart_days', 'day', isOfAnybody),
    ofMember('chart_presence', 'day'),
    ofMember('chart_member_days', 'day'),
  ],
  model_calls: [ofMember('model_usage', 'created_at')],
  hits: [plain('governance_hits', 'created_at', isOfAnybody)],
};

export type Old = { readonly count: number; readonly oldest: Date | null; readonly held: number };
type Query = {
  readonly organizationId: string;
  readonly kind: RetentionKind;
  readonly before: Date;
  readonly held: HoldScope;
};

/** Finds the rows older than a moment, and those of them under a hold. */
export async function findOld(trx: Trx, { organizationId, kind, before, held }: Query): Promise<Old> {
  if (kind === 'audit_log') return findOldEntries(trx, organizationId, before, held);
  let all: Old = { count: 0, oldest: null, held: 0 };
  for (const source of sources[kind]) {
    const isHeld = source.isHeld(held);
    const { rows } = await sql<Old>`
      select count(*) filter (where not ${isHeld})::int as count, (min(${source.age}) filter (where not ${isHeld}))::timestamptz as oldest, count(*) filter (where ${isHeld})::int as held
      from ${source.from} where ${source.organization} = ${organizationId} and ${source.age} < ${before} and ${source.when}`.execute(
      trx,
    );
    for (const row of rows)
      all = { count: all.count + row.count, held: all.held + row.held, oldest: earlier(all.oldest, row.oldest) };
  }
  return all;
}

const earlier = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other < one) ? other : one;

/**
 * Removes some rows older than a moment and not under a hold; returns their number. None is left if it is zero. Runs
 * across organisations.
 */
export async function removeSome(trx: Trx, { organizationId, kind, before, held }: Query): Promise<number> {
  if (kind === 'audit_log') return removeEntries(trx, organizationId, before, held);
  let removed = 0;
  for (const { table, from, organization, age, when, isHeld } of sources[kind]) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select it.ctid from ${from}
        where ${organization} = ${organizationId} and ${age} < ${before} and ${when} and not ${isHeld(held)}
        limit ${rowsAtOnce} for update of it skip locked))`.execute(trx);
    removed += Number(numAffectedRows ?? 0);
  }
  return removed;
}

/** The log loses its oldest entries only: it ends before the first one that is about somebody who is held. */
async function removableUpTo(
  trx: Trx,
  organizationId: string,
  before: Date,
  { isAll, memberIds }: HoldScope,
): Promise<Date | null> {
  if (isAll) return null;
  if (memberIds.length === 0) return before;
  const { at } = await trx
    .selectFrom('audit_log')
    .where('organization_id', '=', organizationId)
    .where('at', '<', before)
    .where((is) => is.or([is('actor_id', 'in', memberIds), is('target_id', 'in', memberIds)]))
    .select(sql<Date | null>`min(at)`.as('at'))
    .executeTakeFirstOrThrow();
  return at ?? before;
}

async function findOldEntries(trx: Trx, organizationId: string, before: Date, held: HoldScope): Promise<Old> {
  const upTo = await removableUpTo(trx, organizationId, before, held);
  const isFree = sql`at < ${upTo ?? new Date(0)}`;
  const { rows } = await sql<Old>`
    select count(*) filter (where ${isFree})::int as count, min(at) filter (where ${isFree}) as oldest, count(*) filter (where not ${isFree})::int as held
    from audit_log where organization_id = ${organizationId} and at < ${before}`.execute(trx);
  return rows[0] ?? { count: 0, oldest: null, held: 0 };
}

async function removeEntries(trx: Trx, organizationId: string, before: Date, held: HoldScope): Promise<number> {
  const upTo = await removableUpTo(trx, organizationId, before, held);
  if (upTo === null) return 0;
  const next = await trx
    .selectFrom('audit_log')
    .where('organization_id', '=', organizationId)
    .orderBy('seq')
    .offset(entriesAtOnce)
    .limit(1)
    .select('at')
    .executeTakeFirst();
  return shortenLog(trx, organizationId, next !== undefined && next.at < upTo ? next.at : upTo);
}
