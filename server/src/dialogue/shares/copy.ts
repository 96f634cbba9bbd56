import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { copyAttachments } from '../../library/attachments/repository.ts';
import { isUsable } from '../../library/bots/repository.ts';
import { takeDialogue } from '../../money/subscription/begun-dialogues.ts';
import { record } from '../../platform/audit/record.ts';
import { ownDialogueTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { insertDialogue, updateDialogue } from '../dialogues/repository.ts';
import { lockKey } from '../dialogues/turns.ts';
import { copyCalls } from '../tools/calls.ts';
import { type OpenShare, findReadable } from './repository.ts';

/** The number of rows per statement. */
const atOnce = 500;

/**
 * Copies the messages of a share into a dialogue of the caller's own; returns its id. Any number of requests with one
 * key make one.
 */
export async function copyShare(
  trx: Trx,
  caller: Caller,
  models: Catalog,
  shareId: string,
  idempotencyKey: string,
): Promise<string> {
  const { organizationId, memberId } = caller;
  await lockKey(trx, memberId, idempotencyKey);
  const fingerprint = fingerprintOf({ shareId });
  const earlier = await trx
    .selectFrom('dialogue_copies')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', idempotencyKey)
    .select(['dialogue_id', 'request_fingerprint'])
    .executeTakeFirst();
  if (earlier !== undefined) {
    requireSameRequest(earlier.request_fingerprint, fingerprint);
    return earlier.dialogue_id;
  }
  const share = await findReadable(trx, memberId, shareId);
  if (share === undefined || !(await isUsable(trx, caller, models, share.bot_id))) throw new ApiError('not_found');
  await takeDialogue(trx, organizationId);
  const dialogueId = await insertDialogue(trx, { organizationId, memberId, botId: share.bot_id, title: share.title });
  const leafId = await copyMessages(trx, caller, dialogueId, share);
  // Somebody chose the title: an automatic one does not replace it.
  await updateDialogue(trx, dialogueId, { leaf_id: leafId, title_source: 'member' });
  await trx
    .insertInto('dialogue_copies')
    .values({
      organization_id: organizationId,
      member_id: memberId,
      idempotency_key: idempotencyKey,
      request_fingerprint: fingerprint,
      share_id: shareId,
      dialogue_id: dialogueId,
    })
    .execute();
  await record(trx, { action: 'dialogue.share_copied', target: await ownDialogueTarget(trx, share.dialogue_id) });
  return dialogueId;
}

type Original = {
  id: string;
  author: 'member' | 'bot';
  content: string;
  citations: unknown;
  applied_rules: unknown;
  event_places: unknown;
  created_at: Date;
};

/** Copies a branch with its attachments and calls, the oldest message first; returns the id of the last one. */
async function copyMessages(trx: Trx, caller: Caller, dialogueId: string, share: OpenShare): Promise<string | null> {
  const { rows: originals } = await sql<Original>`
    with recursive branch as (
      select messages.*, 1 as step from messages where dialogue_id = ${share.dialogue_id} and id = ${share.leaf_id}
      union all
      select above.*, branch.step + 1
      from branch join messages as above on above.dialogue_id = ${share.dialogue_id} and above.id = branch.parent_id)
    select id, author, content, citations, applied_rules, event_places, created_at from branch
    -- A prompt that nobody has allowed is not asked in a copy either.
    where not exists (select from governance_approvals where prompt_id in (branch.id, branch.parent_id) and state <> 'allowed')
    order by step desc`.execute(trx);
  const ids = originals.map(() => randomUUID());
  const copies = originals.map(({ author, content, citations, applied_rules, event_places, created_at }, at) => ({
    id: ids[at] ?? '',
    organization_id: caller.organizationId,
    dialogue_id: dialogueId,
    parent_id: ids[at - 1] ?? null,
    position: at + 1,
    author,
    content,
    citations: JSON.stringify(citations),
    applied_rules: JSON.stringify(applied_rules),
    event_places: JSON.stringify(event_places),
    created_at,
  }));
  for (let at = 0; at < copies.length; at += atOnce)
    await trx
      .insertInto('messages')
      .values(copies.slice(at, at + atOnce))
      .execute();
  await copyCalls(
    trx,
    caller.organizationId,
    originals.flatMap(({ id, author }, at) => (author === 'bot' ? [[id, ids[at] ?? ''] as const] : [])),
  );
  for (const [at, { id, author }] of originals.entries()) {
    if (author === 'member') await copyAttachments(trx, caller, id, ids[at] ?? '');
  }
  return ids.at(-1) ?? null;
}
