import { Readability } from '@mozilla/readability';
import type { Section } from './document.ts';
import { documentOf, sectionsOfHtml } from './read-html.ts';
import { decodeText } from './text-encoding.ts';

/** An article that is shorter than this was told wrongly from what surrounds it. */
const articleMinLength = 200;
const titleMaxLength = 100;

/** What of a web page is its text: without menus, footers and what is offered beside it, where that can be told. */
export function readPage(bytes: Uint8Array): Section[] {
  const html = decodeText(bytes);
  const title = titleOf(html);
  const article = new Readability(documentOf(html)).parse();
  const found = (article?.textContent ?? '').trim().length >= articleMinLength ? (article?.content ?? html) : html;
  // Readability takes the heading of the page away, because its title says the same.
  return sectionsOfHtml(found).map((section) => (section.heading === '' ? { ...section, heading: title } : section));
}

/** What a page calls itself; null where it has no title. */
export function titleOfPage(bytes: Uint8Array): string | null {
  const title = titleOf(decodeText(bytes));
  return title === '' ? null : title;
}

function titleOf(html: string): string {
  const written = documentOf(html).querySelector('title')?.textContent ?? '';
  const plain = written.replace(/[\p{Cc}\p{Cf}]/gu, ' ').replace(/\s+/g, ' ').trim();
  return plain.length <= titleMaxLength ? plain : `${plain.slice(0, titleMaxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
