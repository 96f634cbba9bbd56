import type { Parts } from './archive.ts';
import { ExtractionFailure } from './document.ts';
import { type XmlElement, elementsOf, parseXml } from './xml.ts';

/** A relationship of a part (ECMA-376, part 2, 6.5). */
export type Relation = {
  readonly id: string;
  /** The last word of its type, which strict and transitional documents share. */
  readonly type: string;
  /** The name of the part; an external address is of no part, and is never asked for. */
  readonly target: string;
};

/** Returns the relationships of a part; the empty name stands for the document. */
export function relationsOf(parts: Parts, name: string): Relation[] {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const root = partOf(parts, `${folder}_rels/${name.slice(folder.length)}.rels`);
  if (root === null) return [];
  return elementsOf(root).map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
    id: Id,
    type: Type.slice(Type.lastIndexOf('/') + 1),
    target: pathOf(Target, folder),
  }));
}

/** Resolves a target against the folder of its part, as an address is resolved. */
function pathOf(target: string, folder: string): string {
  const url = URL.parse(target.replaceAll('\\', '/'), `file:///${folder}`);
  try {
    return decodeURIComponent(url?.pathname ?? '').slice(1);
  } catch {
    return '';
  }
}

/** Returns the name of the main part, which some writers call otherwise. Throws file_unreadable if there is none. */
export function mainPartOf(parts: Parts, usual: string): string {
  const named = relationsOf(parts, '').find(({ type, target }) => type === 'officeDocument' && parts.has(target));
  if (named !== undefined) return named.target;
  if (parts.has(usual)) return usual;
  throw new ExtractionFailure('file_unreadable', `It has no part ${usual}.`);
}

/** Parses a part; null if there is none. */
export function partOf(parts: Parts, name: string): XmlElement | null {
  const text = parts.text(name);
  return text === null ? null : parseXml(text);
}

/** Parses the parts of a type that a part names. */
export const relatedParts = (parts: Parts, name: string, type: string): XmlElement[] =>
  relationsOf(parts, name).flatMap((relation) => {
    const part = relation.type === type ? partOf(parts, relation.target) : null;
    return part === null ? [] : [part];
  });
