import { decide } from '@parlance/shared/contract/access/access';
import { attachmentMaxBytes, unsupportedCode, uploadAttachment } from '@parlance/shared/contract/api/attachments';
import { replaceKnowledgeFile, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import {
  type UploadInParts,
  type UploadTarget,
  type beginUpload,
  uploadKeptHours,
} from '@parlance/shared/contract/api/uploads';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { uploadMaxBytes } from '@parlance/shared/contract/values/upload-sizes';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Limit, countAct, hourSeconds } from '../../platform/limits/limits.ts';
import { takeStorage } from '../../platform/limits/storage.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { newStorageKey } from '../../platform/storage/storage.ts';
import { cleanFileName } from '../attachments/file-name.ts';
import { kindOfName } from '../extraction/file-kinds.ts';
import { checkKnowledgeFile } from '../knowledge/content-routes.ts';
import { findSame, lockUpload, shownUpload, touchUpload } from './repository.ts';

/** The limit of uploads a member begins in an hour. Their content is counted by its destination. */
const begun: Limit = { name: 'large uploads', most: 500, windowSeconds: hourSeconds };

/** The requirements of the endpoint that takes in a small file for the same target. */
const requirements = {
  knowledge: uploadKnowledge.requires,
  'knowledge-replacement': replaceKnowledgeFile.requires,
  attachment: uploadAttachment.requires,
};

/** Throws unless the caller may add a file of this name there. */
export async function checkTarget(trx: Trx, caller: Caller, name: string, target: UploadTarget): Promise<void> {
  const requires = requirements[target.kind];
  if (typeof requires === 'object' && !decide(requires, caller).allowed) throw new ApiError('privilege_missing');
  if (target.kind === 'knowledge') return checkKnowledgeFile(trx, caller, name, { folderId: target.folder_id });
  if (target.kind === 'knowledge-replacement')
    return checkKnowledgeFile(trx, caller, name, { replaces: target.source_id });
  if (kindOfName(name) === null) throw new ApiError(unsupportedCode(name));
}

/** Begins an upload, with its room of the plan, or goes on with the one of the same file. */
export async function startUpload(
  db: Database,
  caller: Caller,
  body: CheckedInput<typeof beginUpload>['body'],
): Promise<UploadInParts> {
  const { size, to: target } = body;
  if (size > (target.kind === 'attachment' ? attachmentMaxBytes : uploadMaxBytes)) throw new ApiError('body_too_large');
  const name = cleanFileName(body.name);
  const modifiedAt = new Date(body.modified_at);
  await db.asSystem((trx) => countAct(trx, begun, caller.memberId));
  const { organizationId, memberId } = caller;
  return db.asTenant(organizationId, async (trx) => {
    await checkTarget(trx, caller, name, target);
    const same = await findSame(trx, caller, { name, size, modifiedAt, target });
    if (same !== undefined) {
      const upload = await lockUpload(trx, caller, same.id);
      await touchUpload(trx, upload);
      return shownUpload(trx, upload);
    }
    const key = newStorageKey();
    await takeStorage(trx, { organizationId, key, bytes: size, seconds: uploadKeptHours * hourSeconds });
    const { id } = await trx
      .insertInto('uploads')
      .values({
        organization_id: organizationId,
        member_id: memberId,
        name,
        size: String(size),
        modified_at: modifiedAt,
        target: JSON.stringify(target),
        key,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return shownUpload(trx, { id, name, size });
  });
}
