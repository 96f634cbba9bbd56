/**
 * Invisible characters that could hide a word: soft hyphen, zero-width space and joiners, word joiner, byte order mark.
 */
export const unseenUnits = '\u00ad\u200b\u200c\u200d\u2060\ufeff';

/** True if a text consists of invisible characters only. */
export const isUnseen = (text: string): boolean =>
  text !== '' && [...text].every((character) => unseenUnits.includes(character));
