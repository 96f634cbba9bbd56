import { Parser } from 'htmlparser2';
import { ExtractionFailure } from './document.ts';

/**
 * An element without the prefixes of its names: writers choose their own, and strict documents have other namespaces
 * for the same elements (ECMA-376, part 1). Of two attributes that would share a name, the second keeps its prefix.
 */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly (XmlElement | string)[];
};
export type Attributes = Readonly<Record<string, string>>;

/** What is told of a part while it is read; names are without prefixes. */
export type XmlHandler = {
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
};

/** The maximal nesting of elements: tables in tables in Word stay far below it. */
const depthAtMost = 1_000;

/**
 * Reads XML as events. Only the five entities of XML and numbers are resolved. Throws file_unreadable if the part
 * breaks off, and file_too_complex if its elements nest without end.
 */
export function walkXml(text: string, handler: XmlHandler): void {
  let depth = 0;
  let elements = 0;
  let isOver = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        elements += 1;
        if (depth > depthAtMost)
          throw new ExtractionFailure('file_too_complex', `Its elements nest more than ${depthAtMost} deep.`);
        handler.open(localOf(name), localAttributes(attributes));
      },
      ontext: (data) => handler.text(data),
      onclosetag(name) {
        if (isOver) throw new ExtractionFailure('file_unreadable', 'A part of it breaks off.');
        depth -= 1;
        handler.close(localOf(name));
      },
    },
    { xmlMode: true },
  );
  parser.write(text);
  isOver = true;
  parser.end();
  if (elements === 0) throw new ExtractionFailure('file_unreadable', 'A part of it is no XML.');
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1);

function localAttributes(attributes: Readonly<Record<string, string>>): Attributes {
  const found = Object.create(null) as Record<string, string>; // names are a stranger's
  for (const name of Object.keys(attributes)) {
    if (name.startsWith('xmlns')) continue;
    const local = localOf(name);
    found[local in found ? name : local] = attributes[name] ?? '';
  }
  return found;
}

/** Parses XML into its root element. Throws as walkXml does. */
export function parseXml(text: string): XmlElement {
  const root = { name: '', attributes: {}, children: [] as (XmlElement | string)[] };
  const open = [root];
  walkXml(text, {
    open(name, attributes) {
      const element = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text: (data) => open.at(-1)?.children.push(data),
    close: () => void open.pop(),
  });
  const found = root.children.find((child) => typeof child !== 'string');
  return typeof found === 'object' ? found : root;
}

export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child) => typeof child !== 'string');

/** Returns the first child of this name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element === undefined ? undefined : elementsOf(element).find((child) => child.name === name);

/** Returns all elements of these names below, in order; none inside of another. */
export function descendantsOf(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  return elementsOf(element).flatMap((child) =>
    names.includes(child.name) ? [child] : descendantsOf(child, ...names),
  );
}

/** Returns all the text of an element. */
export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
