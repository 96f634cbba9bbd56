import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

/** The place where a list goes on, as an opaque word for the reader. */
export function writeCursor(position: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The place a cursor stands for; null without a cursor. One that this list did not write is refused. */
export function readCursor<S extends z.core.$ZodType>(cursor: string | undefined, shape: S): z.output<S> | null {
  if (cursor === undefined) return null;
  const read = z.safeParse(shape, parsed(cursor));
  if (read.success) return read.data;
  throw notOfThisList();
}

/** What is refused with a cursor that this list did not write. */
export const notOfThisList = (): ApiError =>
  new ApiError('validation_failed', { issues: [{ path: 'query.cursor', message: 'This is no cursor of this list. Begin again without one.' }] });

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null; // what is no JSON has no shape of a cursor either
  }
}

/** Cuts the row that was read beyond the page, and writes the cursor where there was one. */
export function pageOfRows<Row>(rows: readonly Row[], limit: number, position: (row: Row) => readonly (string | number | boolean)[]) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next_cursor: rows.length > limit && last !== undefined ? writeCursor(position(last)) : null };
}
