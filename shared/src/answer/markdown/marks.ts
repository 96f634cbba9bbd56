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
  /** The element that the node becomes. */
  data?: { hName: string; hProperties: Readonly<Record<string, string>> };
};

/** The mark of a passage. Numbers beyond three digits are years and the like. */
const passage = /\[(\d{1,3})\]/;
const note = /\[\^([^\]\s]{1,60})\]/;
const marks = new RegExp(`${passage.source}|${note.source}`, 'g');
/** Bidirectional controls: they reverse the text after them, beyond the end of their own block. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A remark plugin that finds inline marks: of passages, [1], of footnotes, [^1], the placeholders of formulas, and
 * `<br>`, the one tag that models write into tables. In code and in links marks stay as they are.
 */
export function remarkMarks({ formulas }: { readonly formulas: readonly TexFormula[] }) {
  return (tree: MarkdownNode) => findMarks(tree, formulas, false);
}

function findMarks(parent: MarkdownNode, formulas: readonly TexFormula[], inLink: boolean): void {
  parent.children =
    parent.children?.flatMap((child) => {
      if (child.type === 'text')
        return splitAtPlaces((child.value ?? '').replace(turning, '')).flatMap((part, at) =>
          at % 2 === 1 ? formulaAt(Number(part), formulas) : splitAtMarks(part, inLink),
        );
      if (child.type === 'html' && /^<br\s*\/?>$/i.test(child.value ?? '')) return [{ type: 'break' }];
      for (const key of ['value', 'url', 'alt', 'title'] as const) {
        if (typeof child[key] === 'string') child[key] = asWritten(child[key], formulas);
      }
      findMarks(child, formulas, inLink || child.type === 'link');
      return [child];
    }) ?? [];
}

function formulaAt(number: number, formulas: readonly TexFormula[]): MarkdownNode[] {
  const formula = formulas[number];
  if (formula === undefined) return [];
  const { tex, isDisplay } = formula;
  return [{ type: 'formula', data: { hName: 'tex-formula', hProperties: { tex, display: String(isDisplay) } } }];
}

/** Restores the source of formulas in code and in addresses, which cannot hold any. */
function asWritten(text: string, formulas: readonly TexFormula[]): string {
  return splitAtPlaces(text)
    .map((part, at) => (at % 2 === 1 ? (formulas[Number(part)]?.source ?? '') : part))
    .join('');
}

function splitAtMarks(text: string, inLink: boolean): MarkdownNode[] {
  if (inLink) return [{ type: 'text', value: text }];
  const parts: MarkdownNode[] = [];
  let at = 0;
  for (const found of text.matchAll(marks)) {
    const [whole, number, label] = found;
    if (found.index > at) parts.push({ type: 'text', value: text.slice(at, found.index) });
    parts.push(
      number === undefined
        ? { type: 'noteMark', data: { hName: 'note-mark', hProperties: { label: label ?? '' } } }
        : { type: 'citeMark', data: { hName: 'cite-mark', hProperties: { number } } },
    );
    at = found.index + whole.length;
  }
  if (at < text.length) parts.push({ type: 'text', value: text.slice(at) });
  return parts;
}
