import { termsWithSynonyms } from '../text-search/synonyms.ts';
import { tokensOf } from '../text-search/tokens.ts';

type Mark = { from: number; to: number };

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Finds the words of a question and their synonyms in a passage, in order and without overlap: those that the search
 * takes for the same.
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
  for (const { segment, index, isWordLike } of words.segment(content)) {
    if (isWordLike !== true || !tokensOf(segment).some((token) => asked.has(token))) continue;
    const last = marks.at(-1);
    if (last !== undefined && last.to === index) last.to = index + segment.length;
    else marks.push({ from: index, to: index + segment.length });
  }
  return marks;
}
