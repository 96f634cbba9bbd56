import type { ColumnType } from 'kysely';

/**
 * Half a surrogate pair, which JSON.stringify writes as an escape; not a backslash that is text followed by such
 * letters.
 */
const halfPair = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

/** A value as the text of a jsonb column, which takes no half of a surrogate pair. */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(halfPair, '$1\uFFFD');

/** jsonb: read as an object, written as its JSON text. */
export type Json<T> = ColumnType<T, string, string>;
