import dingbats from 'dingbat-to-unicode';
import type { Parts } from './archive.ts';
import { linesOfDiagram, namedChart, namedPicture } from './drawings.ts';
import { leftOut } from './flow.ts';
import { formulaText } from './formula-text.ts';
import { type XmlElement, descendantsOf, elementsOf, textOf } from './xml.ts';

/** What stands beside a paragraph: a text box, a note, a comment. */
export type Aside =
  | { readonly kind: 'box'; readonly box: XmlElement }
  | { readonly kind: 'line'; readonly line: string };

/** Elements in which nothing is read: properties, what was deleted, codes of fields, how signs are pronounced. */
const silent: ReadonlySet<string> = new Set(
  (
    'del moveFrom delText instrText delInstrText rt fldData numberingChange ' +
    'rPr pPr sdtPr sdtEndPr tblPr trPr tcPr sectPr'
  ).split(' '),
);

/** Names of elements that may hold the sign that ends the code of a field. */
const holders: ReadonlySet<string> = new Set('p r ins moveTo hyperlink sdt sdtContent smartTag fldSimple'.split(' '));

/** Reads the text of runs; what stands beside it is collected for the end of the paragraph. */
export class RunReader {
  readonly #parts: Parts;
  readonly #owner: string;
  readonly #noteMark: (reference: XmlElement) => string;
  /** The fields that are open, whether their result has begun; a table of contents goes over many paragraphs. */
  #fields: boolean[] = [];
  /** The number of fields whose code is being read. */
  #codes = 0;
  #asides: Aside[] = [];

  /** `noteMark` returns the mark of a reference to a note or comment, and may add to what stands beside. */
  constructor(parts: Parts, owner: string, noteMark: (reference: XmlElement) => string) {
    this.#parts = parts;
    this.#owner = owner;
    this.#noteMark = noteMark;
  }

  /** Returns what stood beside the text since it was asked last. */
  takeAsides(): Aside[] {
    const asides = this.#asides;
    this.#asides = [];
    return asides;
  }

  addAside(aside: Aside): void {
    this.#asides.push(aside);
  }

  /** Ends a paragraph; a code that was not ended in it is damaged, and must not swallow the rest. */
  endParagraph(): void {
    if (this.#codes > 0) this.#fields = this.#fields.filter(Boolean);
    this.#codes = 0;
  }

  textOf(element: XmlElement): string {
    const { name, attributes } = element;
    if (name === 'fldChar') return this.#field(attributes['fldCharType']);
    if (silent.has(name) || (this.#codes > 0 && !holders.has(name))) return '';
    switch (name) {
      case 't':
        return textOf(element);
      case 'tab':
      case 'ptab':
        return '\t';
      case 'br':
      case 'cr':
        return '\n';
      case 'noBreakHyphen':
        return '-';
      case 'sym':
        return signOf(attributes['font'] ?? '', attributes['char'] ?? '');
      case 'oMath':
        return formulaText(element);
      case 'footnoteReference':
      case 'endnoteReference':
      case 'commentReference':
        return this.#noteMark(element);
      case 'AlternateContent':
        return this.#alternative(element);
      case 'drawing':
      case 'pict':
      case 'object':
        return this.#drawing(element);
      default:
        return elementsOf(element)
          .map((child) => this.textOf(child))
          .join('');
    }
  }

  #field(type: string | undefined): string {
    if (type === 'begin') {
      this.#fields.push(false);
      this.#codes += 1;
    } else if (this.#fields.pop() === false) this.#codes -= 1;
    if (type === 'separate') this.#fields.push(true);
    return '';
  }

  /** Of several forms of one thing the first is read, or another one if there is nothing in it. */
  #alternative(element: XmlElement): string {
    const before = this.#asides.length;
    for (const form of elementsOf(element)) {
      const text = elementsOf(form)
        .map((child) => this.textOf(child))
        .join('');
      if (text.trim() !== '' || this.#asides.length > before) return text;
    }
    return '';
  }

  #drawing(element: XmlElement): string {
    const boxes = descendantsOf(element, 'txbxContent');
    for (const box of boxes) this.#asides.push({ kind: 'box', box });
    if (boxes.length > 0) return '';
    if (element.name === 'object' || descendantsOf(element, 'OLEObject').length > 0)
      return ` ${leftOut('embedded object')} `;
    const [chart] = descendantsOf(element, 'chart');
    if (chart !== undefined) return ` ${namedChart(this.#parts, this.#owner, chart)} `;
    const [diagram] = descendantsOf(element, 'relIds');
    if (diagram !== undefined) {
      for (const line of linesOfDiagram(this.#parts, this.#owner, diagram)) this.#asides.push({ kind: 'line', line });
      return '';
    }
    const hasPicture = descendantsOf(element, 'pic', 'imagedata').length > 0;
    return hasPicture ? ` ${namedPicture(descendantsOf(element, 'docPr')[0])} ` : '';
  }
}

/** Returns the sign that a font of signs has at a place, which Word writes in a private area. */
function signOf(font: string, code: string): string {
  const place = Number.parseInt(code, 16);
  if (Number.isNaN(place)) return '';
  return (
    dingbats.codePoint(font, place >= 0xf000 ? place - 0xf000 : place)?.string ??
    (place < 0xe000 ? String.fromCharCode(place) : '')
  );
}
