import {
  chooseBranch,
  continueAnswer,
  listMessages,
  rateAnswer,
  ratingCommentMaxLength,
  regenerateAnswer,
  removeRating,
  sendPrompt,
} from '@parlance/shared/contract/api/dialogues';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { maskNote } from '../governance/mask-note.ts';
import { newestBelow } from '../messages/branch.ts';
import { answerAgain } from './answer-again.ts';
import { askDialogue } from './ask.ts';
import { type MessageRow, findBranch, findOwnAnswer, ownMessagesOf } from './messages.ts';
import * as ratings from './ratings.ts';
import { findLeaf, lockOwnDialogue, updateDialogue } from './repository.ts';
import { routeTurn } from './route-turn.ts';

/** The last message of the previous page. */
const messagePosition = z.tuple([z.uuid()]);

/** Registers the routes of messages: sending, editing, regenerating. */
export async function messageRoutes(app: FastifyInstance): Promise<void> {
  route(app, listMessages, async ({ params, query, caller }) => {
    const last = readCursor(query.cursor, messagePosition)?.[0] ?? null;
    return app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await readPage(trx, {
        memberId: caller.memberId,
        dialogueId: params.dialogue_id,
        branchOf: query.branch_of,
        last,
        limit: query.limit,
      });
      const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.id]);
      return { items: await ownMessagesOf(trx, rows, app.runs.liveOf), next_cursor };
    });
  });

  routeTurn(app, sendPrompt, ({ params, body, caller }) =>
    askDialogue(app, caller, { dialogueId: params.dialogue_id, parentId: body.parent_id }, body),
  );

  route(app, chooseBranch, async ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      if ((await lockOwnDialogue(trx, caller.memberId, params.dialogue_id)) === undefined)
        throw new ApiError('not_found');
      const leafId = await newestBelow(trx, params.dialogue_id, body.message_id);
      if (leafId === undefined) throw new ApiError('not_found');
      await updateDialogue(trx, params.dialogue_id, { leaf_id: leafId });
      return { leaf_id: leafId };
    }),
  );

  routeTurn(app, regenerateAnswer, ({ params, body, caller }) =>
    answerAgain(app, caller, {
      messageId: params.message_id,
      idempotencyKey: body.idempotency_key,
      goesOn: false,
      readsWhole: body.reads_whole,
    }),
  );

  routeTurn(app, continueAnswer, ({ params, body, caller }) =>
    answerAgain(app, caller, { messageId: params.message_id, idempotencyKey: body.idempotency_key, goesOn: true }),
  );

  route(app, rateAnswer, async ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const answer = await findOwnAnswer(trx, caller.memberId, params.message_id);
      if (answer === undefined) throw new ApiError('not_found');
      const comment = await maskNote(app, trx, caller, {
        botId: answer.bot_id,
        text: body.comment,
        mostLength: ratingCommentMaxLength,
      });
      return ratings.keepRating(trx, caller.organizationId, params.message_id, { ...body, comment });
    }),
  );

  route(app, removeRating, async ({ params, caller }) => {
    await app.db.asTenant(caller.organizationId, async (trx) => {
      if ((await findOwnAnswer(trx, caller.memberId, params.message_id)) === undefined) throw new ApiError('not_found');
      await ratings.removeRating(trx, params.message_id);
    });
    return {};
  });
}

type Options = {
  readonly memberId: string;
  readonly dialogueId: string;
  readonly branchOf: string | undefined;
  /** The last message of the previous page. */
  readonly last: string | null;
  readonly limit: number;
};

/**
 * Reads a branch from its leaf up, or above the last message of the previous page; one more than `limit` if there are
 * more.
 */
async function readPage(trx: Trx, { memberId, dialogueId, branchOf, last, limit }: Options): Promise<MessageRow[]> {
  const read = await findLeaf(trx, memberId, dialogueId);
  if (read === undefined) throw new ApiError('not_found');
  if (last !== null) return (await findBranch(trx, dialogueId, last, limit + 2)).slice(1);
  const leafId = branchOf === undefined ? read.leaf_id : await newestBelow(trx, dialogueId, branchOf);
  if (leafId === undefined) throw new ApiError('not_found');
  return leafId === null ? [] : findBranch(trx, dialogueId, leafId, limit + 1);
}
