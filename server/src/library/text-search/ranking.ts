import { tokensOf } from './tokens.ts';
import type { QueryTerm } from './tokens.ts';

/** A passage that shares at least one token with the question. */
export type Candidate = {
  readonly heading: string;
  readonly tokenCount: number;
  /** The terms of the question that it holds. */
  readonly matched: readonly string[];
  /** True if the passage is written in the asker's language. */
  readonly inLanguage: boolean;
};

/**
 * `score` orders passages. `coverage` (0 to 1) is the part of the question, weighted by how telling each token is, that
 * the passage holds, `words` how many of its words, those in the heading twice: they say whether there is an answer at
 * all.
 */
export type RankedCandidate<C extends Candidate> = C & {
  readonly score: number;
  readonly coverage: number;
  readonly words: number;
};

/**
 * Statistics of the searched passages: their number, their average length, and how many of them hold each term of the
 * question.
 */
export type Collection = {
  readonly passages: number;
  readonly averageTokens: number;
  readonly frequency: ReadonlyMap<string, number>;
};

/** BM25's length normalization; passages are cut to similar lengths, so it is mild. */
const lengthWeight = 0.4;
const saturation = 1.2;
/** A token of the heading says what the whole passage is about. */
const headingBonus = 1;
const languageBonus = 1.6;

/** Returns the value of each term of the question in this collection: its own weight times its rarity (BM25's idf). */
export function termWeights(terms: readonly QueryTerm[], collection: Collection): Map<string, number> {
  return new Map(
    terms.map(({ term, weight }) => {
      const found = collection.frequency.get(term) ?? 0;
      return [term, weight * Math.log(1 + (collection.passages - found + 0.5) / (found + 0.5))];
    }),
  );
}

/** The candidates, best first. */
export function rankCandidates<C extends Candidate>(
  candidates: readonly C[],
  terms: readonly QueryTerm[],
  collection: Collection,
): RankedCandidate<C>[] {
  const weights = termWeights(terms, collection);
  const asked = new Set(terms.filter(({ weight }) => weight === 1).map(({ term }) => term));
  const total = sum(weights.values());
  return candidates
    .map((candidate) => {
      const tokensOfHeading = new Set(tokensOf(candidate.heading));
      const heading = new Set(
        terms.filter(({ tokens }) => tokens.some((token) => tokensOfHeading.has(token))).map(({ term }) => term),
      );
      const matched = sum(candidate.matched.map((term) => weights.get(term) ?? 0));
      const inHeading = sum(candidate.matched.map((term) => (heading.has(term) ? (weights.get(term) ?? 0) : 0)));
      const length = candidate.tokenCount / Math.max(collection.averageTokens, 1);
      const normalized = (saturation + 1) / (1 + saturation * (1 - lengthWeight + lengthWeight * length));
      const score = (matched + headingBonus * inHeading) * normalized * (candidate.inLanguage ? languageBonus : 1);
      const words = candidate.matched.filter((term) => asked.has(term));
      return {
        ...candidate,
        score,
        coverage: total === 0 ? 0 : matched / total,
        words: words.length + words.filter((term) => heading.has(term)).length,
      };
    })
    .sort((one, other) => other.score - one.score);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
