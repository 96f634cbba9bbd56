import type { Code, Construct, State } from './micromark.ts';
import { unspacedLetters } from './unspaced.ts';

/** What ends an address wherever it stands: punctuation, symbols and controls, but for those of names. */
const ending = /(?![\u00B7\u2010-\u2013\u200C\u200D])[\p{P}\p{S}\p{Cf}]/u;
const unspaced = new RegExp(`[${unspacedLetters}]`, 'u');
/** The first halves of emoji. */
const emoji = /[\u{D83C}-\u{D83E}]/u;

/** Where the letters of an unspaced script go on with a name, and with a path. */
const [beforeName, beforeSegment] = [/[/.-]/, /[/=_?&#+:~@-]/];

/**
 * Finds the end of an address without brackets, by RFC 3986, which knows ASCII only, and by what a reader takes for
 * text: `https://example.com/a，然後`, `https://example.com/aต่อ`. A path such as `/wiki/台灣` belongs to the address.
 */
export class AddressEnd {
  /** The offsets of the address, of its path, and of the first unspaced letter of the present part. */
  readonly #start: number;
  #path: number | null = null;
  #unspaced: number | null = null;

  /** `start`: the offset of the host. */
  constructor(start: number) {
    this.#start = start;
  }

  /** Says whether a code unit ends the address. Offsets may be asked for again, from any on. */
  isEnd(code: Code, previous: Code, offset: number): boolean {
    if (code === null || code < 0) return false;
    const character = String.fromCharCode(code);
    if (this.#path === null && offset > this.#start && /[/?#]/.test(character)) {
      this.#path = offset;
      this.#unspaced = null;
    }
    if (code < 0x80) return false;
    if (unspaced.test(character)) return this.#isEndAtUnspaced(previous, offset);
    return ending.test(character) || emoji.test(character);
  }

  #isEndAtUnspaced(previous: Code, offset: number): boolean {
    if (this.#unspaced !== null && offset >= this.#unspaced) return false;
    const isInPath = this.#path !== null && offset > this.#path;
    if (!(isInPath ? beforeSegment : beforeName).test(String.fromCharCode(previous ?? 0x20))) return true;
    this.#unspaced = offset;
    return false;
  }
}

/** Returns the length of the address at the beginning of a text. */
export function addressLength(text: string): number {
  const end = new AddressEnd(/^https?:\/\//i.exec(text)?.[0].length ?? 0);
  for (let at = 0; at < text.length; at += 1)
    if (end.isEnd(text.charCodeAt(at), at === 0 ? null : text.charCodeAt(at - 1), at))
      return text.slice(0, at).replace(/[?!.,:;*_~'"]+$/, '').length;
  return text.length;
}

/** Makes a construct of GFM that reads an address stop where a reader would: it is told that the text ends there. */
export function endedByReaders(construct: Construct): Construct {
  if (construct.name !== 'protocolAutolink' && construct.name !== 'wwwAutolink') return construct;
  const schemeLength = construct.name === 'protocolAutolink' ? 'https://'.length : 0;
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const address = new AddressEnd(this.now().offset + schemeLength);
      let isOver = false;
      const over =
        (state: State): State =>
        (code) => {
          isOver = true;
          return state(code);
        };
      const bounded = (state: State | undefined): State | undefined =>
        state === undefined || isOver
          ? state
          : (code) => bounded(state(address.isEnd(code, this.previous, this.now().offset) ? null : code));
      // The first state is always there.
      return bounded(construct.tokenize.call(this, effects, over(ok), over(nok))) as State;
    },
  };
}
