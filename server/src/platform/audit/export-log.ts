import { Readable } from 'node:stream';
import type { AuditEntryDetails, AuditFilter } from '@parlance/shared/contract/api/audit/audit-log';
import { csvHead, csvLines } from '@parlance/shared/contract/values/csv';
import type { Database } from '../db/database.ts';
import { detailsOf, findEntries } from './entries.ts';
import { readDialogueMask } from './masked-dialogues.ts';

/** Read with one statement, in a transaction of its own: nobody waits for a slow reader. */
const atOnce = 1_000;

type Format = 'csv' | 'jsonl';
export type LogExport = {
  readonly organizationId: string;
  readonly filter: AuditFilter;
  readonly format: Format;
  readonly upTo: number;
};

/** What the filter finds up to an entry, the oldest first: what arrives while it is read stands behind that one. */
export const exportLog = (db: Database, wanted: LogExport): Readable =>
  Readable.from(pieces(db, wanted), { objectMode: false });

async function* pieces(db: Database, { organizationId, filter, format, upTo }: LogExport): AsyncGenerator<Buffer> {
  const mask = await db.asTenant(organizationId, (trx) => readDialogueMask(trx, organizationId));
  if (format === 'csv') yield Buffer.from(csvHead(columns));
  for (let beyond = 0; ;) {
    const rows = await db.asTenant(organizationId, (trx) =>
      findEntries(trx, { organizationId, filter, beyond, upTo, limit: atOnce, order: 'oldest', mask }),
    );
    const entries = rows.map((row) => detailsOf(row, mask));
    const last = entries.at(-1);
    if (last === undefined) return;
    yield Buffer.from(
      format === 'csv' ? csvLines(entries.map(cellsOf)) : entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    );
    if (rows.length < atOnce) return;
    beyond = last.number;
  }
}

const columns = [
  'number',
  'at',
  'action',
  'actor_kind',
  'actor_id',
  'actor',
  'address',
  'target_kind',
  'target_id',
  'target',
  'changes',
  'request_id',
  'hash',
];

function cellsOf({
  number,
  at,
  action,
  actor,
  address,
  target,
  changes,
  request_id,
  hash,
}: AuditEntryDetails): string[] {
  const changed =
    changes.length === 0
      ? ''
      : JSON.stringify(Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]])));
  return [
    String(number),
    at,
    action,
    actor.kind,
    actor.id ?? '',
    actor.name,
    address ?? '',
    target.kind,
    target.id ?? '',
    target.name,
    changed,
    request_id ?? '',
    hash,
  ];
}
