import { passagesOf } from '../text-search/passages.ts';
import { ExtractionFailure, type Section, createTextBudget } from './document.ts';
import { decodeText } from './text-encoding.ts';

const textOf = (bytes: Uint8Array) => createTextBudget()(decodeText(bytes));

/** Reads plain text, in which headings cannot be recognised. */
export const readText = (bytes: Uint8Array): Section[] => [{ heading: '', page: null, content: textOf(bytes) }];

/** Reads code as written: what is quoted of it stays code. */
export const readCode = (bytes: Uint8Array): Section[] => [{ heading: '', page: null, code: textOf(bytes) }];

export const readMarkdown = (bytes: Uint8Array): Section[] =>
  passagesOf(textOf(bytes)).map((passage) => ({ ...passage, page: null }));

/** Reads JSON as written: its names are searched for. */
export function readJson(bytes: Uint8Array): Section[] {
  const text = textOf(bytes);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new ExtractionFailure('file_unreadable', 'It is no JSON.', error);
  }
  return [{ heading: '', page: null, content: text }];
}
