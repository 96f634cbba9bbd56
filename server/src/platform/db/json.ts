import type { ColumnType } from 'kysely';

/** Matches half of a surrogate pair, which JSON.stringify escapes; not a literal backslash followed by such letters. */
const halfPair = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

/** Serialises a value for a jsonb column, which accepts no half of a surrogate pair. */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(halfPair, '$1\uFFFD');

/** A jsonb column: read as an object, written as its JSON text. */
export type Json<T> = ColumnType<T, string, string>;
