import { withoutCode } from '@parlance/shared/contract/values/markdown';

/** A space that is hardly seen, and one by CommonMark 0.31, section 2.1 (category Zs). */
const hairSpace = '\u200A';
const mark = /\*{1,3}|~~/g;
const space = /^\s?$/;
const punctuation = /[\p{P}\p{S}]/u;
/** Scripts whose words no space parts from marks. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const endOfPhrase = /[\p{Pi}\p{Pf}.,:;!?…%"]/u;

type Opener = { readonly mark: string; readonly at: number; readonly needsSpace: boolean };

/**
 * Makes emphasis in a line readable for every reader of CommonMark: an answer shows `請看**「重點」**說明` in bold, where
 * section 6.2 makes no mark of asterisks between punctuation and a letter. A hair space beside them does.
 */
export function portableEmphasis(line: string): string {
  if (!/[*~]/.test(line)) return line;
  const text = withoutCode(line);
  const opened: Opener[] = [];
  const spaces = new Set<number>();
  for (const { 0: written, index: at } of text.matchAll(mark)) {
    const end = at + written.length;
    const [before, after] = [characterBefore(line, at), characterAt(line, end)];
    if (before === '\\') continue;
    const opener = opened.findLastIndex((it) => it.mark === written);
    if (opener !== -1 && !space.test(before)) {
      if (opened[opener]?.needsSpace === true) spaces.add(opened[opener].at);
      if (isBetween(before, after, written)) spaces.add(end);
      opened.length = opener;
    } else if (!space.test(after)) {
      opened.push({ mark: written, at, needsSpace: punctuation.test(after) && unspaced.test(before) });
    }
  }
  return [...spaces]
    .sort((one, other) => other - one)
    .reduce((spaced, at) => spaced.slice(0, at) + hairSpace + spaced.slice(at), line);
}

/** Says whether marks stand between punctuation and a letter, where an answer ends emphasis nevertheless. */
const isBetween = (before: string, after: string, written: string): boolean =>
  punctuation.test(before) &&
  (unspaced.test(after) || (written.length > 1 && endOfPhrase.test(before) && /\p{L}/u.test(after)));

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0x20) : '';
const characterBefore = (text: string, at: number): string =>
  text.slice(Math.max(0, at - 2), at).match(/.$/u)?.[0] ?? '';
