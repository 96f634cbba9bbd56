/** An “@” and the search behind it, up to the caret. */
export type Mention = { readonly from: number; readonly to: number; readonly search: string };

/** The longest search: nobody looks for a longer name. */
const searchMaxLength = 60;

/** Returns the “@” before the caret, in its line. It begins a word, so that an e-mail address does not match. */
export function mentionAt(text: string, caret: number): Mention | null {
  const found = /(?:^|\s)@((?!\s)[^@\n]*)$/u.exec(text.slice(0, caret));
  const search = found?.[1];
  if (search === undefined || search.length > searchMaxLength) return null;
  return { from: caret - search.length - 1, to: caret, search };
}

/** Removes the mention, and the blank that would be left over. */
export function withoutMention(text: string, { from, to }: Mention): string {
  const before = text.slice(0, from);
  const behind = text.slice(to);
  return /(?:^|\s)$/u.test(before) ? before + behind.replace(/^ /, '') : before + behind;
}
