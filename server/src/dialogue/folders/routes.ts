import {
  createFolder,
  deleteFolder,
  folderNameMaxLength,
  listFolders,
  renameFolder,
} from '@parlance/shared/contract/api/folders';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { maskNote } from '../governance/mask-note.ts';
import * as repository from './repository.ts';

/** Registers the routes of folders of dialogues. */
export async function folderRoutes(app: FastifyInstance): Promise<void> {
  const nameOf = (trx: Trx, caller: Caller, text: string) =>
    maskNote(app, trx, caller, { botId: null, text, mostLength: folderNameMaxLength });

  route(app, listFolders, async ({ caller }) => ({
    items: await app.db.asTenant(caller.organizationId, (trx) => repository.findOwnFolders(trx, caller.memberId)),
  }));

  route(app, createFolder, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await repository.lockFolders(trx, caller.memberId);
      return repository.insertFolder(trx, caller, await nameOf(trx, caller, body.name));
    }),
  );

  route(app, renameFolder, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await repository.lockFolders(trx, caller.memberId);
      const found = await repository.findOwnFolder(trx, caller.memberId, params.folder_id);
      if (found === undefined) throw new ApiError('not_found');
      const name = await nameOf(trx, caller, body.name);
      await repository.renameFolder(trx, caller.memberId, found.id, name);
      return { ...found, name };
    }),
  );

  route(app, deleteFolder, async ({ params, caller }) => {
    const isDeleted = await app.db.asTenant(caller.organizationId, (trx) =>
      repository.deleteFolder(trx, caller.memberId, params.folder_id),
    );
    if (!isDeleted) throw new ApiError('not_found');
    return {};
  });
}
