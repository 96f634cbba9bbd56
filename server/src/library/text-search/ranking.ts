import { type QueryTerm, holdsTerm, tokensOf } from './tokens.ts';

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
/** A synonym in a heading says less than the very word in a text. */
const synonymHeadingBonus = 0.5;
/** The share of its words that a synonym answers: they are another's, and may mean something else. */
const synonymCoverage = 0.75;

/**
 * Returns the value of each term of the question in this collection: its own weight times its rarity (BM25's idf). A
 * synonym is worth its weight of the terms that it stands for, none of them as rarer than itself.
 */
export function termWeights(terms: readonly QueryTerm[], collection: Collection): Map<string, number> {
  const rarity = ({ term }: Pick<QueryTerm, 'term'>) => {
    const found = collection.frequency.get(term) ?? 0;
    return Math.log(1 + (collection.passages - found + 0.5) / (found + 0.5));
  };
  const byName = new Map(terms.map((term) => [term.term, term]));
  return new Map(
    terms.map((term) => {
      if (term.synonymOf === undefined) return [term.term, term.weight * rarity(term)];
      const own = rarity(term);
      const of = term.synonymOf.flatMap((name) => byName.get(name) ?? []);
      return [term.term, term.weight * sum(of.map((word) => word.weight * Math.min(own, rarity(word))))];
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
  const own = terms.filter(({ synonymOf }) => synonymOf === undefined);
  const asked = new Set(own.filter(({ weight }) => weight === 1).map(({ term }) => term));
  const concepts = [...Map.groupBy(terms, ({ synonymOf }) => synonymOf?.join(' ')).entries()].flatMap(
    ([of, synonyms]) => (of === undefined ? [] : [{ of: synonyms[0]?.synonymOf ?? [], synonyms }]),
  );
  const valueOf = (names: Iterable<string>) => sum(Array.from(names, (name) => weights.get(name) ?? 0));
  const total = valueOf(own.map(({ term }) => term));
  return candidates
    .map((candidate) => {
      const tokensOfHeading = new Set(tokensOf(candidate.heading));
      const heading = new Set(terms.filter((term) => holdsTerm(term, tokensOfHeading)).map(({ term }) => term));
      const held = new Set(candidate.matched);
      const matched = own.filter(({ term }) => held.has(term)).map(({ term }) => term);
      const scoreOf = (names: readonly string[]) =>
        valueOf(names) + headingBonus * valueOf(names.filter((name) => heading.has(name)));
      const words = matched.filter((term) => asked.has(term));
      let score = scoreOf(matched);
      let covered = valueOf(matched);
      let count = words.length + words.filter((term) => heading.has(term)).length;
      // A concept counts once: by its own words, or by the best of its synonyms where that is more.
      for (const { of, synonyms } of concepts) {
        const found = synonyms.filter(({ term }) => held.has(term));
        if (found.length === 0) continue;
        const ownWords = of.filter((name) => held.has(name));
        const isInHeading = found.some(({ term }) => heading.has(term));
        const best = Math.max(
          ...found.map(({ term }) => valueOf([term]) * (heading.has(term) ? 1 + synonymHeadingBonus : 1)),
        );
        score += Math.max(0, best - scoreOf(ownWords));
        covered += Math.max(0, synonymCoverage * valueOf(of) - valueOf(ownWords));
        if (!ownWords.some((name) => asked.has(name))) count += isInHeading ? 2 : 1;
      }
      const length = candidate.tokenCount / Math.max(collection.averageTokens, 1);
      const normalized = (saturation + 1) / (1 + saturation * (1 - lengthWeight + lengthWeight * length));
      return {
        ...candidate,
        score: score * normalized * (candidate.inLanguage ? languageBonus : 1),
        coverage: total === 0 ? 0 : covered / total,
        words: count,
      };
    })
    .sort((one, other) => other.score - one.score);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
