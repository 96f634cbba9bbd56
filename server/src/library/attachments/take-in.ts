import { type Attachment, unsupportedCode } from '@parlance/shared/contract/api/attachments';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import { type Limit, countAct, hourSeconds } from '../../platform/limits/limits.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type FileKind, kindOfName } from '../extraction/file-kinds.ts';
import { type KeptFile, keepFile } from '../files/keep-file.ts';
import { cleanFileName } from './file-name.ts';
import { findOwnAttachment, insertAttachment } from './repository.ts';

/** The limit of a member's files an hour: more than a person reads, and far less than fills a disk. */
const uploads: Limit = { name: 'uploads', most: 200, windowSeconds: hourSeconds };

/** Options for a file that was joined from parts. */
export type HandedOver = {
  /** The storage key of the file, for which room of the plan is reserved. */
  roomAt?: string;
  /** Called with the new attachment, in the transaction that creates it. */
  made?: (trx: Trx, id: string) => Promise<void>;
};

type Incoming = { name: string; content: AsyncIterable<Uint8Array>; size: number | null } & HandedOver;

/** Stores a file for its sender. */
export async function takeIn(
  { db, storage }: FastifyInstance,
  caller: Caller,
  { name, content, size, roomAt, made }: Incoming,
): Promise<Attachment> {
  const clean = cleanFileName(name);
  const kind = kindOfName(clean);
  if (kind === null) throw new ApiError(unsupportedCode(clean));
  await db.asSystem((trx) => countAct(trx, uploads, caller.memberId));
  const { organizationId } = caller;
  return keepFile({ db, storage }, { organizationId, kind, content, size, roomAt }, (kept) =>
    db.asTenant(organizationId, async (trx) => {
      const attachment = await insert(trx, caller, { ...kept, name: clean, kind });
      await made?.(trx, attachment.id);
      return attachment;
    }),
  );
}

type StoredAttachment = KeptFile & { name: string; kind: FileKind };

async function insert(
  trx: Trx,
  caller: Caller,
  { name, kind, key, size, sha256 }: StoredAttachment,
): Promise<Attachment> {
  const isDocument = kind.kind === 'document';
  const { id: fileId } = await trx
    .insertInto('files')
    .values({
      organization_id: caller.organizationId,
      name,
      media_type: kind.mediaType,
      size,
      sha256,
      language: null,
      storage_key: key,
      state: isDocument ? 'reading' : 'ready',
      error_code: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await insertAttachment(trx, caller, { fileId, kind: kind.kind });
  if (isDocument) await requestJob(trx, 'read_file', { file: fileId }, caller.organizationId);
  const attachment = await findOwnAttachment(trx, caller, id);
  if (attachment === undefined) throw new Error('An attachment that was just inserted is not there.');
  return attachment;
}
