import { isDefinition, isFootnote } from '../state/blocks.ts';
import type { Blocks } from '../state/blocks.ts';

/** What blocks of an answer may refer to, wherever in it they stand. */
export type Definitions = {
  /** The definitions of links as they stand in the text. */
  readonly links: string;
  /** The footnotes in the order in which they stand in the text. */
  readonly notes: readonly Footnote[];
};

export type Footnote = {
  /** In lower case: markdown makes no difference. */
  readonly label: string;
  /** What stands there, as markdown. */
  readonly text: string;
};

export const noDefinitions: Definitions = { links: '', notes: [] };

/** The definitions among finished blocks; `before`, the very same object, where there are none but those. */
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

/** The first note of a name counts. */
function distinct(notes: readonly Footnote[]): readonly Footnote[] {
  const labels = notes.map(({ label }) => label);
  return notes.filter(({ label }, at) => labels.indexOf(label) === at);
}

/** A block with the definitions of links behind it that it may need. */
export function withLinks(block: string, { links }: Definitions): string {
  return links === '' || !block.includes('[') ? block : `${block}\n\n${links}`;
}
