import type { Question } from '../platform/language-models/language-model.ts';

/** What a model is asked in a test: “leave?”, in English, without a source. */
export const questionOf = (changes: Partial<Question> = {}): Question => ({
  instructions: '',
  turns: [{ author: 'member', content: 'leave?' }],
  sources: [],
  fileNames: [],
  language: 'en',
  signal: new AbortController().signal,
  ...changes,
});
