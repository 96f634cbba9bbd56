import { cutCode, cutContent, cutRows } from '../text-search/passages.ts';
import type { Section } from './document.ts';

export type CutPassage = { readonly heading: string; readonly page: number | null; readonly content: string };

/** Removes characters that PostgreSQL's text cannot hold: U+0000 and lone surrogates. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** Cuts sections into passages, in order; those of a table each with its header. */
export const cutSections = (sections: readonly Section[]): CutPassage[] =>
  sections.flatMap((section) =>
    piecesOf(section)
      .filter((content) => content.trim() !== '')
      .map((content) => ({ heading: storable(section.heading), page: section.page, content: content.trim() })),
  );

function piecesOf(section: Section): string[] {
  if ('rows' in section) return cutRows(storable(section.header), section.rows.map(storable));
  return 'code' in section ? cutCode(storable(section.code)) : cutContent(storable(section.content));
}
