import type { PatternFault } from '@parlance/shared/contract/api/governance/rules';
import { RE2JS } from 're2js';
import { unitsFoldedTo } from './fold.ts';
import { type Node, choice, empty, pair, repeat, sequence, unit } from './nodes.ts';

/**
 * Thrown for a pattern that a scanner cannot follow. `found` is the part that is not supported, or what RE2 says of the
 * syntax, in English; else empty.
 */
export class UnusablePattern extends Error {
  override name = 'UnusablePattern';
  readonly fault: PatternFault;
  readonly found: string;

  constructor(fault: PatternFault, found = '', options: ErrorOptions = {}) {
    super(`${fault}: ${found}`, options);
    this.fault = fault;
    this.found = found;
  }
}

/**
 * Parses a pattern of RE2 into a slightly wider one: ignoring case and assertions about a position (`^`, `$`, `\b`).
 * Only for patterns that RE2 accepts.
 */
export function nodesOfPattern(pattern: string): Node {
  const reader = new Reader(pattern);
  const node = reader.choice();
  if (!reader.isAtEnd()) throw new UnusablePattern('unsupported', reader.rest());
  return node;
}

class Reader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  rest(): string {
    return this.#pattern.slice(this.#at);
  }

  choice(): Node {
    const of = [this.#sequence()];
    while (this.#takes('|')) of.push(this.#sequence());
    return of.length === 1 && of[0] !== undefined ? of[0] : choice(of);
  }

  #sequence(): Node {
    const of: Node[] = [];
    while (!this.isAtEnd() && !/^[|)]/.test(this.rest())) of.push(this.#repeated(this.#atom()));
    return sequence(of);
  }

  #repeated(node: Node): Node {
    const found = this.#match(/^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/);
    if (found === null) return node;
    const [sign, least, comma, most] = found;
    if (sign.startsWith('*')) return repeat(node, 0, Infinity);
    if (sign.startsWith('+')) return repeat(node, 1, Infinity);
    if (sign.startsWith('?')) return repeat(node, 0, 1);
    return repeat(node, Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most));
  }

  #atom(): Node {
    if (this.#takes('(')) return this.#group();
    if (this.#match(/^[\^$]/) !== null || this.#match(/^\\[AbBz]/) !== null) return empty;
    const [source] =
      this.#match(/^\[\^?\]?(?:\[:\^?\w+:\]|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\[\s\S]|[^\]\\])*\]/) ??
      this.#match(/^\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|x[\da-fA-F]{2}|[pP]\p{L}|[0-7]{1,3}|[^pPxQCE])/u) ??
      this.#match(/^[^\\[\]()|]|^\]/u) ??
      [];
    if (source === undefined) throw new UnusablePattern('unsupported', this.rest());
    const point = source.codePointAt(0) ?? 0;
    return point > 0xffff ? pair : anyOf(source);
  }

  #group(): Node {
    const found = this.#match(/^\?(?:P?<\w+>|[imsU-]*([:)]))/);
    if (found?.[1] === ')') return empty;
    if (found === null && this.rest().startsWith('?')) throw new UnusablePattern('unsupported', `(${this.rest()}`);
    const node = this.choice();
    if (!this.#takes(')')) throw new UnusablePattern('syntax', `missing closing ): ${this.#pattern}`);
    return node;
  }

  #takes(character: string): boolean {
    if (this.#pattern.charAt(this.#at) !== character) return false;
    this.#at++;
    return true;
  }

  #match(form: RegExp): RegExpMatchArray | null {
    const found = form.exec(this.rest());
    if (found !== null) this.#at += found[0].length;
    return found;
  }
}

/**
 * Matches a character class by asking RE2 itself, with a cache. A character of two units matches always: that is never
 * too narrow.
 */
function anyOf(source: string): Node {
  const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
  const known = new Map<number, boolean>();
  const matches = (folded: number): boolean => {
    const before = known.get(folded);
    if (before !== undefined) return before;
    const isOne = unitsFoldedTo(folded).some(
      (it) => (it < 0xd800 || it > 0xdfff) && pattern.matches(String.fromCharCode(it)),
    );
    known.set(folded, isOne);
    return isOne;
  };
  return /^(?:\\[nrtfav]|[^\\.[])$/.test(source) ? unit(matches) : choice([unit(matches), pair]);
}
