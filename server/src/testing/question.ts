import type { Question } from '../platform/language-models/language-model.ts';

/** Builds a question to a model for tests: “leave?”, in English, without a source. */
export const questionOf = (changes: Partial<Question> = {}): Question => ({
  instructions: '',
  turns: [{ author: 'member', content: 'leave?' }],
  sources: [],
  fileNames: [],
  language: 'en',
  signal: new AbortController().signal,
  ...changes,
});
