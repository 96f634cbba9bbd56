import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Words as `wc -w` counts them, tables and code included. */
export const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** Headings of the second level, in their order. */
export const sectionsOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

/** The targets of the links and pictures of a document, as they are written, code left out. */
export const targetsOf = (text: string): string[] =>
  [
    ...withoutBlocks(text)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)[^)]*\)/g),
  ].map(([, to = '']) => to);

/** The links of a document that lead to no file of the workspace, or to no heading of it. */
export function findBrokenLinks(file: string): string[] {
  return targetsOf(readFileSync(file, 'utf8')).filter((target) => {
    if (/^[a-z]+:/i.test(target)) return false;
    const [to = '', anchor] = target.split('#');
    const found = to === '' ? file : path.resolve(path.dirname(file), decodeURIComponent(to));
    if (!existsSync(found)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(found, 'utf8')).has(anchor);
  });
}

/** The anchors that GitHub gives to the headings of a document. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again += 1) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  return anchors;
}

const withoutBlocks = (text: string) => text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');
