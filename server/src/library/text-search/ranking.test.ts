import { type Candidate, type Collection, rankCandidates, termWeights } from './ranking.ts';
import { queryTermsOf } from './tokens.ts';

const candidate = (changes: Partial<Candidate>): Candidate => ({
  heading: '',
  tokenCount: 40,
  matched: [],
  inLanguage: true,
  ...changes,
});
const collection = (frequency: Record<string, number>): Collection => ({
  passages: 50,
  averageTokens: 40,
  frequency: new Map(Object.entries(frequency)),
});

test('a rare word says more than a common one', () => {
  const terms = queryTermsOf('leave laptop');
  const [best] = rankCandidates(
    [candidate({ matched: ['leav'] }), candidate({ matched: ['laptop'] })],
    terms,
    collection({ leav: 20, laptop: 1 }),
  );
  expect(best?.matched).toEqual(['laptop']);
});

test('a word in the heading, the language of the asker and a shorter passage come first', () => {
  const terms = queryTermsOf('laptop');
  const found = collection({ laptop: 3 });
  const matched = ['laptop'];
  const first = (...candidates: Candidate[]) => rankCandidates(candidates, terms, found)[0];
  expect(first(candidate({ matched }), candidate({ matched, heading: 'Laptops' }))).toMatchObject({
    heading: 'Laptops',
    words: 2,
  });
  expect(first(candidate({ matched, inLanguage: false }), candidate({ matched }))?.inLanguage).toBe(true);
  expect(first(candidate({ matched, tokenCount: 120 }), candidate({ matched }))?.tokenCount).toBe(40);
});

test('coverage is the part of the question that is found, words that stand nowhere counted', () => {
  const terms = queryTermsOf('capital mongolia');
  const [only] = rankCandidates([candidate({ matched: ['capit'] })], terms, collection({ capit: 1 }));
  expect(only?.coverage).toBeGreaterThan(0.3);
  expect(only?.coverage).toBeLessThan(0.5);
  expect(only?.words).toBe(1);
});

test('a synonym is worth a part of the word asked for, and no more than it is rare itself', () => {
  const terms = [
    { term: 'salari', tokens: ['salari'], weight: 1 },
    { term: 'own salary', tokens: ['wage'], weight: 0.5, synonymOf: ['salari'] },
  ];
  const valueOf = (frequency: Record<string, number>) =>
    termWeights(terms, collection(frequency)).get('own salary') ?? 0;
  const alike = valueOf({ salari: 20, 'own salary': 20 });
  expect(termWeights(terms, collection({ salari: 20 })).get('salari')).toBeCloseTo(2 * alike);
  expect(valueOf({ salari: 20, 'own salary': 1 })).toBeCloseTo(alike);
  expect(valueOf({ 'own salary': 20 })).toBeCloseTo(alike);
});
