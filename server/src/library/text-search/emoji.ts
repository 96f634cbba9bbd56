/** A pictograph, its presentation and its skin tone. */
const pictograph = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F\p{Emoji_Modifier}]{0,3}`;
/** The letters of a flag such as that of Wales, and their end. */
const tags = String.raw`[\u{E0020}-\u{E007E}]{1,8}\u{E007F}`;

/**
 * An emoji: a flag, a keycap, a pictograph or several that are joined (UTS #51, 1.4.9), or a skin tone alone. Digits,
 * “#” and “*” are none without their keycap. What follows a joiner is bounded: Unicode joins at most four.
 */
const pattern = String.raw`\p{Regional_Indicator}{1,2}|[#*0-9][\uFE0E\uFE0F]?\u20E3|${pictograph}(?:${tags}|(?:\u200D${pictograph}){0,7})|\p{Emoji_Modifier}`;
const emoji = new RegExp(pattern, 'gu');
/** A UTF-16 code unit without which a text has no emoji: asked first, by units, since most texts have none. */
const hint = /[\u20E3\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u2BFF\u3030\u303D\u3297\u3299\uD83C-\uD83F]/;
const presentation = /[\uFE0E\uFE0F]/g;
const skinTone = /\p{Emoji_Modifier}/gu;

/** Pairs with two skin tones are joined from persons; without tones they are an emoji of their own. */
const pairs: ReadonlyMap<string, string> = new Map([
  ['🫱‍🫲', '🤝'],
  ['👩‍🤝‍👨', '👫'],
  ['👨‍🤝‍👨', '👬'],
  ['👩‍🤝‍👩', '👭'],
  ['🧑‍❤‍🧑', '💑'],
  ['🧑‍❤‍💋‍🧑', '💏'],
  ['🧑‍🐰‍🧑', '👯'],
  ['👨‍🐰‍👨', '👯‍♂'],
  ['👩‍🐰‍👩', '👯‍♀'],
  ['🧑‍🫯‍🧑', '🤼'],
  ['👨‍🫯‍👨', '🤼‍♂'],
  ['👩‍🫯‍👩', '🤼‍♀'],
]);

/** An emoji of a text: `token` is what it is found by, the same in any presentation and skin tone. */
export type FoundEmoji = { readonly token: string; readonly from: number; readonly to: number };

/**
 * Finds the emoji of a text as it was written, in order. They are looked for before compatibility forms are folded,
 * which would make letters of some: “™” is “TM” then.
 */
export function* emojiIn(text: string): Generator<FoundEmoji> {
  if (!hint.test(text)) return;
  for (const { 0: found, index } of text.matchAll(emoji))
    yield { token: tokenOf(found), from: index, to: index + found.length };
}

function tokenOf(found: string): string {
  const plain = found.replace(presentation, '');
  const folded = plain.replace(skinTone, '');
  return folded === '' ? plain : (pairs.get(folded) ?? folded);
}

/** Returns a text with spaces in place of its emoji, so that words beside them end there; places stay the same. */
export const withoutEmoji = (text: string): string =>
  hint.test(text) ? text.replace(emoji, (found) => ' '.repeat(found.length)) : text;
