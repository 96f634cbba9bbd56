import type { changeManagedFiles } from '@parlance/shared/contract/api/file-manager';
import type { CheckedInput, Output } from '@parlance/shared/contract/endpoint';
import { changeSource, refreshSource } from '../../library/knowledge/change.ts';
import { deleteSource, restoreSource } from '../../library/knowledge/deleted.ts';
import { handOver } from '../../library/knowledge/hand-over.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';

type Change = CheckedInput<typeof changeManagedFiles>['body'];

/** One after the other, each in a transaction of its own: what cannot be done with one does not undo the others. */
export async function changeMany(
  db: Database,
  caller: Caller,
  body: Change,
): Promise<Output<typeof changeManagedFiles>> {
  const done: string[] = [];
  const failed: { id: string; code: string }[] = [];
  for (const id of new Set(body.ids)) {
    try {
      await db.asTenant(caller.organizationId, (trx) => changeOne(trx, caller, body, id));
      done.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.push({ id, code: error.apiCode });
    }
  }
  return { done, failed };
}

function changeOne(trx: Trx, caller: Caller, body: Change, id: string): Promise<void> {
  switch (body.action) {
    case 'delete':
      return deleteSource(trx, caller, id);
    case 'restore':
      return restoreSource(trx, caller, id);
    case 'refresh':
      return refreshSource(trx, caller, id);
    case 'move':
      return changeSource(trx, caller, id, { folder_id: body.folder_id });
    case 'hand-over':
      return handOver(trx, caller, id, body.owner_id);
  }
}
