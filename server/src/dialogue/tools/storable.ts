import { jsonOf } from '../../platform/db/json.ts';

/** PostgreSQL takes no NUL and no half of a surrogate pair in a text. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const escapedNul = /(?<!\\)((?:\\\\)*)\\u0000/g;
/** A value that others have made, as the text of a jsonb column. */
export const storableJson = (value: unknown): string => jsonOf(value).replace(escapedNul, '$1');
