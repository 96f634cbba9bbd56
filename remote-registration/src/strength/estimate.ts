import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The score, from 0, guessed at once, to 4, not guessed in this century. */
export type Score = 0 | 1 | 2 | 3 | 4;
/** The advice for a stronger password; null for a strong one. Its text is `strength.advice.<advice>`. */
export type Advice = 'common' | 'pattern' | 'personal' | 'date' | 'longer' | null;
export type Estimate = { readonly score: Score; readonly advice: Advice };
export type Estimator = (password: string, email: string) => Estimate;

/** The score from which there is no advice. */
const strongFrom = 3;

/** Maps zxcvbn's names of weaknesses to five sentences. */
const adviceFor: Readonly<Record<string, Advice>> = {
  common: 'common',
  similarToCommon: 'common',
  topTen: 'common',
  topHundred: 'common',
  wordByItself: 'common',
  namesByThemselves: 'personal',
  commonNames: 'personal',
  userInputs: 'personal',
  straightRow: 'pattern',
  keyPattern: 'pattern',
  simpleRepeat: 'pattern',
  extendedRepeat: 'pattern',
  sequences: 'pattern',
  recentYears: 'date',
  dates: 'date',
};

/**
 * Creates an estimator that uses the list of common passwords, keyboards, dates and repetitions. The English
 * dictionaries would add half a megabyte and change the score of few passwords, and those of eight other languages
 * would still be missing.
 */
export function createEstimator(): Estimator {
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, email) => {
    const { score, feedback } = zxcvbn.check(password, [
      email,
      ...email.split('@'),
      ...email.split(/[@.]/),
      'parlance',
    ]);
    return { score, advice: score >= strongFrom ? null : (adviceFor[feedback.warning ?? ''] ?? 'longer') };
  };
}
