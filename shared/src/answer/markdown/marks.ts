import { citationMarks } from '../../contract/api/runs/citation-marks.ts';
import { looksLikeAddress } from '../../contract/values/markdown.ts';
import { addressLength } from './bare-addresses.ts';
import { splitAtPlaces } from './formulas.ts';
import type { TexFormula } from './formulas.ts';

/** The part of an mdast node that this plugin needs. */
type MarkdownNode = {
  type: string;
  value?: string;
  url?: string;
  alt?: string | null;
  title?: string | null;
  children?: MarkdownNode[];
  /** The place in the text; none for what was found in a text afterwards. */
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
  /** The element that the node becomes. */
  data?: { hName: string; hProperties: Readonly<Record<string, string>> };
};

const note = /\[\^([^[\]\s]{1,60})\]/g;
/** Bidirectional controls: they reverse the text after them, beyond the end of their own block. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;
/** The nodes of which the children are blocks. */
const containers = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/** What is known where a node stands. */
type Place = {
  readonly formulas: readonly TexFormula[];
  /** The text as it was read. */
  readonly source: string;
  readonly isInLink: boolean;
};

/**
 * A remark plugin that finds inline marks: of passages, [1], of footnotes, [^1], the placeholders of formulas, and
 * `<br>`, the one tag that models write into tables. In code and in links marks stay as they are. It also makes text of
 * what CommonMark would hide: HTML, and definitions without an address.
 */
export function remarkMarks({ formulas }: { readonly formulas: readonly TexFormula[] }) {
  return (tree: MarkdownNode, file: unknown) => findMarks(tree, { formulas, source: String(file), isInLink: false });
}

function findMarks(parent: MarkdownNode, place: Place): void {
  const isContainer = containers.has(parent.type);
  parent.children = parent.children?.flatMap((child) => withMarks(child, place, isContainer)) ?? [];
}

function withMarks(node: MarkdownNode, place: Place, isBlock: boolean): MarkdownNode[] {
  const { formulas, source, isInLink } = place;
  if (node.type === 'text')
    return splitAtPlaces((node.value ?? '').replace(turning, '')).flatMap((part, at) =>
      at % 2 === 1 ? formulaAt(Number(part), formulas) : splitAtMarks(part, isInLink),
    );
  if (node.type === 'html' && /^<br\s*\/?>$/i.test(node.value ?? '')) return [{ type: 'break' }];
  if (node.type === 'definition' && !looksLikeAddress(node.url ?? '')) {
    const written = source.slice(node.position?.start.offset, node.position?.end.offset);
    return withMarks(paragraphOf(written), place, true);
  }
  if (node.type === 'link' && node.position === undefined) return boundedLink(node);
  for (const key of ['value', 'alt', 'title'] as const) {
    if (typeof node[key] === 'string') node[key] = asWritten(node[key], formulas);
  }
  if (typeof node.url === 'string') node.url = asWritten(node.url, formulas, unescaped);
  if (node.type === 'html' && isBlock) return [paragraphOf(node.value ?? '')];
  if (node.type === 'image' && isInLink)
    return [{ type: 'pictureName', data: { hName: 'picture-name', hProperties: { alt: node.alt ?? '' } } }];
  const isLink = node.type === 'link' || node.type === 'linkReference';
  findMarks(node, isLink ? { ...place, isInLink: true } : place);
  return [node];
}

const paragraphOf = (value: string): MarkdownNode => ({ type: 'paragraph', children: [{ type: 'text', value }] });

/** Ends an address that was found in a text after reading, as the others end while they are read. */
function boundedLink(link: MarkdownNode): MarkdownNode[] {
  const text = link.children?.[0]?.value ?? '';
  const rest = text.slice(addressLength(text));
  if (rest === '') return [link];
  const bounded = text.slice(0, -rest.length);
  return [
    { ...link, url: (link.url ?? '').slice(0, -rest.length), children: [{ type: 'text', value: bounded }] },
    ...splitAtMarks(rest, false),
  ];
}

function formulaAt(number: number, formulas: readonly TexFormula[]): MarkdownNode[] {
  const formula = formulas[number];
  if (formula === undefined) return [];
  const { tex, isDisplay } = formula;
  return [{ type: 'formula', data: { hName: 'tex-formula', hProperties: { tex, display: String(isDisplay) } } }];
}

/** Restores the source of formulas in code and in addresses, which cannot hold any. */
const asWritten = (text: string, formulas: readonly TexFormula[], read = (source: string): string => source): string =>
  splitAtPlaces(text)
    .map((part, at) => (at % 2 === 1 ? read(formulas[Number(part)]?.source ?? '') : part))
    .join('');

/** Reads what is escaped in an address: `\(` looked like the beginning of a formula. */
const unescaped = (source: string): string => source.replace(/\\([!-/:-@[-`{-~])/g, '$1');

function splitAtMarks(text: string, isInLink: boolean): MarkdownNode[] {
  if (isInLink || !/[[［【]/.test(text)) return [{ type: 'text', value: text }];
  const parts: MarkdownNode[] = [];
  let at = 0;
  for (const { index, length, mark } of marksOf(text)) {
    // A mark within a mark is none.
    if (index < at) continue;
    if (index > at) parts.push({ type: 'text', value: text.slice(at, index) });
    parts.push(mark);
    at = index + length;
  }
  if (at < text.length) parts.push({ type: 'text', value: text.slice(at) });
  return parts;
}

/** The marks of a text in their order. One that may be of a footnote or of a passage is the first of both. */
function marksOf(text: string): { index: number; length: number; mark: MarkdownNode }[] {
  const notes = (text.includes('[^') ? [...text.matchAll(note)] : []).map(({ 0: written, 1: label = '', index }) => ({
    index,
    length: written.length,
    mark: { type: 'noteMark', data: { hName: 'note-mark', hProperties: { label } } },
  }));
  const passages = citationMarks(text)
    .filter(({ written }) => !written.startsWith('[^'))
    .map(({ index, written, numbers }) => ({
      index,
      length: written.length,
      mark: { type: 'citeMark', data: { hName: 'cite-mark', hProperties: { numbers: numbers.join(), written } } },
    }));
  return [...notes, ...passages].sort((one, other) => one.index - other.index);
}
