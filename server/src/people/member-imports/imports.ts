import type {
  MemberImport,
  RefusedLine,
  startMemberImport,
} from '@parlance/shared/contract/api/member-imports/member-imports';
import {
  csvLinesMax,
  type MemberLine,
  readMemberLines,
} from '@parlance/shared/contract/api/member-imports/member-lines';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, isOfKey, keptKey, requireSameRequest } from '../../platform/http/idempotency.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import { isFree } from '../organizations/held.ts';

type Body = CheckedInput<typeof startMemberImport>['body'];

/** The lines of a file that can be imported. Throws validation_failed where there is nothing to do, or too much. */
export function readImport(csv: string): readonly MemberLine[] {
  const { columns, lines, isTooLong } = readMemberLines(csv);
  const refuse = (message: string) => new ApiError('validation_failed', { issues: [{ path: 'body.csv', message }] });
  if (columns.email === undefined) throw refuse('The first line names no column of e-mail addresses.');
  if (lines.length === 0) throw refuse('There is no line below the head.');
  if (isTooLong) throw refuse(`A file has at most ${csvLinesMax} lines.`);
  return lines;
}

/** Stores what is to be done and asks for it. Throws import_running while another one is. */
export async function insertImport(
  trx: Trx,
  caller: Caller,
  wanted: Body,
  lines: readonly MemberLine[],
): Promise<string> {
  const { organizationId, memberId } = caller;
  const { role, language, days, idempotency_key } = wanted;
  const made = await trx
    .insertInto('member_imports')
    .values({
      organization_id: organizationId,
      member_id: memberId,
      idempotency_key: keptKey(memberId, idempotency_key),
      request_fingerprint: fingerprintOf(wanted),
      role,
      language,
      valid_days: days,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) {
    const same = await findSameImport(trx, caller, wanted);
    if (same === null) throw new ApiError('import_running');
    return same;
  }
  const rows = lines.map(({ line, email, written, role, teams, language, fault }) => ({
    line,
    email,
    written,
    role,
    teams,
    language,
    outcome: fault,
  }));
  // As one value: so many lines have more cells than a statement may have values.
  await sql`
    insert into member_import_lines (organization_id, import_id, line, email, written, role, teams, language, outcome)
    select ${organizationId}::uuid, ${made.id}::uuid, line, email, written, role, teams, language, outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (line integer, email text, written jsonb, role text, teams text[], language text, outcome text)`.execute(
    trx,
  );
  await requestJob(trx, 'import_members', { import: made.id }, caller.organizationId);
  await record(trx, {
    action: 'member.import_started',
    target: { id: made.id, name: '' },
    after: { lines: lines.length, role },
  });
  return made.id;
}

/**
 * What an earlier request of the caller's with this key has made; null where there is none. Throws
 * idempotency_key_reused where it asked for something else.
 */
export async function findSameImport(
  trx: Trx,
  { organizationId, memberId }: Caller,
  wanted: Body,
): Promise<string | null> {
  const made = await trx
    .selectFrom('member_imports')
    .where('organization_id', '=', organizationId)
    .where(isOfKey(memberId, wanted.idempotency_key, 'member_id'))
    .select(['id', 'request_fingerprint'])
    .executeTakeFirst();
  if (made === undefined) return null;
  requireSameRequest(made.request_fingerprint, fingerprintOf(wanted));
  return made.id;
}

const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*) from member_import_lines as lines where lines.import_id = member_imports.id and ${condition})::int`;

const imports = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('member_imports')
    .where('organization_id', '=', organizationId)
    .select(['id', 'status', 'created_at'])
    .select([
      counted(sql`true`).as('total'),
      counted(sql`outcome is not null`).as('done'),
      counted(sql`outcome = 'invited'`).as('invited'),
      counted(sql`outcome <> 'invited'`).as('refused'),
    ]);

const asImport = <Row extends { created_at: Date }>(row: Row) => ({ ...row, created_at: row.created_at.toISOString() });

export async function findImport(trx: Trx, organizationId: string, id: string): Promise<MemberImport | null> {
  const row = await imports(trx, organizationId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : asImport(row);
}

/** Where a page begins: after the import of this moment and id. */
export type ImportPosition = readonly [string, string];

/** Newest first, one more than `limit` where there are more. */
export async function findImports(
  trx: Trx,
  organizationId: string,
  after: ImportPosition | null,
  limit: number,
): Promise<MemberImport[]> {
  let query = imports(trx, organizationId);
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(asImport);
}

/** The lines that led to no invitation, after this one, one more than `limit` where there are more. */
export async function findRefusedLines(
  trx: Trx,
  importId: string,
  after: number,
  limit: number,
): Promise<RefusedLine[]> {
  const rows = await trx
    .selectFrom('member_import_lines')
    .where('import_id', '=', importId)
    .where('outcome', '<>', 'invited')
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit + 1)
    .select(['line', 'written', 'outcome'])
    .execute();
  return rows.flatMap(({ line, written, outcome }) =>
    outcome === null || outcome === 'invited' ? [] : [{ id: String(line), line, ...written, outcome }],
  );
}

/** What is left of an import that nobody goes on with. */
export async function stopImport(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('member_import_lines')
    .set({ outcome: 'stopped' })
    .where('import_id', '=', id)
    .where('outcome', 'is', null)
    .execute();
  await trx
    .updateTable('member_imports')
    .set({ status: 'stopped' })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/** Addresses of people are not kept longer than their report is of use. */
export const oldImports: Due = {
  table: 'member_imports',
  by: 'created_at',
  keptFor: days(30),
  where: sql<boolean>`status <> 'running' and ${isFree('member_imports.organization_id', 'member_imports.member_id')}`,
};
