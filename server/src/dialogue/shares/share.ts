import type { Share, shareDialogue } from '@parlance/shared/contract/api/shares';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { namedIn } from '../../people/naming/named.ts';
import { record } from '../../platform/audit/record.ts';
import { ownDialogueTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { lockOwnDialogue } from '../dialogues/repository.ts';
import { insertShare } from './repository.ts';
import { lastWholeAnswer } from './snapshot.ts';

type Body = CheckedInput<typeof shareDialogue>['body'];

/** Shares a dialogue of the caller's own as it is now. Throws run_active where there is no whole answer in it yet. */
export async function createShare(
  trx: Trx,
  { organizationId, memberId }: Caller,
  dialogueId: string,
  wanted: Body,
): Promise<Share> {
  const { scope, expires_at } = wanted;
  const dialogue = await lockOwnDialogue(trx, memberId, dialogueId);
  if (dialogue === undefined) throw new ApiError('not_found');
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
    throw new ApiError('validation_failed', {
      issues: [{ path: 'body.expires_at', message: 'This is over already.' }],
    });
  }
  const named = await namedIn(trx, organizationId, wanted, memberId);
  const leafId = dialogue.leaf_id === null ? null : await lastWholeAnswer(trx, dialogueId, dialogue.leaf_id);
  if (leafId === null) throw new ApiError('run_active');
  await record(trx, {
    action: 'dialogue.shared',
    target: await ownDialogueTarget(trx, dialogueId),
    after: { scope, people: named.memberIds, teams: named.teamIds, expires_at },
  });
  return insertShare(trx, { organizationId, dialogueId, memberId, leafId, scope, named, expiresAt });
}
