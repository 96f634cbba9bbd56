import { emojiIn, withoutEmoji } from '../text-search/emoji.ts';
import { termsWithSynonyms } from '../text-search/synonyms.ts';
import { tokensOf } from '../text-search/tokens.ts';

type Mark = { from: number; to: number };

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Finds the words of a question and their synonyms in a passage, in order and without overlap: those that the search
 * takes for the same. Of a question without words it finds the emoji.
 */
export function marksIn(content: string, question: string): Mark[] {
  const held = new Set(tokensOf(content));
  const asked = new Set(
    termsWithSynonyms(question).flatMap(({ tokens, phrases = [] }) => [
      ...tokens,
      ...phrases.filter((phrase) => phrase.every((token) => held.has(token))).flat(),
    ]),
  );
  const marks: Mark[] = [];
  for (const { from, to } of hitsIn(content, asked)) {
    const last = marks.at(-1);
    if (last !== undefined && last.to === from) last.to = to;
    else marks.push({ from, to });
  }
  return marks;
}

function hitsIn(content: string, asked: ReadonlySet<string>): Mark[] {
  const emoji = [...emojiIn(content)].filter(({ token }) => asked.has(token));
  const found: Mark[] = emoji.map(({ from, to }) => ({ from, to }));
  for (const { segment, index, isWordLike } of words.segment(withoutEmoji(content)))
    if (isWordLike === true && tokensOf(segment).some((token) => asked.has(token)))
      found.push({ from: index, to: index + segment.length });
  return found.sort((one, other) => one.from - other.from);
}
