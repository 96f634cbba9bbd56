import { plainText } from '@parlance/shared/contract/values/plain-text';

/** The maximal length: a title is one line in a narrow list. */
const titleMaxLength = 60;
/** The minimal length of a title cut at a word: below it, a part of a very long word says more. */
const titleMinLength = 20;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Makes the title of a dialogue from its first prompt: one line, cut behind a word. */
export function titleOf(prompt: string): string {
  const line = prompt.replace(/\s+/g, ' ').trim();
  if (line.length <= titleMaxLength) return line;
  let title = '';
  for (const { segment } of words.segment(line.slice(0, titleMaxLength + 1))) {
    // the last segment may be a word that goes on beyond the cut, and the ellipsis takes one place
    if (title.length + segment.length > titleMaxLength - 1) break;
    title += segment;
  }
  return `${(title.length < titleMinLength ? wholeCharacters(line) : title.trimEnd()).replace(/[\s,;:、，；：]+$/, '')}…`;
}

/** Cuts a line, never inside a surrogate pair. */
const wholeCharacters = (line: string) => line.slice(0, titleMaxLength - 1).replace(/[\uD800-\uDBFF]$/, '');

/** Decoration that models put around a title, whatever the instructions. */
const wrapping =
  /^(?:[\s"'“”„«»‘’「」『』*_#`]+|(?:title|titel|titre|título|titolo|標題|ชื่อ)\s*[:：]\s*)+|[\s"'“”„«»‘’「」『』*_#`.。]+$/giu;

/** Extracts the title from a model's output, without the marks of markdown; null if there is none. */
export function titleFrom(said: string): string | null {
  const line = said.split('\n').find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '';
  const title = plainText(line)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(wrapping, '');
  return title === '' ? null : titleOf(title.toWellFormed());
}
