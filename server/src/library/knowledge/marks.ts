import { queryTermsOf, tokensOf } from '../text-search/tokens.ts';

type Mark = { from: number; to: number };

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Finds the words of a question in a passage, in order and without overlap: those that the search takes for the same.
 */
export function marksIn(content: string, question: string): Mark[] {
  const asked = new Set(queryTermsOf(question).flatMap(({ tokens }) => tokens));
  const marks: Mark[] = [];
  for (const { segment, index, isWordLike } of words.segment(content)) {
    if (isWordLike !== true || !tokensOf(segment).some((token) => asked.has(token))) continue;
    const last = marks.at(-1);
    if (last !== undefined && last.to === index) last.to = index + segment.length;
    else marks.push({ from: index, to: index + segment.length });
  }
  return marks;
}
