import { passagesOf } from '../text-search/passages.ts';
import { ExtractionFailure, type Section, createTextBudget } from './document.ts';
import { decodeText } from './text-encoding.ts';

const textOf = (bytes: Uint8Array) => createTextBudget()(decodeText(bytes));

/** Plain text has no headings that could be told from its text. */
export const readText = (bytes: Uint8Array): Section[] => [{ heading: '', page: null, content: textOf(bytes) }];

export const readMarkdown = (bytes: Uint8Array): Section[] =>
  passagesOf(textOf(bytes)).map((passage) => ({ ...passage, page: null }));

/** JSON as it is written: its names are what is searched for. */
export function readJson(bytes: Uint8Array): Section[] {
  const text = textOf(bytes);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new ExtractionFailure('file_unreadable', 'It is no JSON.', error);
  }
  return [{ heading: '', page: null, content: text }];
}
