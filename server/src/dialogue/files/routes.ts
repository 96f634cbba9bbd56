import { Readable } from 'node:stream';
import { downloadFile, readFileText } from '@parlance/shared/contract/api/files';
import type { FastifyInstance } from 'fastify';
import { findPassagesFrom } from '../../library/files/repository.ts';
import { record } from '../../platform/audit/record.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route, routeFile } from '../../platform/http/route.ts';
import { findReadableFile } from './readable-files.ts';

export async function fileRoutes(app: FastifyInstance): Promise<void> {
  route(app, readFileText, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const file = await findReadableFile(trx, caller, params.file_id);
      if (file === undefined) throw new ApiError('not_found');
      const { id, name, media_type, size, passages } = file;
      return {
        id,
        name,
        media_type,
        size,
        passages,
        items: await findPassagesFrom(trx, id, query.from, query.limit),
        has_original: true,
      };
    }),
  );

  routeFile(app, downloadFile, async ({ params, caller }) => {
    const file = await app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await findReadableFile(trx, caller, params.file_id);
      if (found !== undefined)
        await record(trx, { action: 'file.downloaded', target: { id: found.id, name: found.name } });
      return found;
    });
    // The file was deleted in between if its bytes are missing.
    const content =
      file === undefined
        ? null
        : file.storage_key === null
          ? Readable.from([Buffer.from(file.content, 'utf8')])
          : await app.storage.get(file.storage_key);
    if (file === undefined || content === null) throw new ApiError('not_found');
    return { content, name: file.name, mediaType: file.media_type, size: file.size };
  });
}
