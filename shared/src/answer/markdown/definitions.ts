import { isDefinition, isFootnote } from '../state/blocks.ts';
import type { Blocks } from '../state/blocks.ts';

/** The definitions that blocks of an answer may refer to, wherever they stand. */
export type Definitions = {
  /** The definitions of links as written. */
  readonly links: string;
  /** The footnotes in the order of the text. */
  readonly notes: readonly Footnote[];
};

export type Footnote = {
  /** The label in lower case: markdown is case-insensitive. */
  readonly label: string;
  /** The text of the note, as markdown. */
  readonly text: string;
};

export const noDefinitions: Definitions = { links: '', notes: [] };

/** Returns the definitions among finished blocks; the very same object `before` if there are no new ones. */
export function definitionsIn(blocks: Blocks, before: Definitions): Definitions {
  const found = blocks.filter(isDefinition);
  const links = found.filter((block) => !isFootnote(block)).join('');
  const notes = distinct(found.filter(isFootnote).map(footnoteOf));
  const isSame =
    links === before.links &&
    notes.length === before.notes.length &&
    notes.every(({ text }, at) => text === before.notes[at]?.text);
  return isSame ? before : { links, notes };
}

function footnoteOf(block: string): Footnote {
  const [, label = '', first = ''] = /^ {0,3}\[\^([^\]\n]+)\]:[ \t]*([^]*)$/.exec(block) ?? [];
  return { label: label.toLowerCase(), text: first.replace(/^(?: {4}|\t)/gm, '') };
}

/** Drops repeated notes: the first of a name counts. */
function distinct(notes: readonly Footnote[]): readonly Footnote[] {
  const labels = notes.map(({ label }) => label);
  return notes.filter(({ label }, at) => labels.indexOf(label) === at);
}

/** Appends the definitions of links that a block may need. */
export function withLinks(block: string, { links }: Definitions): string {
  return links === '' || !block.includes('[') ? block : `${block}\n\n${links}`;
}
