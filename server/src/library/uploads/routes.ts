import {
  beginUpload,
  cancelUpload,
  completeUpload,
  getUpload,
  sendUploadPart,
} from '@parlance/shared/contract/api/uploads';
import { uploadPartBytes } from '@parlance/shared/contract/values/upload-sizes';
import type { FastifyInstance } from 'fastify';
import { route, routeUpload } from '../../platform/http/route.ts';
import { startUpload } from './begin.ts';
import { finishUpload } from './complete.ts';
import { lockUpload, shownUpload } from './repository.ts';
import { takePart } from './take-part.ts';

/** Large files, part by part. */
export async function uploadRoutes(app: FastifyInstance): Promise<void> {
  route(app, beginUpload, ({ body, caller }) => startUpload(app.db, caller, body));

  route(app, getUpload, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) =>
      shownUpload(trx, await lockUpload(trx, caller, params.upload_id)),
    ),
  );

  routeUpload(app, sendUploadPart, uploadPartBytes, ({ params, query, caller, content }) =>
    takePart(app, caller, { uploadId: params.upload_id, number: params.number, sum: query.sha256, content }),
  );

  route(app, completeUpload, ({ params, caller }) => finishUpload(app, caller, params.upload_id));

  route(app, cancelUpload, async ({ params, caller }) => {
    await app.db.asTenant(caller.organizationId, async (trx) => {
      const { id } = await lockUpload(trx, caller, params.upload_id);
      await trx.deleteFrom('uploads').where('id', '=', id).execute();
    });
    return {};
  });
}
