import type { Message } from '@parlance/shared/contract/api/dialogues';
import {
  copySharedDialogue,
  endShare,
  getSharedDialogue,
  listColleagueTeams,
  listColleagues,
  listShares,
  listSharedMessages,
  listSharedToolCalls,
  listSharedWithMe,
  shareDialogue,
} from '@parlance/shared/contract/api/shares';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findColleague, findColleagues, findColleagueTeams } from '../../people/members/colleagues.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { notOfThisList, pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findBranch, messagesOf } from '../dialogues/messages.ts';
import { dialogueSummary, findLeaf, findOwnDialogue } from '../dialogues/repository.ts';
import { callsOfAnswers } from '../tools/calls.ts';
import { copyShare } from './copy.ts';
import * as repository from './repository.ts';
import { createShare } from './share.ts';
import { answersOfBranch, isInBranch } from './snapshot.ts';

const colleaguePosition = z.tuple([z.string(), z.uuid()]);
const sharePosition = z.tuple([moment, z.uuid()]);
/** The last message of the page before. */
const messagePosition = z.tuple([z.uuid()]);

/** Of one share. */
const callsAtMost = 1_000;

/** What members let others of their organisation read. */
export async function shareRoutes(app: FastifyInstance): Promise<void> {
  ownShareRoutes(app);
  readerRoutes(app);
}

function ownShareRoutes(app: FastifyInstance): void {
  route(app, listColleagues, async ({ query, caller }) => {
    const { organizationId, memberId } = caller;
    const { id } = query;
    if (id !== undefined) {
      const one = await app.db.asTenant(organizationId, (trx) => findColleague(trx, id));
      return { items: one === null ? [] : [one], next_cursor: null };
    }
    const wanted = {
      organizationId,
      memberId,
      q: query.q,
      after: readCursor(query.cursor, colleaguePosition),
      limit: query.limit,
    };
    const found = await app.db.asTenant(organizationId, (trx) => findColleagues(trx, wanted));
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.sort_name, row.id]);
    return { items: rows.map(({ id, name }) => ({ id, name })), next_cursor };
  });

  route(app, listColleagueTeams, async ({ query: { q, cursor, limit }, caller: { organizationId } }) => {
    const found = await app.db.asTenant(organizationId, (trx) =>
      findColleagueTeams(trx, { organizationId, q, after: readCursor(cursor, colleaguePosition), limit }),
    );
    const { rows, next_cursor } = pageOfRows(found, limit, (row) => [row.sort_name, row.id]);
    return { items: rows.map(({ id, name, members }) => ({ id, name, members })), next_cursor };
  });

  route(app, listShares, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      if ((await findLeaf(trx, caller.memberId, params.dialogue_id)) === undefined) throw new ApiError('not_found');
      return { items: await repository.findShares(trx, params.dialogue_id) };
    }),
  );

  route(app, shareDialogue, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => createShare(trx, caller, params.dialogue_id, body)),
  );

  route(app, endShare, async ({ params, caller }) => {
    const isDeleted = await app.db.asTenant(caller.organizationId, (trx) =>
      repository.deleteShare(trx, caller.memberId, params.share_id),
    );
    if (!isDeleted) throw new ApiError('not_found');
    return {};
  });
}

function readerRoutes(app: FastifyInstance): void {
  route(app, listSharedWithMe, async ({ query, caller }) => {
    const after = readCursor(query.cursor, sharePosition);
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      repository.findSharedWith(trx, caller.memberId, after, query.limit),
    );
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.created_at.toISOString(), row.id]);
    return { items: rows.map((row) => repository.sharedDialogueOf(row, caller.language)), next_cursor };
  });

  route(app, getSharedDialogue, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await repository.findReadable(trx, caller.memberId, params.share_id);
      if (found === undefined) throw new ApiError('not_found');
      return repository.sharedDialogueOf(found, caller.language);
    }),
  );

  route(app, listSharedMessages, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const last = readCursor(query.cursor, messagePosition)?.[0] ?? null;
      const found = await repository.findReadable(trx, caller.memberId, params.share_id);
      if (found === undefined) throw new ApiError('not_found');
      const { dialogue_id, leaf_id } = found;
      if (last !== null && !(await isInBranch(trx, dialogue_id, leaf_id, last))) throw notOfThisList();
      const branch =
        last === null
          ? await findBranch(trx, dialogue_id, leaf_id, query.limit + 1)
          : (await findBranch(trx, dialogue_id, last, query.limit + 2)).slice(1);
      const { rows, next_cursor } = pageOfRows(branch, query.limit, (row) => [row.id]);
      const messages = await messagesOf(trx, rows, () => null);
      return {
        items: messages.map((message) => ({
          ...message,
          versions: [message.id],
          rating: null,
          run: withoutApproval(message.run),
        })),
        next_cursor,
      };
    }),
  );

  route(app, listSharedToolCalls, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await repository.findReadable(trx, caller.memberId, params.share_id);
      if (found === undefined) throw new ApiError('not_found');
      return {
        items: await callsOfAnswers(trx, await answersOfBranch(trx, found.dialogue_id, found.leaf_id), callsAtMost),
      };
    }),
  );

  route(app, copySharedDialogue, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const id = await copyShare(trx, caller, app.models, params.share_id, body.idempotency_key);
      const made = await findOwnDialogue(trx, caller.memberId, id);
      // Made by an earlier request with this key, and deleted since.
      if (made === undefined) throw new ApiError('not_found');
      return dialogueSummary(made, caller.language);
    }),
  );
}

/** What an administrator says of a prompt is between them and who sent it. */
function withoutApproval(run: Message['run']): Message['run'] {
  if (run === null) return null;
  const { approval: _, ...told } = run;
  return told;
}
