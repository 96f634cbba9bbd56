import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Returns a condition: the column has this text, in whatever letter case, and however letters with marks are composed
 * (Unicode Standard Annex 15). strpos instead of LIKE: a percent sign in the text is literal.
 */
export const containsText = (column: Expression<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(normalize(${column}, NFC)), lower(normalize(${text}, NFC))) > 0`;
