import { foldCharacters } from './fold.ts';
import { type ReadToken, isPlainUnit, readText, tokenAt } from './read-text.ts';
import type { Checker } from './rule-set.ts';
import type { State } from './scanner.ts';
import type { Piece } from './search.ts';

/** A piece of a text as it is written. `isRead`: it was found in the text as it is read, and may have marks in it. */
export type FoundPiece = Piece & { readonly isRead?: boolean };

/**
 * Follows a text as it is written and as it is read (`read-text.ts`) with one scanner. Both are the same until a mark
 * comes, and again as soon as nothing is open in either: most texts are followed once.
 */
export class BothViews {
  readonly #checker: Checker;
  #written: State;
  #read: State;
  /** Nothing but spaces has come since the last line end. */
  #isBlank = false;

  constructor(checker: Checker) {
    this.#checker = checker;
    this.#written = checker.scanner.start;
    this.#read = checker.scanner.start;
  }

  /** Neither has begun with anything that could still become a match. */
  get isQuiet(): boolean {
    return this.#written.isQuiet && this.#read.isQuiet;
  }

  /** As at the beginning of a text. */
  begin(): void {
    this.#written = this.#checker.scanner.start;
    this.#read = this.#written;
    this.#isBlank = true;
  }

  /**
   * Goes over what begins at a place of a text, and tells `ended` of the searches that may have found something there.
   * The length of it; 0 where what follows decides what it is and is not there yet.
   */
  step(text: string, at: number, isAll: boolean, ended: Set<number>): number {
    const { scanner } = this.#checker;
    const unit = text.charCodeAt(at);
    if (isPlainUnit(unit) && this.#written === this.#read) {
      this.#written = scanner.step(this.#written, unit);
      this.#read = this.#written;
      for (const search of this.#written.ended) ended.add(search);
      this.#isBlank &&= text.charAt(at).trim() === '';
      return 1;
    }
    const token = tokenAt(text, at, isAll);
    if (token === null) return 0;
    this.#stepRead(token, text.charAt(at), ended);
    for (let next = at; next < at + token.length; next++) {
      this.#written = scanner.step(this.#written, text.charCodeAt(next));
      for (const search of this.#written.ended) ended.add(search);
    }
    return token.length;
  }

  #stepRead({ kind, read }: ReadToken, character: string, ended: Set<number>): void {
    const { scanner } = this.#checker;
    const note = (state: State) => {
      this.#read = state;
      for (const search of state.ended) ended.add(search);
    };
    if (kind === 'break' && !this.#isBlank) note(scanner.stepOverLineEnd(this.#read));
    else {
      const units = kind === 'plain' ? character : read;
      for (let at = 0; at < units.length; at++) note(scanner.step(this.#read, units.charCodeAt(at)));
      if (kind !== 'mark') this.#isBlank = kind === 'break' || (this.#isBlank && units.trim() === '');
    }
    if (kind === 'break') this.#isBlank = true;
  }
}

/**
 * What the searches find in a text, as it is written or as it is read, that begins at `from` or later and before `to`.
 * By the place of the search.
 */
export function findInBoth(
  { searches }: Checker,
  ended: Iterable<number>,
  text: string,
  from: number,
  to: number,
): { search: number; piece: FoundPiece }[] {
  const folded = foldCharacters(text);
  const read = readText(text);
  const views =
    read === null
      ? null
      : ({
          lines: [read.lines, foldCharacters(read.lines)],
          flowing: [read.flowing, foldCharacters(read.flowing)],
          from: placeOf(read.starts, from),
          to: placeOf(read.starts, to),
        } as const);
  return [...ended].flatMap((at) => {
    const search = searches[at]?.search;
    if (search === undefined) return [];
    const written: FoundPiece[] = search.find(text, folded, from, to);
    if (read === null || views === null) return written.map((piece) => ({ search: at, piece }));
    const [shown, foldedShown] = views[search.lineEnds === 'spaces' ? 'flowing' : 'lines'];
    const asRead = search.find(shown, foldedShown, views.from, views.to).map(({ start, end }): FoundPiece => ({
      start: read.starts[start] ?? 0,
      end: read.ends[end - 1] ?? 0,
      isRead: true,
    }));
    return joined(written, asRead).map((piece) => ({ search: at, piece }));
  });
}

/** The first unit as it is read that stands at a place of the text, or behind it. */
function placeOf(starts: readonly number[], place: number): number {
  const found = starts.findIndex((start) => start >= place);
  return found === -1 ? starts.length : found;
}

/** Both, each piece once: the longer one where one lies within the other. */
function joined(written: readonly FoundPiece[], read: readonly FoundPiece[]): FoundPiece[] {
  const holds = (outer: Piece, inner: Piece) => outer.start <= inner.start && outer.end >= inner.end;
  const further = read.filter((piece) => !written.some((other) => holds(other, piece)));
  return [...written.filter((piece) => !further.some((other) => holds(other, piece))), ...further];
}
