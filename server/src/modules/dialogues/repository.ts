import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { Language } from '@parlance/shared/contract/language';
import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';
import { summaryOf } from '../bots/repository.ts';

/** A dialogue belongs to its member: to everyone else, in the same organisation too, it does not exist. */
const ownDialogues = (trx: Trx, memberId: string) =>
  trx
    .selectFrom('dialogues')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('dialogues.member_id', '=', memberId)
    .select(['dialogues.id', 'dialogues.title', 'dialogues.created_at', 'dialogues.updated_at'])
    .select(['bots.id as bot_id', 'bots.name', 'bots.description', 'bots.avatar']);

type Row = Awaited<ReturnType<ReturnType<typeof ownDialogues>['executeTakeFirstOrThrow']>>;

export function dialogueSummary({ bot_id, name, description, avatar, ...dialogue }: Row, language: Language): DialogueSummary {
  return {
    id: dialogue.id,
    title: dialogue.title,
    bot: summaryOf({ id: bot_id, name, description, avatar }, language),
    created_at: dialogue.created_at.toISOString(),
    updated_at: dialogue.updated_at.toISOString(),
  };
}

/** Where a page begins: after the dialogue last changed then, with this id. */
export type DialoguePosition = readonly [updatedAt: string, id: string];
type Wanted = { botId: string | undefined; after: DialoguePosition | null; limit: number };

/** The member's dialogues, the last changed first, one more than `limit` where there are more. */
export function findOwnDialogues(trx: Trx, memberId: string, { botId, after, limit }: Wanted) {
  let query = ownDialogues(trx, memberId);
  if (botId !== undefined) query = query.where('dialogues.bot_id', '=', botId);
  if (after !== null) {
    query = query.where(sql<boolean>`(dialogues.updated_at, dialogues.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  }
  return query.orderBy('dialogues.updated_at', 'desc').orderBy('dialogues.id', 'desc').limit(limit + 1).execute();
}

export function findOwnDialogue(trx: Trx, memberId: string, id: string) {
  return ownDialogues(trx, memberId).where('dialogues.id', '=', id).executeTakeFirst();
}

/** The same, held until the transaction ends: one prompt at a time comes into a dialogue. */
export function lockOwnDialogue(trx: Trx, memberId: string, id: string) {
  return trx.selectFrom('dialogues').where('id', '=', id).where('member_id', '=', memberId).select('id').forUpdate().executeTakeFirst();
}

/** Messages with their runs. Of an answer that is being written, what is stored of it. */
const messagesWithRuns = (trx: Trx) =>
  trx
    .selectFrom('messages')
    .leftJoin('runs', 'runs.answer_id', 'messages.id')
    .select(['messages.id', 'messages.author', 'messages.citations', 'messages.created_at', 'messages.position'])
    .select(['runs.id as run_id', 'runs.status', 'runs.error_code'])
    .select(
      sql<string>`case when runs.status in ('queued', 'running') then coalesce((
        select string_agg(run_deltas.text, '' order by run_deltas."offset") from run_deltas where run_deltas.run_id = runs.id), '')
      else messages.content end`.as('content'),
    );

type MessageRow = Awaited<ReturnType<ReturnType<typeof messagesWithRuns>['executeTakeFirstOrThrow']>>;

/** `textOf` knows more of an answer than is stored, where this process writes it. */
export function messageOf({ run_id, status, error_code, position: _, ...row }: MessageRow, textOf: (runId: string) => string | null): Message {
  const isActive = status === 'queued' || status === 'running';
  return {
    id: row.id,
    author: row.author,
    content: (isActive && run_id !== null ? textOf(run_id) : null) ?? row.content,
    citations: row.citations,
    created_at: row.created_at.toISOString(),
    run: run_id === null || status === null ? null : { id: run_id, status, error_code },
  };
}

/** Messages of a dialogue, newest first, one more than `limit` where there are more. */
export function findMessages(trx: Trx, dialogueId: string, before: number | null, limit: number) {
  let query = messagesWithRuns(trx).where('messages.dialogue_id', '=', dialogueId);
  if (before !== null) query = query.where('messages.position', '<', before);
  return query.orderBy('messages.position', 'desc').limit(limit + 1).execute();
}

export function findMessage(trx: Trx, id: string) {
  return messagesWithRuns(trx).where('messages.id', '=', id).executeTakeFirstOrThrow();
}

type NewDialogue = { organizationId: string; memberId: string; botId: string; title: string };

export async function insertDialogue(trx: Trx, { organizationId, memberId, botId, title }: NewDialogue): Promise<string> {
  const { id } = await trx
    .insertInto('dialogues')
    .values({ organization_id: organizationId, member_id: memberId, bot_id: botId, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a prompt and the empty answer that a run is to fill. Call it with the dialogue locked or new. */
export async function insertTurn(trx: Trx, organizationId: string, dialogueId: string, prompt: string): Promise<{ promptId: string; answerId: string }> {
  const { rows } = await sql<{ id: string; position: number }>`
    insert into messages (organization_id, dialogue_id, position, author, content)
    select ${organizationId}, ${dialogueId}, last.position + turn.step, turn.author, turn.content
    from (select coalesce(max(position), 0) as position from messages where dialogue_id = ${dialogueId}) as last,
      (values (1, 'member', ${prompt}), (2, 'bot', '')) as turn (step, author, content)
    returning id, position`.execute(trx);
  const [promptRow, answerRow] = rows.toSorted((one, other) => one.position - other.position);
  if (promptRow === undefined || answerRow === undefined) throw new Error('An insert of two rows returned fewer.');
  await trx.updateTable('dialogues').set({ updated_at: sql<Date>`now()` }).where('id', '=', dialogueId).execute();
  return { promptId: promptRow.id, answerId: answerRow.id };
}

/** Lets requests with the same key wait for each other, so that the second finds what the first has made. */
export async function lockKey(trx: Trx, memberId: string, idempotencyKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${memberId} ${idempotencyKey}`}, 0))`.execute(trx);
}

/** What an earlier request with this key has made. */
export function findTurnByKey(trx: Trx, memberId: string, idempotencyKey: string) {
  return trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .innerJoin('messages', 'messages.id', 'runs.prompt_id')
    .where('runs.member_id', '=', memberId)
    .where('runs.idempotency_key', '=', idempotencyKey)
    .select(['runs.dialogue_id', 'runs.prompt_id', 'runs.answer_id', 'dialogues.bot_id', 'messages.content as prompt'])
    .executeTakeFirst();
}

/** An answer of this dialogue is being written. */
export async function hasActiveRun(trx: Trx, dialogueId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('runs')
    .where('dialogue_id', '=', dialogueId)
    .where('status', 'in', ['queued', 'running'])
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
