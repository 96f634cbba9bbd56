import { ExtractionFailure, type Section } from './document.ts';
import { leftOut } from './flow.ts';
import { RtfBody } from './rtf-body.ts';
import { RtfFonts } from './rtf-fonts.ts';
import { RtfStyles, headingLevel } from './rtf-styles.ts';
import { tokensOfRtf } from './rtf-tokens.ts';
import { type Place, breaks, collected, knownBehindStar, pageOfSystem, signs, silent } from './rtf-words.ts';

/** The maximal nesting of groups: anything deeper was made to break a reader. */
const depthAtMost = 1_000;
/** The most signs that stand for one of Unicode. */
const fallbackAtMost = 100;

/** Reads the text of Rich Text Format (1.9.1). Pictures, objects and binary data are never decoded. */
export function readRtf(bytes: Uint8Array): Section[] {
  return new RtfReader().read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

/** What ends with its group. */
type Group = {
  isSilent: boolean;
  /** Whether the group around two forms of a text is silent. */
  wasSilent: boolean;
  isDeleted: boolean;
  font: number | null;
  /** How many signs stand for one of Unicode in old programs. */
  fallback: number;
};
/** The text of a group that is collected for itself, and how deep the group is. */
type Collection = { readonly place: Place; readonly depth: number; text: string };

class RtfReader {
  readonly #body = new RtfBody();
  readonly #fonts = new RtfFonts();
  readonly #styles = new RtfStyles();
  readonly #edges = { header: new Set<string>(), footer: new Set<string>() };
  readonly #around: Group[] = [];
  readonly #collections: Collection[] = [];
  #group: Group = { isSilent: false, wasSilent: false, isDeleted: false, font: null, fallback: 1 };
  #bytes = '';
  #skipped = 0;
  #isBehindStar = false;
  #notes = 0;
  #author = '';

  read(source: string): Section[] {
    for (const token of tokensOfRtf(source)) {
      if (token.kind === 'text') {
        this.#take(token.text);
        continue;
      }
      this.#flush();
      this.#skipped = 0;
      if (token.kind === 'open') this.#open();
      else if (token.kind === 'close') this.#close();
      else this.#word(token.word, token.value);
    }
    this.#flush();
    return this.#body.end(this.#edges.header, this.#edges.footer).sections();
  }

  #take(text: string): void {
    const taken = text.slice(this.#skipped);
    this.#skipped = Math.max(0, this.#skipped - text.length);
    if (!this.#group.isSilent && !this.#group.isDeleted) this.#bytes += taken;
  }

  #flush(): void {
    const bytes = this.#bytes;
    this.#bytes = '';
    if (bytes !== '') this.#write(this.#fonts.decode(bytes, this.#group.font));
  }

  #write(text: string): void {
    if (this.#group.isSilent || this.#group.isDeleted) return;
    const collection = this.#collections.at(-1);
    if (collection === undefined) this.#body.text += text;
    else if (collection.place === 'fonts') this.#fonts.name(text);
    else if (collection.place === 'styles') this.#styles.name(text);
    else collection.text += text;
  }

  #open(): void {
    if (this.#around.length >= depthAtMost)
      throw new ExtractionFailure('file_too_complex', `Its groups nest more than ${depthAtMost} deep.`);
    this.#around.push(this.#group);
    this.#group = { ...this.#group };
    this.#isBehindStar = false;
  }

  #close(): void {
    const collection = this.#collections.at(-1);
    if (collection?.depth === this.#around.length) {
      this.#collections.pop();
      this.#end(collection);
    }
    this.#group = this.#around.pop() ?? this.#group;
    this.#isBehindStar = false;
  }

  #end({ place, text }: Collection): void {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const words = lines.join('\n');
    if (place === 'header' || place === 'footer') for (const line of lines) this.#edges[place].add(line);
    else if (place === 'author') this.#author = words;
    else if (place === 'mark') this.#mark(words);
    else if (words === '') return;
    else if (place === 'note') this.#body.aside(`[^${this.#notes}]: ${words}`);
    else if (place === 'box') this.#body.aside(words);
    else if (place === 'comment')
      this.#body.aside(leftOut(this.#author === '' ? 'comment' : `comment by ${this.#author}`, words));
  }

  /** Takes the number or sign of a list, as it is shown. */
  #mark(shown: string): void {
    const mark = shown === '' || /[\p{L}\p{N}]/u.test(shown) ? shown : '-';
    const collection = this.#collections.at(-1);
    if (collection === undefined) this.#body.mark = mark;
    else if (mark !== '') collection.text += `${mark} `;
  }

  #word(word: string, value: number | null): void {
    if (word === '*') {
      this.#isBehindStar = true;
      return;
    }
    const isBehindStar = this.#isBehindStar;
    this.#isBehindStar = false;
    if (this.#begin(word, isBehindStar)) return;
    if (word === 'nestrow') return this.#body.endNestedRow();
    if (this.#setProperty(word, value) || this.#group.isSilent) return;
    const sign = signs.get(word);
    if (sign !== undefined) return this.#write(sign);
    const collection = this.#collections.at(-1);
    if (collection === undefined) this.#layOut(word, value);
    else if (collection.place === 'fonts') this.#fonts.define(word, value ?? 0);
    else if (collection.place === 'styles') this.#styles.define(word, value ?? 0);
    else if (breaks.has(word)) this.#write(word === 'cell' || word === 'nestcell' ? ', ' : '\n');
  }

  /** Begins a destination; returns false for any other word. */
  #begin(word: string, isBehindStar: boolean): boolean {
    const group = this.#group;
    const place = collected.get(word);
    if (place !== undefined && !group.isSilent) {
      if (place === 'note') {
        this.#notes += 1;
        this.#write(`[^${this.#notes}]`);
      }
      this.#collections.push({ place, depth: this.#around.length, text: '' });
      return true;
    }
    if (word === 'ud') group.isSilent = group.wasSilent;
    else if (word === 'pict') this.#write(` ${leftOut('picture')} `);
    else if (word === 'object') this.#write(` ${leftOut('embedded object')} `);
    if (word === 'upr') group.wasSilent = group.isSilent;
    if (silent.has(word) || (isBehindStar && !knownBehindStar.has(word))) group.isSilent = true;
    return silent.has(word) || isBehindStar;
  }

  /** Sets what ends with the group; returns false for any other word. */
  #setProperty(word: string, value: number | null): boolean {
    const group = this.#group;
    const isInFonts = this.#collections.at(-1)?.place === 'fonts';
    if (word === 'u') {
      this.#write(String.fromCharCode((value ?? 0) & 0xffff));
      this.#skipped = group.fallback;
    } else if (word === 'uc') group.fallback = Math.min(fallbackAtMost, Math.max(0, value ?? 1));
    else if (word === 'f' && !isInFonts) group.font = value;
    else if (word === 'deleted') group.isDeleted = value !== 0;
    else if (word === 'plain') [group.font, group.isDeleted] = [null, false];
    else if (word === 'deff') this.#fonts.usual = value ?? 0;
    else if (word === 'ansicpg') this.#fonts.codePage = value ?? 0;
    else if (pageOfSystem.has(word)) this.#fonts.codePage = pageOfSystem.get(word) ?? 0;
    else return false;
    return true;
  }

  #layOut(word: string, value: number | null): void {
    const body = this.#body;
    switch (word) {
      case 'par':
      case '\n':
      case '\r':
      case 'sect':
      case 'page':
      case 'column':
        return body.endParagraph();
      case 'cell':
        return body.endCell();
      case 'nestcell':
        return body.endNestedCell();
      case 'row':
        return body.endRow();
      case 'trowd':
        return body.beginRow();
      case 'clvmrg':
        return body.continueCell();
      case 'cellx':
        return body.defineCell();
      case 'intbl':
        body.isInTable = true;
        return;
      case 'pard':
        body.isInTable = false;
        body.level = null;
        return;
      case 's':
        body.level = this.#styles.levelOf(value ?? 0);
        return;
      case 'outlinelevel':
        body.level = headingLevel(value ?? 0);
        return;
      default:
    }
  }
}
