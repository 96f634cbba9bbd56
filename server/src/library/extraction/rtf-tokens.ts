/** A piece of Rich Text Format (1.9.1, conventions of an RTF reader). Text is bytes, each a character. */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | null }
  | { readonly kind: 'text'; readonly text: string };

/** Text comes in pieces of bounded length: a repetition takes a place on the stack of the expression for each sign. */
const pattern =
  /\\(?:'([\da-fA-F]{2})|([a-zA-Z]{1,40})(-?\d{1,10})? ?|([^a-zA-Z]))|([{}])|[\r\n\0]{1,4096}|([^\\{}\r\n\0]{1,4096})/y;

/** Signs that stand for what they are behind a backslash. */
const literal: ReadonlySet<string> = new Set(['\\', '{', '}']);

/** Cuts a file into tokens; binary data is left out. */
export function* tokensOfRtf(source: string): Generator<RtfToken> {
  const scan = new RegExp(pattern);
  while (scan.lastIndex < source.length) {
    const match = scan.exec(source);
    if (match === null) return; // a lone backslash at the end
    const [, hex, word, value, sign, brace, text] = match;
    if (hex !== undefined) yield { kind: 'text', text: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (word !== undefined) {
      const number = value === undefined ? null : Number(value);
      if (word === 'bin') scan.lastIndex += Math.max(0, number ?? 0);
      else yield { kind: 'word', word, value: number };
    } else if (sign !== undefined)
      yield literal.has(sign) ? { kind: 'text', text: sign } : { kind: 'word', word: sign, value: null };
    else if (brace !== undefined) yield { kind: brace === '{' ? 'open' : 'close' };
    else if (text !== undefined) yield { kind: 'text', text };
  }
}
