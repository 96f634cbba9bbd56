import dingbats from 'dingbat-to-unicode';
import iconv from 'iconv-lite';

/** The code pages of character sets (Rich Text Format 1.9.1, \fcharset). */
const codePages: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10_000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
  [254, 437],
  [255, 850],
]);
const symbolCharset = 2;
const macintosh = 10_000;
const utf8 = 65_001;

/** A font, as far as its letters depend on it: one of signs has no code page. */
type Font = { name: string; codePage: number | 'signs' | null };

/** The fonts of a document, and the code page of those that state none. */
export class RtfFonts {
  readonly #fonts = new Map<number, Font>();
  #defined: Font = { name: '', codePage: null };
  codePage = 1_252;
  usual = 0;

  /** Takes a word of the table of fonts. */
  define(word: string, value: number): void {
    if (word === 'f') {
      this.#defined = { name: '', codePage: null };
      this.#fonts.set(value, this.#defined);
    } else if (word === 'fcharset')
      this.#defined.codePage = value === symbolCharset ? 'signs' : (codePages.get(value) ?? null);
    else if (word === 'cpg') this.#defined.codePage = value;
  }

  name(text: string): void {
    this.#defined.name = rtfName(this.#defined.name, text);
  }

  /** Decodes bytes, each a character from 0 to 255, as letters of a font. */
  decode(bytes: string, number: number | null): string {
    const { name, codePage } = this.#fonts.get(number ?? this.usual) ?? { name: '', codePage: null };
    if (codePage === 'signs') {
      const [font = ''] = name.split(';');
      return [...bytes].map((byte) => dingbats.codePoint(font, byte.charCodeAt(0))?.string ?? byte).join('');
    }
    if (/^[\t -~]*$/.test(bytes)) return bytes;
    return iconv.decode(Buffer.from(bytes, 'latin1'), encodingOf(codePage ?? this.codePage));
  }
}

/** The longest name of a font or style. */
const nameMaxLength = 100;

/** Goes on with a name, which a semicolon ends. */
export const rtfName = (name: string, text: string): string =>
  name.includes(';') ? name : `${name}${text}`.slice(0, nameMaxLength);

function encodingOf(codePage: number): string {
  if (codePage === macintosh) return 'macintosh';
  const name = codePage === utf8 ? 'utf-8' : `cp${codePage}`;
  return iconv.encodingExists(name) ? name : 'cp1252';
}
