import {
  deleteDialogue,
  exportDialogue,
  getDialogue,
  listDialogues,
  restoreDialogue,
  startDialogue,
  titleMaxLength,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findOwnFolder } from '../folders/repository.ts';
import { maskNote } from '../governance/mask-note.ts';
import { listDialogue, makeSearchable } from '../messages/search-index.ts';
import { askDialogue } from './ask.ts';
import * as deletion from './deletion.ts';
import { exportFile } from './export.ts';
import * as repository from './repository.ts';
import { routeTurn } from './route-turn.ts';

const dialoguePosition = z.tuple([z.boolean(), moment, z.uuid()]);

export async function dialogueRoutes(app: FastifyInstance): Promise<void> {
  route(app, listDialogues, async ({ query, caller }) => {
    const after = readCursor(query.cursor, dialoguePosition);
    const wanted = {
      botId: query.bot_id,
      folderId: query.folder_id,
      isArchived: query.archived === 'true',
      after,
      limit: query.limit,
    };
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      repository.findOwnDialogues(trx, caller.memberId, wanted),
    );
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [
      row.is_pinned,
      row.updated_at.toISOString(),
      row.id,
    ]);
    return { items: rows.map((row) => repository.dialogueSummary(row, caller.language)), next_cursor };
  });

  routeTurn(app, startDialogue, ({ body, caller }) => askDialogue(app, caller, { botId: body.bot_id }, body));

  route(app, getDialogue, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readSummary(trx, caller, params.dialogue_id)),
  );

  route(app, updateDialogue, async ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const dialogue = await repository.lockOwnDialogue(trx, caller.memberId, params.dialogue_id);
      if (dialogue === undefined) throw new ApiError('not_found');
      const { folder_id } = body;
      if (typeof folder_id === 'string' && (await findOwnFolder(trx, caller.memberId, folder_id)) === undefined)
        throw new ApiError('not_found');
      const title =
        body.title === undefined
          ? undefined
          : await maskNote(app, trx, caller, { botId: dialogue.bot_id, text: body.title, mostLength: titleMaxLength });
      await repository.updateDialogue(trx, params.dialogue_id, changesOf({ ...body, title }));
      if (!dialogue.is_listed) await listDialogue(trx, params.dialogue_id);
      if (body.title !== undefined) await makeSearchable(trx, params.dialogue_id);
      return readSummary(trx, caller, params.dialogue_id);
    }),
  );

  route(app, deleteDialogue, async ({ params, caller }) => {
    await deletion.deleteDialogue(app, caller, params.dialogue_id);
    return {};
  });

  route(app, exportDialogue, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => exportFile(app, trx, caller, params.dialogue_id, query.format)),
  );

  route(app, restoreDialogue, async ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      if (!(await deletion.restoreDialogue(trx, caller.memberId, params.dialogue_id))) throw new ApiError('not_found');
      return readSummary(trx, caller, params.dialogue_id);
    }),
  );
}

async function readSummary(trx: Trx, { memberId, language }: Caller, id: string): Promise<DialogueSummary> {
  const found = await repository.findOwnDialogue(trx, memberId, id);
  if (found === undefined) throw new ApiError('not_found');
  return repository.dialogueSummary(found, language);
}

/** The columns to change. A title of the member's own is never replaced by an automatic one. */
function changesOf({
  title,
  ...changes
}: Omit<CheckedInput<typeof updateDialogue>['body'], 'title'> & { title: string | undefined }) {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return title === undefined ? given : { ...given, title, title_source: 'member' as const, is_searchable: false };
}
