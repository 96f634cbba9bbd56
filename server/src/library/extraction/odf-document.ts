import { type Parts, readParts } from './archive.ts';
import { ExtractionFailure } from './document.ts';
import { leftOut } from './flow.ts';
import { formulaText } from './formula-text.ts';
import { type XmlElement, childOf, descendantsOf, elementsOf, parseXml, textOf } from './xml.ts';

/** An OpenDocument file (ISO/IEC 26300): its body, its pages' styles, and what is embedded in it. */
export type OdfDocument = {
  readonly body: XmlElement;
  /** The roots of content and styles. */
  readonly roots: readonly XmlElement[];
  /** Returns an embedded object in words: a formula is its text, a chart is named. */
  objectText(frame: XmlElement): string;
};

/** Opens a document. Throws file_encrypted for one under a password, file_unreadable for one without content. */
export function openOdf(bytes: Uint8Array): OdfDocument {
  const parts = readParts(bytes, (name) => /^(?:[^/]+\/)?(?:content|styles|manifest)\.xml$/.test(name));
  if (/<(?:\w+:)?encryption-data\b/.test(manifestOf(parts)))
    throw new ExtractionFailure('file_encrypted', 'It is a document under a password.');
  const content = parts.text('content.xml');
  if (content === null) throw new ExtractionFailure('file_unreadable', 'It has no content.');
  const root = parseXml(content);
  const body = childOf(root, 'body');
  if (body === undefined) throw new ExtractionFailure('file_unreadable', 'Its content has no body.');
  const styles = parts.text('styles.xml');
  return {
    body,
    roots: styles === null ? [root] : [root, parseXml(styles)],
    objectText: (frame) => objectText(parts, frame),
  };
}

/** The manifest may have a declaration of its type, which nobody resolves. */
const manifestOf = (parts: Parts): string => {
  try {
    return parts.text('META-INF/manifest.xml') ?? '';
  } catch (error) {
    if (error instanceof ExtractionFailure) return '';
    throw error;
  }
};

function objectText(parts: Parts, frame: XmlElement): string {
  const object = childOf(frame, 'object');
  const folder = (object?.attributes['href'] ?? '').replace(/^\.\//, '');
  const text = folder === '' ? null : parts.text(`${folder}/content.xml`);
  if (text === null) return leftOut('embedded object', wordsOf(frame));
  const root = parseXml(text);
  if (root.name === 'math') return formulaText(root);
  const [chart] = descendantsOf(root, 'chart');
  if (chart === undefined) return leftOut('embedded object', wordsOf(frame));
  const [title] = descendantsOf(chart, 'title');
  return leftOut('chart', title === undefined ? '' : textOf(title));
}

/** Returns what is said of a picture or object. */
export const wordsOf = (frame: XmlElement): string =>
  ['title', 'desc']
    .flatMap((name) => elementsOf(frame).filter((child) => child.name === name))
    .map(textOf)
    .filter((words) => words !== '')
    .join(', ');
