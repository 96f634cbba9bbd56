import { getToolContent } from '@parlance/shared/contract/api/tools/contents';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { routeFile } from '../../../platform/http/route.ts';
import { findReadableContent } from './readable.ts';

export async function toolContentRoutes(app: FastifyInstance): Promise<void> {
  routeFile(app, getToolContent, async ({ params, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      findReadableContent(trx, caller.memberId, params.content_id),
    );
    // Its answer was deleted in between if the bytes are missing.
    const content = found === undefined || found.storage_key === null ? null : await app.storage.get(found.storage_key);
    if (found === undefined || content === null) throw new ApiError('not_found');
    const { name, media_type: mediaType, size, type } = found;
    return { content, name: name === '' ? type : name, mediaType, size };
  });
}
