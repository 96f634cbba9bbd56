import {
  attachmentMaxBytes,
  deleteAttachment,
  getAttachment,
  listAttachments,
  uploadAttachment,
} from '@parlance/shared/contract/api/attachments';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route, routeUpload } from '../../platform/http/route.ts';
import { deleteOwnAttachment, findOwnAttachment, findOwnAttachments } from './repository.ts';
import { takeIn } from './take-in.ts';

export async function attachmentRoutes(app: FastifyInstance): Promise<void> {
  routeUpload(app, uploadAttachment, attachmentMaxBytes, ({ query, caller, content, size }) =>
    takeIn(app, caller, { name: query.name, content, size }),
  );

  route(app, getAttachment, async ({ params, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      findOwnAttachment(trx, caller, params.attachment_id),
    );
    if (found === undefined) throw new ApiError('not_found');
    return found;
  });

  route(app, listAttachments, async ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => ({
      items: await findOwnAttachments(trx, caller, query.ids.split(',')),
    })),
  );

  route(app, deleteAttachment, async ({ params, caller }) => {
    await app.db.asTenant(caller.organizationId, (trx) => deleteOwnAttachment(trx, caller, params.attachment_id));
    return {};
  });
}
