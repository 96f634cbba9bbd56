import { Readability } from '@mozilla/readability';
import type { Section } from './document.ts';
import { documentOf, sectionsOfHtml } from './read-html.ts';
import { decodeText } from './text-encoding.ts';

/** The length below which the article was probably misidentified. */
const articleMinLength = 200;
const titleMaxLength = 100;

/**
 * Reads the text of a web page, without menus, footers and sidebars if they can be told apart, and its title; null if
 * it has none.
 */
export function readPage(bytes: Uint8Array): { sections: Section[]; title: string | null } {
  const html = decodeText(bytes);
  const document = documentOf(html);
  // Runs before Readability, which changes the document.
  const title = titleOf(document);
  const article = new Readability(document).parse();
  const found = (article?.textContent ?? '').trim().length >= articleMinLength ? (article?.content ?? html) : html;
  // Readability drops the heading of the page, because its title is the same.
  const sections = sectionsOfHtml(found).map((section) =>
    section.heading === '' ? { ...section, heading: title } : section,
  );
  return { sections, title: title === '' ? null : title };
}

function titleOf(document: ReturnType<typeof documentOf>): string {
  const written = document.querySelector('title')?.textContent ?? '';
  const plain = written
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= titleMaxLength
    ? plain
    : `${plain.slice(0, titleMaxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
