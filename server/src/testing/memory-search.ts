import { type Candidate, type RankedCandidate, rankCandidates, termWeights } from '../library/text-search/ranking.ts';
import { type QueryTerm, holdsTerm, tokensOf } from '../library/text-search/tokens.ts';

/** Passages as the search sees them, with their tokens. */
export type MemoryPassage = { readonly id: string; readonly heading: string; readonly tokens: ReadonlySet<string> };

export const memoryPassage = (id: string, heading: string, content: string): MemoryPassage => ({
  id,
  heading,
  tokens: new Set(tokensOf(`${heading}\n${content}`)),
});

/** As many as passage-search.ts looks at. */
const candidatesAtMost = 40;

/**
 * Ranks passages as `rankPassages` does, best first, without a database: recall.test.ts asks thousands of questions,
 * and a test asks some of them both ways.
 */
export function rankInMemory(
  passages: readonly MemoryPassage[],
  terms: readonly QueryTerm[],
): RankedCandidate<Candidate & { readonly id: string }>[] {
  const found = passages.map(({ id, heading, tokens }) => ({
    id,
    heading,
    tokenCount: tokens.size,
    inLanguage: true,
    matched: terms.filter((term) => holdsTerm(term, tokens)).map(({ term }) => term),
  }));
  const collection = {
    passages: passages.length,
    averageTokens: found.reduce((sum, { tokenCount }) => sum + tokenCount, 0) / Math.max(passages.length, 1),
    frequency: new Map(
      terms.map(({ term }) => [term, found.filter(({ matched }) => matched.includes(term)).length] as const),
    ),
  };
  const weights = termWeights(terms, collection);
  const weightOf = ({ matched }: Candidate) => matched.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const candidates = found
    .filter(({ matched }) => matched.length > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, candidatesAtMost);
  return rankCandidates(candidates, terms, collection);
}
