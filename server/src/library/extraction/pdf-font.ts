/** What PDF.js tells of a font that it has loaded (`fontExtraProperties`), as far as it tells of its characters. */
export type LoadedFont = {
  readonly composite?: boolean;
  readonly isSymbolicFont?: boolean;
  /** The names of glyphs that the file gives, by code. */
  readonly differences?: readonly (string | undefined)[];
  /** The characters by code; without `_map` each code is taken as a character, as nothing else is known. */
  readonly toUnicode?: { readonly _map?: readonly (string | undefined)[] };
};

/**
 * `text`: its codes have characters. `unmapped`: nothing says which. `doubtful`: its codes are taken as characters,
 * which is right for some old files; what is written decides.
 */
export type FontJudgement = 'text' | 'unmapped' | 'doubtful';

/** The share of a font's signs that can be no text, beyond which the others are none either. */
const strayShareAtMost = 0.2;
/** The least different codes of which it can be said how they were given. */
const codesAtLeast = 12;
/** The share of codes between the ends that glyphs numbered one after the other have; text has half. */
const denseShare = 0.85;
/** The ranges in which the codes of letters and digits are dense in text, too. */
const alphabets = [
  [48, 57],
  [65, 90],
  [97, 122],
] as const;
/** A map of this size is that of a whole standard encoding, which PDF.js assumes where a file has none. */
const wholeEncoding = 200;

/** A sign that can be no text: control characters, private use, unassigned, and what stands for something unknown. */
const stray = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd]/u;
const strays = /(?![\t\n\r])[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu;
const space = /\s/u;
/** A name that numbers a glyph instead of naming its character, such as `g12`, `a65`, `cid123`. */
const numbered = /^(?!u(?:ni)?[\dA-F]{4,6}$)[a-z]{1,6}[._]?\d+$/i;

export const withoutStrays = (text: string): string => text.replace(strays, '');
export const lengthOfSigns = (text: string): number => text.replaceAll(/\s/gu, '').length;

/** Says whether so many signs of a text can be no text that the others are not to be trusted. */
export function isMostlyStray(text: string): boolean {
  const signs = lengthOfSigns(text);
  return signs > 0 && lengthOfSigns(text) - lengthOfSigns(withoutStrays(text)) > signs * strayShareAtMost;
}

/** Says whether it is plainly words of an alphabet: then its font need not be looked at. */
export function isPlain(text: string): boolean {
  const plain = text.match(/[\p{Ll}\p{Nd}]/gu)?.length ?? 0;
  return plain * 2 > lengthOfSigns(text) && !stray.test(text);
}

/** Judges a font by what the file says of it, and a sample of its text; null if the sample is too short to say. */
export function judgeFont(
  { composite, toUnicode, isSymbolicFont, differences }: LoadedFont,
  sample: string,
): FontJudgement | null {
  const map = toUnicode?._map;
  if (composite === true) return map === undefined ? judgeCodes(sample) : judgeMap(map, sample);
  if (map === undefined) return 'doubtful';
  const characters = Object.values(map);
  const named = Object.entries(differences ?? []).filter(([, name]) => name !== undefined && name !== '.notdef');
  // Such names are those of dingbats, if they are not codes.
  if (named.length > 0 && named.every(([code, name]) => name === `a${code}`)) return 'unmapped';
  const isAssumed = isSymbolicFont === true && named.length === 0 && characters.length >= wholeEncoding;
  const isNumbered =
    named.length > 0 && characters.length <= named.length && named.every(([, name]) => numbered.test(name ?? ''));
  if (isAssumed || isNumbered) return 'doubtful';
  const judgement = judgeMap(map, sample);
  return judgement === 'unmapped' ? 'doubtful' : judgement;
}

/** Codes without any map are glyph numbers, unless they read as words: some programs write Unicode as codes. */
function judgeCodes(sample: string): FontJudgement {
  const letters = sample.match(/[a-z]/g)?.length ?? 0;
  return !stray.test(sample) && letters * 2 > lengthOfSigns(sample) && letters >= codesAtLeast ? 'text' : 'unmapped';
}

/** A map may lack most of what is written. */
function judgeMap(map: readonly (string | undefined)[], sample: string): FontJudgement | null {
  const known = new Set<string>();
  for (const characters of Object.values(map))
    for (const character of `${characters ?? ''}${(characters ?? '').normalize('NFKC')}`) known.add(character);
  const signs = [...sample].filter((sign) => !space.test(sign));
  if (signs.length < codesAtLeast) return null;
  return signs.filter((sign) => known.has(sign)).length * 2 < signs.length ? 'unmapped' : 'text';
}

/** Watches the codes of a doubtful font: if they were given to glyphs one after the other, they are no characters. */
export class CodeWatch {
  readonly #codes = new Set<number>();
  readonly #map: ReadonlyMap<number, string>;
  readonly #codeOf: ReadonlyMap<string, number>;

  constructor({ toUnicode }: LoadedFont) {
    const entries = Object.entries(toUnicode?._map ?? []).flatMap(([code, character]) =>
      character === undefined ? [] : [[Number(code), character] as const],
    );
    this.#map = new Map(entries);
    this.#codeOf = new Map(entries.map(([code, character]) => [character, code]));
  }

  add(text: string): void {
    for (const sign of text) if (!space.test(sign)) this.#codes.add(this.#codeFor(sign));
  }

  /** A code without an entry is written as the character of this number. */
  #codeFor(sign: string): number {
    const own = sign.codePointAt(0) ?? 0;
    return this.#map.has(own) && this.#map.get(own) !== sign ? (this.#codeOf.get(sign) ?? own) : own;
  }

  get isNumbering(): boolean {
    if (this.#codes.size < codesAtLeast) return false;
    const codes = [...this.#codes];
    const [least, most] = [Math.min(...codes), Math.max(...codes)];
    const isAlphabet = alphabets.some(([first, last]) => least >= first && most <= last);
    return !isAlphabet && codes.length >= (most - least + 1) * denseShare;
  }
}
