import { Readable } from 'node:stream';
import * as contract from '@parlance/shared/contract/api/file-manager';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { kindOfMediaType } from '../../library/extraction/file-kinds.ts';
import { keepFile } from '../../library/files/keep-file.ts';
import { findPassagesFrom } from '../../library/files/repository.ts';
import type { Pending } from '../../library/knowledge/add.ts';
import { handOver } from '../../library/knowledge/hand-over.ts';
import { readerOf } from '../../library/knowledge/reader.ts';
import { nameOf, readSource } from '../../library/knowledge/repository.ts';
import { findVersion, restoreVersion } from '../../library/knowledge/versions.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route, routeFile } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { changeMany } from './bulk.ts';
import { dialogueFilePage, dialogueFiles, openDialogueFile, sightOf } from './dialogue-files.ts';
import { findPage, managedFiles, positionIn, readManaged } from './list.ts';
import { findStorage } from './storage-meter.ts';

const dialogueFilePositions = { size: z.tuple([z.int32(), z.uuid()]), created: z.tuple([moment, z.uuid()]) };
/** Owners that a filter offers: more than anybody reads. */
const ownersAtMost = 300;

/**
 * All files of an organisation, for its administrators. What is done with them is done by knowledge: an administrator
 * may change everybody's, as far as their privileges say so.
 */
export async function fileManagerRoutes(app: FastifyInstance): Promise<void> {
  listRoutes(app);
  versionRoutes(app);
  dialogueFileRoutes(app);

  route(app, contract.setFileOwner, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await handOver(trx, caller, params.source_id, body.owner_id);
      return readManaged(trx, readerOf(app, caller), params.source_id);
    }),
  );

  route(app, contract.changeManagedFiles, ({ body, caller }) => changeMany(app.db, caller, body));
}

const positionOf = ({ at, at_id }: { at: Date | string | number; at_id: string }): [string | number, string] => [
  at instanceof Date ? at.toISOString() : at,
  at_id,
];

function listRoutes(app: FastifyInstance): void {
  route(app, contract.listManagedFiles, ({ query: { cursor, limit, ...wanted }, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const reader = readerOf(app, caller);
      const found = await findPage(trx, reader, {
        ...wanted,
        after: readCursor(cursor, positionIn(wanted.order)),
        limit,
      });
      const { rows, next_cursor } = pageOfRows(found, limit, positionOf);
      return {
        items: await managedFiles(
          trx,
          reader,
          rows.map(({ id }) => id),
        ),
        next_cursor,
      };
    }),
  );

  route(app, contract.getManagedFile, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readManaged(trx, readerOf(app, caller), params.source_id)),
  );

  route(app, contract.getFileStorage, ({ caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => findStorage(trx, caller.organizationId)),
  );

  route(app, contract.getFileOwners, ({ caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const owning = trx
        .selectFrom('knowledge_sources')
        .where('organization_id', '=', caller.organizationId)
        .where('deleted_at', 'is', null)
        .where('owner_id', 'is not', null)
        .select('owner_id')
        .distinct()
        .limit(ownersAtMost)
        .as('owning');
      const rows = await trx
        .selectFrom(owning)
        .select(nameOf(sql`owning.owner_id`).as('owner'))
        .execute();
      const owners = rows.flatMap(({ owner }): Colleague[] => (owner === null ? [] : [owner]));
      return { owners: owners.sort((one, other) => one.name.localeCompare(other.name, caller.language)) };
    }),
  );
}

function versionRoutes(app: FastifyInstance): void {
  /** A version of a source that the caller may read. */
  const versionOf = async (
    trx: Trx,
    caller: Caller,
    { source_id: sourceId, version_id: versionId }: { source_id: string; version_id: string },
  ) => {
    await readSource(trx, readerOf(app, caller), sourceId);
    return findVersion(trx, { sourceId, versionId });
  };

  routeFile(app, contract.downloadFileVersion, async ({ params, caller }) => {
    const version = await app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await versionOf(trx, caller, params);
      await record(trx, { action: 'file.downloaded', target: { id: found.source_id, name: found.name } });
      return found;
    });
    const content =
      version.storage_key === null
        ? Readable.from([Buffer.from(version.content, 'utf8')])
        : await app.storage.get(version.storage_key);
    // Deleted in the moment between.
    if (content === null) throw new ApiError('not_found');
    return { content, name: version.name, mediaType: version.media_type, size: version.size };
  });

  route(app, contract.restoreFileVersion, async ({ params, caller }) => {
    const {
      storage_key: key,
      content,
      media_type: mediaType,
      size,
      sha256,
    } = await app.db.asTenant(caller.organizationId, (trx) => versionOf(trx, caller, params));
    const restore = (pending: Pending) =>
      app.db.asTenant(caller.organizationId, async (trx) => {
        await restoreVersion(trx, caller, { sourceId: params.source_id, versionId: params.version_id }, pending);
        return readManaged(trx, readerOf(app, caller), params.source_id);
      });
    if (key !== null) return restore({ key, size, sha256, mediaType });
    const kind = kindOfMediaType(mediaType);
    if (kind === null) throw new Error(`The version ${params.version_id} is ${mediaType}, which is not taken in.`);
    const bytes = Buffer.from(content, 'utf8');
    return keepFile(
      app,
      { organizationId: caller.organizationId, kind, content: [bytes], size: bytes.length },
      (kept) => restore({ ...kept, mediaType }),
    );
  });
}

function dialogueFileRoutes(app: FastifyInstance): void {
  route(app, contract.listDialogueFiles, ({ query: { cursor, limit, ...wanted }, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await dialogueFilePage(trx, caller, {
        ...wanted,
        after: readCursor(cursor, dialogueFilePositions[wanted.order]),
        limit,
      }).execute();
      const { rows, next_cursor } = pageOfRows(found, limit, positionOf);
      return {
        items: await dialogueFiles(
          trx,
          caller,
          await sightOf(trx, caller),
          rows.map(({ id }) => id),
        ),
        next_cursor,
      };
    }),
  );

  route(app, contract.getDialogueFile, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const [found] = await dialogueFiles(trx, caller, await sightOf(trx, caller), [params.attachment_id]);
      if (found === undefined) throw new ApiError('not_found');
      return found;
    }),
  );

  route(app, contract.readDialogueFile, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { id, passages } = await openDialogueFile(trx, caller, params.attachment_id);
      return { passages, items: await findPassagesFrom(trx, id, query.from, query.limit) };
    }),
  );

  routeFile(app, contract.downloadDialogueFile, async ({ params, caller }) => {
    const {
      name,
      media_type: mediaType,
      size,
      storage_key: key,
      content,
    } = await app.db.asTenant(caller.organizationId, (trx) => openDialogueFile(trx, caller, params.attachment_id));
    const bytes = key === null ? Readable.from([Buffer.from(content, 'utf8')]) : await app.storage.get(key);
    // Deleted in the moment between.
    if (bytes === null) throw new ApiError('not_found');
    return { content: bytes, name, mediaType, size };
  });
}
