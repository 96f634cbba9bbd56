import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../errors/api-error.ts';

/**
 * Hashes a request: equal requests have equal fingerprints, whatever the order of their properties and whatever the
 * key. Pass everything that tells requests of one table of keys apart, the ids of the path too.
 */
export function fingerprintOf({ idempotency_key: _, ...request }: Readonly<Record<string, unknown>>): Buffer {
  return createHash('sha256').update(JSON.stringify(request, inOrder)).digest();
}

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * Throws idempotency_key_reused if the earlier request with the key differed. Rows of the previous release have no
 * fingerprint, and count as equal.
 */
export function requireSameRequest(earlier: Uint8Array | null, fingerprint: Buffer): void {
  if (earlier !== null && !fingerprint.equals(earlier)) throw new ApiError('idempotency_key_reused');
}

/**
 * Returns the stored key for a table in which keys are unique per organisation: a colleague with the same key gets
 * another one.
 */
export function keptKey(memberId: string, key: string): string {
  const hex = createHash('sha256').update(`${memberId} ${key}`).digest('hex');
  // RFC 9562: version 8, of bits that are one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns a condition that is true for rows with this member's key. The previous release stored the key itself;
 * `madeBy` is its column with the member.
 */
export const isOfKey = (memberId: string, key: string, madeBy: string): RawBuilder<boolean> =>
  sql<boolean>`(idempotency_key = ${keptKey(memberId, key)} or (idempotency_key = ${key} and ${sql.ref(madeBy)} = ${memberId}))`;
