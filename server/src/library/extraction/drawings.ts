import type { Parts } from './archive.ts';
import { leftOut } from './flow.ts';
import { partOf, relationsOf } from './relations.ts';
import { type XmlElement, childOf, descendantsOf, elementsOf, textOf } from './xml.ts';

/** Returns the lines of a shape's text in DrawingML (ECMA-376, part 1, 21.1.2). */
export const linesOfShape = (shape: XmlElement): string[] =>
  descendantsOf(shape, 'p')
    .map((paragraph) =>
      descendantsOf(paragraph, 't', 'br', 'tab')
        .map((part) => (part.name === 't' ? textOf(part) : part.name === 'br' ? '\n' : '\t'))
        .join('')
        .trim(),
    )
    .filter((text) => text !== '');

/** Names a picture by its description; the name beside it was made by a program. */
export const namedPicture = (properties: XmlElement | undefined): string =>
  leftOut('picture', properties?.attributes['descr'] ?? properties?.attributes['title'] ?? '');

/** Names a chart by its title. */
export function namedChart(parts: Parts, owner: string, reference: XmlElement): string {
  const relation = relationsOf(parts, owner).find(({ id }) => id === reference.attributes['id']);
  const chart = relation === undefined ? null : partOf(parts, relation.target);
  const [title] = chart === null ? [] : descendantsOf(chart, 'title');
  return leftOut('chart', title === undefined ? '' : linesOfShape(title).join(' '));
}

/** Returns the texts of a diagram (ECMA-376, part 1, 21.4), which names the part that has them. */
export function linesOfDiagram(parts: Parts, owner: string, reference: XmlElement): string[] {
  const relation = relationsOf(parts, owner).find(({ id }) => id === reference.attributes['dm']);
  const data = relation === undefined ? null : partOf(parts, relation.target);
  const lines = data === null ? [] : linesOfShape(data);
  return lines.length === 0 ? [leftOut('diagram')] : lines;
}

/**
 * Returns what shapes have, in order: their text, the rows of tables, the texts of diagrams, and the names of pictures,
 * charts and embedded objects. `isSkipped` leaves shapes out.
 */
export function linesOfShapes(
  parts: Parts,
  owner: string,
  root: XmlElement,
  isSkipped: (shape: XmlElement) => boolean = () => false,
): string[] {
  return elementsOf(root).flatMap((shape) => {
    if (isSkipped(shape)) return [];
    switch (shape.name) {
      case 'sp':
        return [linesOfShape(shape).join('\n')];
      case 'pic':
        return [namedPicture(childOf(childOf(shape, 'nvPicPr'), 'cNvPr'))];
      case 'graphicFrame':
        return linesOfFrame(parts, owner, shape);
      case 'AlternateContent': {
        const forms = elementsOf(shape).map((form) => linesOfShapes(parts, owner, form, isSkipped));
        return forms.find((lines) => lines.some((line) => line !== '')) ?? [];
      }
      default:
        return linesOfShapes(parts, owner, shape, isSkipped);
    }
  });
}

function linesOfFrame(parts: Parts, owner: string, frame: XmlElement): string[] {
  const [found] = descendantsOf(frame, 'tbl', 'chart', 'relIds', 'oleObj');
  if (found === undefined) return [];
  if (found.name === 'tbl') return [tableText(found)];
  if (found.name === 'chart') return [namedChart(parts, owner, found)];
  return found.name === 'relIds' ? linesOfDiagram(parts, owner, found) : [leftOut('embedded object')];
}

const tableText = (table: XmlElement): string =>
  descendantsOf(table, 'tr')
    .map((row) =>
      descendantsOf(row, 'tc')
        .map((cell) => linesOfShape(cell).join(' '))
        .join(' | '),
    )
    .join('\n');
