import * as z from 'zod/mini';
import { ApiError } from '../errors/api-error.ts';

/** Encodes the position where a list continues, as an opaque text. */
export function writeCursor(position: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Decodes the position of a cursor; null without one. A cursor that this list did not write is refused: its position
 * reaches a statement, so its shape must fit the column (`moment` of the contract, `z.int32()` for an integer).
 */
export function readCursor<S extends z.core.$ZodType>(cursor: string | undefined, shape: S): z.output<S> | null {
  if (cursor === undefined) return null;
  const read = z.safeParse(shape, parsed(cursor));
  if (read.success) return read.data;
  throw notOfThisList();
}

/** The error for a cursor that this list did not write. */
export const notOfThisList = (): ApiError =>
  new ApiError('validation_failed', {
    issues: [{ path: 'query.cursor', message: 'This is no cursor of this list. Begin again without one.' }],
  });

function parsed(cursor: string): unknown {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(place) && place.some(holdsNul) ? null : place;
  } catch {
    return null; // a text that is no JSON does not have the shape of a cursor either
  }
}

/** True if a value contains U+0000, which PostgreSQL's text cannot hold, so that no row has it. */
const holdsNul = (value: unknown) => typeof value === 'string' && value.includes('\0');

/** Cuts off the extra row of a page, and writes the cursor if there was one. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => readonly (string | number | boolean)[],
) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next_cursor: rows.length > limit && last !== undefined ? writeCursor(position(last)) : null };
}
