import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { isUnseen, unseenUnits } from './unseen.ts';

/**
 * A token of a text as a person reads it: Markdown is rendered, so that its marks vanish, an entity is its character
 * and a line end within a paragraph a space. `**4111** 1111&#32;1111` reads as three groups of digits.
 */
export type ReadToken = {
  /** The UTF-16 code units of the text itself. */
  readonly length: number;
  /** The text that is read; empty for a mark. */
  readonly read: string;
  readonly kind: 'plain' | 'mark' | 'written' | 'break';
};

/** The marks of emphasis, strong emphasis, strike-through, code. */
const marks = '*_~`';
const reference = /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,31}));/;
const referenceBegun = /^&(?:#\d{0,7}|#[xX][\da-fA-F]{0,6}|[A-Za-z][A-Za-z\d]{0,31})?$/;
const referenceMaxLength = 34;
const lineBreak = /^<br ?\/?>/i;
const lineBreakBegun = /^<(?:b(?:r(?: ?\/?)?)?)?$/i;
const lineBreakMaxLength = 6;
const punctuation = /[!-/:-@[-`{-~]/;

const special = new Uint8Array(0x10000);
for (const character of `${marks}\\&<\n${unseenUnits}`) special[character.charCodeAt(0)] = 1;

const plain: ReadToken = { length: 1, read: '', kind: 'plain' };
const mark: ReadToken = { length: 1, read: '', kind: 'mark' };
const lineEnd: ReadToken = { length: 1, read: '\n', kind: 'break' };

/** True if a unit reads as itself in any position. */
export const isPlainUnit = (unit: number): boolean => special[unit] === 0;

/**
 * Returns the token at a position; null if the text to come decides it, which `isAll` rules out. A plain one reads as
 * its one unit.
 */
export function tokenAt(text: string, at: number, isAll: boolean): ReadToken | null {
  if (isPlainUnit(text.charCodeAt(at))) return plain;
  const character = text.charAt(at);
  if (character === '\n') return lineEnd;
  if (character === '\\') return escapeAt(text, at, isAll);
  if (character === '&') return referenceAt(text, at, isAll);
  return character === '<' ? lineBreakAt(text, at, isAll) : mark;
}

function escapeAt(text: string, at: number, isAll: boolean): ReadToken | null {
  const next = text.charAt(at + 1);
  if (next === '') return isAll ? plain : null;
  return punctuation.test(next) ? { length: 2, read: next, kind: 'written' } : plain;
}

function referenceAt(text: string, at: number, isAll: boolean): ReadToken | null {
  const rest = text.slice(at, at + referenceMaxLength);
  const found = reference.exec(rest);
  if (found === null) return !isAll && referenceBegun.test(rest) ? null : plain;
  const [whole, decimal, hexadecimal, name] = found;
  const read =
    name === undefined
      ? characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal))
      : decodeNamedCharacterReference(name);
  return read === false ? plain : { length: whole.length, read: isUnseen(read) ? '' : read, kind: 'written' };
}

const characterOf = (point: number): string =>
  point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : '\ufffd';

function lineBreakAt(text: string, at: number, isAll: boolean): ReadToken | null {
  const rest = text.slice(at, at + lineBreakMaxLength);
  const found = lineBreak.exec(rest);
  if (found !== null) return { length: found[0].length, read: '\n', kind: 'break' };
  return !isAll && lineBreakBegun.test(rest) ? null : plain;
}

/** A whole text as read, with the position of each unit in the text itself. */
export type ReadText = {
  /** The read text with its line ends. */
  readonly lines: string;
  /** The read text with a space for every line end within a paragraph. */
  readonly flowing: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Returns the text as read; null if it reads as written. */
export function readText(text: string): ReadText | null {
  const starts: number[] = [];
  const ends: number[] = [];
  let lines = '';
  let flowing = '';
  let isSame = true;
  let isBlank = false;
  for (let at = 0; at < text.length;) {
    const { length, read, kind } = tokenAt(text, at, true) ?? plain;
    const units = kind === 'plain' ? text.charAt(at) : read;
    isSame &&= kind === 'plain';
    lines += units;
    flowing += kind === 'break' && !isBlank ? ' ' : units;
    for (let unit = 0; unit < units.length; unit++) {
      starts.push(at);
      ends.push(at + length);
    }
    isBlank = kind === 'break' || (isBlank && (kind === 'mark' || units.trim() === ''));
    at += length;
  }
  return isSame ? null : { lines, flowing, starts, ends };
}

/**
 * Returns the marks open at the end of a text, or closing earlier ones: with them, the surrounding text is rendered as
 * before.
 */
export function openMarksIn(text: string): string {
  const open: string[] = [];
  for (const [run] of text.replace(/\\[!-/:-@[-`{-~]/g, '').matchAll(/\*+|_+|~+|`+/g)) {
    if (open.at(-1) === run) open.pop();
    else open.push(run);
  }
  return open.join('');
}
