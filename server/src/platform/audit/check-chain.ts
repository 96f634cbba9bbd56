import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** The page size: entries whose hashes are recomputed with one statement. */
export const entriesAPage = 10_000;

/** The position a check has reached: the last entry found sound. */
export type ChainPosition = { readonly seq: number; readonly hash: string };
export type ChainFault = { readonly seq: number; readonly kind: 'altered' | 'removed' | 'inserted' };
export type CheckedPage = {
  readonly checked: number;
  readonly through: ChainPosition;
  readonly isDone: boolean;
  readonly fault: ChainFault | null;
};

type Summary = {
  count: number;
  last_seq: string | null;
  last_hash: string | null;
  bad_seq: string | null;
  bad_before: string | null;
  bad_is_altered: boolean | null;
  head_seq: string | null;
  head_hash: string | null;
};

/**
 * Checks one page of an organisation’s chain, from its beginning or from where an earlier page ended. Reports the first
 * entry that was altered, removed or inserted.
 */
export async function checkChain(
  trx: Trx,
  organizationId: string,
  from: ChainPosition | null,
  size = entriesAPage,
): Promise<CheckedPage> {
  const begin = from ?? (await beginningOf(trx, organizationId));
  const [page] = (await walk(organizationId, begin, size).execute(trx)).rows;
  if (page === undefined) throw new Error('A summary of one row came without it.');
  const through = { seq: Number(page.last_seq ?? begin.seq), hash: page.last_hash ?? begin.hash };
  const fault = faultWithin(page) ?? (page.count < size ? faultAtEnd(page, through) : null);
  return { checked: page.count, through, isDone: fault !== null || page.count < size, fault };
}

/**
 * Compares each entry with its predecessor; the head is read with the same statement, so that no entry comes between.
 */
const walk = (organizationId: string, { seq, hash }: ChainPosition, size: number): RawBuilder<Summary> => sql<Summary>`
  with page as materialized (
    select seq, hash, previous_hash, hash = audit_hash(audit_log) as is_sound,
      lag(seq, 1, ${seq}::bigint) over (order by seq) as before_seq, lag(hash, 1, decode(${hash}, 'hex')) over (order by seq) as before_hash
    from audit_log where organization_id = ${organizationId} and seq > ${seq}::bigint order by seq limit ${size}),
  bad as (select * from page where not is_sound or seq <> before_seq + 1 or previous_hash <> before_hash order by seq limit 1)
  select (select count(*)::integer from page) as count,
    (select seq from page order by seq desc limit 1) as last_seq,
    (select encode(hash, 'hex') from page order by seq desc limit 1) as last_hash,
    (select seq from bad) as bad_seq, (select before_seq from bad) as bad_before, (select not is_sound from bad) as bad_is_altered,
    (select seq from audit_heads where organization_id = ${organizationId}) as head_seq,
    (select encode(hash, 'hex') from audit_heads where organization_id = ${organizationId}) as head_hash`;

function faultWithin({ bad_seq, bad_before, bad_is_altered, head_seq }: Summary): ChainFault | null {
  if (bad_seq === null || bad_before === null) return null;
  const [seq, before] = [Number(bad_seq), Number(bad_before)];
  if (seq > Number(head_seq ?? 0)) return { seq, kind: 'inserted' };
  if (seq !== before + 1) return { seq: before + 1, kind: 'removed' };
  // An entry that is sound in itself but does not follow its predecessor: the predecessor was rewritten, hash included.
  return { seq: bad_is_altered === true ? seq : Math.max(before, 1), kind: 'altered' };
}

/** The head is the witness of the last entries: nothing behind them would show that they are gone. */
function faultAtEnd({ head_seq, head_hash }: Summary, { seq, hash }: ChainPosition): ChainFault | null {
  const head = Number(head_seq ?? 0);
  if (seq > head) return { seq: head + 1, kind: 'inserted' };
  if (seq < head) return { seq: seq + 1, kind: 'removed' };
  return head > 0 && hash !== head_hash ? { seq, kind: 'altered' } : null;
}

/** The position before the first entry; after retention has removed the oldest, behind the last of those removed. */
async function beginningOf(trx: Trx, organizationId: string): Promise<ChainPosition> {
  const row = await trx
    .selectFrom('audit_checkpoints')
    .where('organization_id', '=', organizationId)
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq', 'hash'])
    .executeTakeFirst();
  return row === undefined ? { seq: 0, hash: '' } : { seq: Number(row.seq), hash: row.hash.toString('hex') };
}
