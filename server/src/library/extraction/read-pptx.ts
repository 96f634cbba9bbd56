import type { Unzipped } from 'fflate';
import { DOMParser } from 'linkedom';
import { readParts } from './archive.ts';
import { ExtractionFailure, type Section, createTextBudget, pagesAtMost } from './document.ts';
import { decodeText } from './text-encoding.ts';

/**
 * Reads the text of each slide under its title, with the speaker's notes. Slides count from 1 in the order of the show.
 */
export function readPptx(bytes: Uint8Array): Section[] {
  const parts = readParts(
    bytes,
    (name) => /^ppt\/(presentation\.xml|_rels\/|slides\/|notesSlides\/).*$/.test(name) && /\.(xml|rels)$/i.test(name),
  );
  const budget = createTextBudget();
  const slides = slidesInOrder(parts);
  if (slides.length > pagesAtMost) throw new ExtractionFailure('file_too_complex', `It has ${slides.length} slides.`);
  return slides.map((name, at) => sectionOf(parts, name, at + 1, budget));
}

/** The used part of the DOM, whose types belong to a browser. */
type ElementOfPart = {
  readonly nodeName: string;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<ElementOfPart>;
};

function parsePart(parts: Unzipped, name: string): ElementOfPart | null {
  const part = parts[name];
  return part === undefined
    ? null
    : // a document has what is named above but attributes, which nobody asks it for
      (new DOMParser().parseFromString(decodeText(part), 'text/xml') as unknown as ElementOfPart);
}

const named = (node: ElementOfPart, name: string): ElementOfPart[] =>
  [...node.querySelectorAll('*')].filter((element) => element.nodeName === name);

/** Returns the relationships of a part: the target of each id. */
function relationsOf(parts: Unzipped, name: string): Map<string, { type: string; target: string }> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const relations = parsePart(parts, `${folder}_rels/${name.slice(folder.length)}.rels`);
  const found = relations === null ? [] : named(relations, 'Relationship');
  return new Map(
    found.map((element) => {
      const target = element.getAttribute('Target') ?? '';
      // Relative to the part, as in an address; nothing is ever fetched from it.
      const { pathname } = new URL(target, `file:///${folder}`);
      return [
        element.getAttribute('Id') ?? '',
        { type: element.getAttribute('Type') ?? '', target: pathname.slice(1) },
      ];
    }),
  );
}

function slidesInOrder(parts: Unzipped): string[] {
  const presentation = parsePart(parts, 'ppt/presentation.xml');
  if (presentation === null) throw new ExtractionFailure('file_unreadable', 'The presentation has no list of slides.');
  const relations = relationsOf(parts, 'ppt/presentation.xml');
  return named(presentation, 'p:sldId').flatMap((element) => {
    const target = relations.get(element.getAttribute('r:id') ?? '')?.target ?? '';
    return target in parts ? [target] : [];
  });
}

function sectionOf(parts: Unzipped, name: string, page: number, budget: (text: string) => string): Section {
  const slide = parsePart(parts, name);
  const shapes = slide === null ? [] : named(slide, 'p:sp');
  const titleShape = shapes.find((shape) =>
    named(shape, 'p:ph').some((place) => /^(title|ctrTitle)$/.test(place.getAttribute('type') ?? '')),
  );
  const title = titleShape === undefined ? '' : paragraphsOf(titleShape).join(' ');
  const body = shapes.filter((shape) => shape !== titleShape).map((shape) => paragraphsOf(shape).join('\n'));
  const tables = slide === null ? [] : named(slide, 'a:tbl').map(tableText);
  const notes = [...relationsOf(parts, name).values()]
    .filter(({ type }) => type.endsWith('/notesSlide'))
    .map(({ target }) => notesOf(parts, target));
  const content = [...body, ...tables, ...notes].filter((text) => text !== '').join('\n\n');
  return { heading: budget(title), page, content: budget(content === '' ? title : content) };
}

/** Returns the lines of text of a shape, in order. */
const paragraphsOf = (shape: ElementOfPart): string[] =>
  named(shape, 'a:p')
    .map((paragraph) =>
      [...paragraph.querySelectorAll('*')]
        .map(({ nodeName, textContent }) =>
          nodeName === 'a:t' ? (textContent ?? '') : nodeName === 'a:br' ? '\n' : nodeName === 'a:tab' ? '\t' : '',
        )
        .join('')
        .trim(),
    )
    .filter((text) => text !== '');

const tableText = (table: ElementOfPart): string =>
  named(table, 'a:tr')
    .map((row) =>
      named(row, 'a:tc')
        .map((cell) => paragraphsOf(cell).join(' '))
        .join(' | '),
    )
    .join('\n');

/** Returns the notes of a slide; the other shapes on their page are its number and its picture. */
function notesOf(parts: Unzipped, name: string): string {
  const notes = parsePart(parts, name);
  if (notes === null) return '';
  const bodies = named(notes, 'p:sp').filter((shape) =>
    named(shape, 'p:ph').some((place) => place.getAttribute('type') === 'body'),
  );
  return bodies.map((shape) => paragraphsOf(shape).join('\n')).join('\n');
}
