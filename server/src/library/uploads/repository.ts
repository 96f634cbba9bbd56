import { type UploadInParts, type UploadTarget, uploadKeptHours } from '@parlance/shared/contract/api/uploads';
import { uploadPartBytes } from '@parlance/shared/contract/values/upload-sizes';
import { sql } from 'kysely';
import { isFree } from '../../people/organizations/held.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, hours } from '../../platform/upkeep/due.ts';

/** The time for joining parts: a process that takes longer has died. */
const joiningTime = sql`interval '10 minutes'`;

/** Returns an upload of the caller's own, locked until the transaction ends; for everyone else it does not exist. */
export async function lockUpload(trx: Trx, { organizationId, memberId }: Caller, id: string) {
  const found = await trx
    .selectFrom('uploads')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .select(['id', 'organization_id', 'name', 'size', 'target', 'key', 'made_id'])
    .select(sql<boolean>`coalesce(joining_at > now() - ${joiningTime}, false)`.as('is_joining'))
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  return { ...found, size: Number(found.size) };
}
export type LockedUpload = Awaited<ReturnType<typeof lockUpload>>;

/** Returns the size of a part in bytes; null if a file of this size has no such part. */
export function bytesOfPart(size: number, number: number): number | null {
  const before = (number - 1) * uploadPartBytes;
  return before < size ? Math.min(uploadPartBytes, size - before) : null;
}
export const partsOfSize = (size: number): number => Math.ceil(size / uploadPartBytes);

export function findParts(trx: Trx, uploadId: string) {
  return trx
    .selectFrom('upload_parts')
    .where('upload_id', '=', uploadId)
    .select(['number', 'sha256', 'storage_key'])
    .orderBy('number')
    .execute();
}

export async function shownUpload(
  trx: Trx,
  { id, name, size }: Pick<LockedUpload, 'id' | 'name' | 'size'>,
): Promise<UploadInParts> {
  const parts = await findParts(trx, id);
  return {
    id,
    name,
    size,
    part_bytes: uploadPartBytes,
    parts: parts.map(({ number, sha256 }) => ({ number, sha256 })),
  };
}

type Same = { name: string; size: number; modifiedAt: Date; target: UploadTarget };

/** The upload of the same file for the same target that the caller has under way. */
export function findSame(trx: Trx, { memberId }: Caller, { name, size, modifiedAt, target }: Same) {
  return trx
    .selectFrom('uploads')
    .where('member_id', '=', memberId)
    .where('name', '=', name)
    .where('size', '=', String(size))
    .where('modified_at', '=', modifiedAt)
    .where(sql<boolean>`target = ${JSON.stringify(target)}::jsonb`)
    .where('made_id', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
}

/** Renews an upload upon activity: it is kept, with its room, from now on. */
export async function touchUpload(trx: Trx, { id, key }: Pick<LockedUpload, 'id' | 'key'>): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('storage_reservations')
    .set({ expires_at: sql<Date>`now() + make_interval(hours => ${uploadKeptHours})` })
    .where('key', '=', key)
    .execute();
}

/** Uploads without activity for long; their parts and their room go with them. */
export const oldUploads: Due = {
  table: 'uploads',
  by: 'touched_at',
  keptFor: hours(uploadKeptHours),
  where: isFree('uploads.organization_id', 'uploads.member_id'),
};
