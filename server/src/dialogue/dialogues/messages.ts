import type { Attachment } from '@parlance/shared/contract/api/attachments';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { sql } from 'kysely';
import { attachmentsOf } from '../../library/attachments/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import { approvalOf } from '../governance/approvals.ts';
import type { Reasoning } from '../runs/live-reasoning.ts';

/** The ids of all versions of a message. Two queries, because an index serves null only by IS NULL. */
const versions = sql<string[]>`case when messages.parent_id is null
  then array(select id from messages as version where version.dialogue_id = messages.dialogue_id and version.parent_id is null order by version.position)
  else array(select id from messages as version where version.dialogue_id = messages.dialogue_id and version.parent_id = messages.parent_id order by version.position) end`;

/** The content; for an answer under way, the stored part of it. */
const content = sql<string>`case when runs.status in ('queued', 'running') then coalesce((
    select string_agg(run_deltas.text, '' order by run_deltas."offset")
    from run_deltas where run_deltas.run_id = runs.id and run_deltas."offset" >= runs.text_from), messages.content)
  else messages.content end`;

const hasCalls = sql<boolean>`(exists (select from tool_calls where tool_calls.run_id = runs.id) or exists (select from tool_calls where tool_calls.answer_id = messages.id))`;

const hasReasoning = sql<boolean>`exists (select from answer_reasoning where answer_reasoning.answer_id = messages.id)`;

/** Selects messages with their runs and ratings. */
const wholeMessages = (trx: Trx) =>
  trx
    .selectFrom('messages')
    .leftJoin('runs', 'runs.answer_id', 'messages.id')
    .leftJoin('ratings', 'ratings.message_id', 'messages.id')
    .select([
      'messages.id',
      'messages.parent_id',
      'messages.author',
      'messages.citations',
      'messages.applied_rules',
      'messages.created_at',
    ])
    .select([
      'runs.id as run_id',
      'runs.status',
      'runs.error_code',
      'runs.reading',
      'runs.text_from',
      'runs.reasoning_ms',
      'ratings.value',
      'ratings.reasons',
      'ratings.comment',
    ])
    .select([versions.as('versions'), content.as('content'), hasCalls.as('has_calls'), approvalOf.as('approval')])
    .select(hasReasoning.as('has_reasoning'));

export type MessageRow = Awaited<ReturnType<ReturnType<typeof wholeMessages>['executeTakeFirstOrThrow']>>;

/** Returns an answer that this process writes, which is ahead of what is stored of it. */
export type LiveOf = (runId: string) => {
  readonly text: string;
  readonly place: number;
  readonly textFrom: number;
  readonly reasoning: Reasoning | null;
} | null;

/** Builds messages as everybody gets them who may read them: without a trace of what the models reasoned. */
export async function messagesOf(trx: Trx, rows: readonly MessageRow[], liveOf: LiveOf): Promise<Message[]> {
  const prompts = rows.flatMap(({ id, author }) => (author === 'member' ? [id] : []));
  const attachments = await attachmentsOf(trx, prompts);
  return rows.map((row) => messageOf(row, attachments.get(row.id) ?? [], liveOf));
}

/** Builds messages as the member of their dialogue gets them. */
export async function ownMessagesOf(trx: Trx, rows: readonly MessageRow[], liveOf: LiveOf): Promise<Message[]> {
  const messages = await messagesOf(trx, rows, liveOf);
  return messages.map((message, at) => {
    const row = rows[at];
    const ms = row === undefined ? null : reasoningMsOf(row, liveOf);
    return ms === null ? message : { ...message, reasoning_ms: ms };
  });
}

/** Returns the time of reasoning, 0 if it is not known; null if there is none to read. */
function reasoningMsOf(row: MessageRow, liveOf: LiveOf): number | null {
  const live = isUnderWay(row) ? liveOf(row.run_id) : null;
  if (live !== null && live.reasoning !== null) return live.reasoning.ms;
  return row.has_reasoning ? (row.reasoning_ms ?? 0) : null;
}

type RowUnderWay = MessageRow & { readonly run_id: string };
const isUnderWay = (row: MessageRow): row is RowUnderWay =>
  row.run_id !== null && (row.status === 'queued' || row.status === 'running');

function messageOf(row: MessageRow, attachments: Attachment[], liveOf: LiveOf): Message {
  const { run_id, status, error_code, reading, approval, value, reasons, comment } = row;
  const { content: text, textFrom } = isUnderWay(row)
    ? furtherOf(row, liveOf(row.run_id))
    : { content: row.content, textFrom: 0 };
  return {
    id: row.id,
    parent_id: row.parent_id,
    versions: row.versions,
    author: row.author,
    content: text,
    citations: row.citations,
    attachments,
    rating: value === null || reasons === null || comment === null ? null : { value, reasons, comment },
    created_at: row.created_at.toISOString(),
    run:
      run_id === null || status === null
        ? null
        : {
            id: run_id,
            status,
            error_code,
            ...(approval === null ? {} : { approval }),
            ...(reading === null ? {} : { reading }),
            ...(textFrom > 0 ? { text_from: textFrom } : {}),
          },
    ...(row.applied_rules.length > 0 ? { applied_rules: row.applied_rules } : {}),
    ...(row.has_calls ? { has_calls: true } : {}),
  };
}

/**
 * Returns the text that reaches further: an answer continued from another has its beginning stored before this process
 * knows of it.
 */
function furtherOf({ content: stored, text_from: from }: MessageRow, live: ReturnType<LiveOf>) {
  const textFrom = from ?? 0;
  return live !== null && live.place > textFrom + stored.length
    ? { content: live.text, textFrom: live.textFrom }
    : { content: stored, textFrom };
}

/**
 * Selects the ids of a branch from one of its messages up, message by message: the cost does not grow with the
 * dialogue.
 */
export const branchUp = (dialogueId: string, fromId: string, limit: number) => sql<{ id: string }>`
    with recursive branch as (
      select id, parent_id, 1 as step from messages where dialogue_id = ${dialogueId} and id = ${fromId}
      union all
      select above.id, above.parent_id, branch.step + 1
      from branch join messages as above on above.dialogue_id = ${dialogueId} and above.id = branch.parent_id
      where branch.step < ${limit})
    select id from branch order by step`;

/** Finds messages of a branch from one of them up, newest first, up to a limit. */
export async function findBranch(trx: Trx, dialogueId: string, fromId: string, limit: number): Promise<MessageRow[]> {
  const { rows } = await branchUp(dialogueId, fromId, limit).execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = await findMessages(trx, ids);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function findMessages(trx: Trx, ids: readonly string[]): Promise<MessageRow[]> {
  return wholeMessages(trx).where('messages.id', 'in', ids).execute();
}

/** Finds an answer in a dialogue of this member that is not deleted. */
export function findOwnAnswer(trx: Trx, memberId: string, id: string) {
  return trx
    .selectFrom('messages')
    .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
    .where('messages.id', '=', id)
    .where('messages.author', '=', 'bot')
    .where('dialogues.member_id', '=', memberId)
    .where('dialogues.kind', '=', 'member')
    .where('dialogues.deleted_at', 'is', null)
    .select(['messages.id', 'messages.dialogue_id', 'messages.parent_id', 'dialogues.bot_id'])
    .executeTakeFirst();
}
