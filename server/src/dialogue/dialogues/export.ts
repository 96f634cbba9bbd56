import type { exportDialogue } from '@parlance/shared/contract/api/dialogues';
import type { Output } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import { ownDialogueTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { callsOfAnswers } from '../tools/calls.ts';
import { markdownOf } from './export-markdown.ts';
import { branchUp, findMessages, messagesOf } from './messages.ts';
import { dialogueSummary, findLeaf, findOwnDialogue } from './repository.ts';

/** The number of messages per statement. */
const atOnce = 500;
/** The maximal number of tool calls in a file, the newest. */
const callsAtMost = 10_000;
/** A page size that no dialogue exceeds. */
const wholeBranch = 1_000_000;

/** Exports a dialogue of the caller's own as a file: the current branch for people, every branch for programs. */
export async function exportFile(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  id: string,
  format: 'markdown' | 'json',
): Promise<Output<typeof exportDialogue>> {
  const { memberId, language } = caller;
  const found = await findOwnDialogue(trx, memberId, id);
  const leaf = await findLeaf(trx, memberId, id);
  if (found === undefined || leaf === undefined) throw new ApiError('not_found');
  await record(trx, { action: 'dialogue.exported', target: await ownDialogueTarget(trx, id), after: { format } });
  const { title, bot, created_at } = dialogueSummary(found, language);
  const ids = format === 'json' ? await everyMessage(trx, id) : await branch(trx, id, leaf.leaf_id);
  const messages = await readInOrder(app, trx, ids);
  const calls = await callsOfAnswers(
    trx,
    messages.flatMap(({ id: messageId, has_calls: hasCalls }) => (hasCalls === true ? [messageId] : [])),
    callsAtMost,
  );
  if (format === 'markdown') {
    return {
      file_name: `${fileNameOf(title)}.md`,
      media_type: 'text/markdown',
      content: markdownOf({ title, bot: bot.name, createdAt: found.created_at, messages, calls }, language),
    };
  }
  const content = {
    title,
    bot: { id: bot.id, name: bot.name },
    created_at,
    exported_at: new Date().toISOString(),
    leaf_id: leaf.leaf_id,
    messages,
    tool_calls: calls,
  };
  return {
    file_name: `${fileNameOf(title)}.json`,
    media_type: 'application/json',
    content: `${JSON.stringify(content, null, 2)}\n`,
  };
}

async function everyMessage(trx: Trx, dialogueId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('messages')
    .where('dialogue_id', '=', dialogueId)
    .orderBy('position')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function branch(trx: Trx, dialogueId: string, leafId: string | null): Promise<string[]> {
  if (leafId === null) return [];
  const { rows } = await branchUp(dialogueId, leafId, wholeBranch).execute(trx);
  return rows.map(({ id }) => id).reverse();
}

async function readInOrder(app: FastifyInstance, trx: Trx, ids: readonly string[]) {
  const messages = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const page = ids.slice(at, at + atOnce);
    const read = new Map(
      (await messagesOf(trx, await findMessages(trx, page), app.runs.liveOf)).map((message) => [message.id, message]),
    );
    messages.push(...page.flatMap((id) => read.get(id) ?? []));
  }
  return messages;
}

const nameMaxLength = 80;
/** Names that Windows reserves for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a file name valid on every system: without separators, invisible characters, or a leading dot. */
export function fileNameOf(title: string): string {
  const name = Array.from(
    title
      .normalize('NFC')
      .replace(/[\p{C}\\/:*?"<>|]/gu, ' ')
      .replace(/\s+/g, ' '),
  )
    .slice(0, nameMaxLength)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (name === '') return 'dialogue';
  return reserved.test(name) ? `${name}_` : name;
}
