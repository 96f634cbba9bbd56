import { type Parts, readParts } from './archive.ts';
import { ExtractionFailure, type Section, createTextBudget, pagesAtMost } from './document.ts';
import { linesOfShape, linesOfShapes } from './drawings.ts';
import { unlessAllLeftOut } from './flow.ts';
import { mainPartOf, partOf, relatedParts, relationsOf } from './relations.ts';
import { type XmlElement, childOf, descendantsOf } from './xml.ts';

/** The parts that are read: neither layouts, which repeat on each slide, nor what is embedded. */
const wanted = /^(?:_rels\/|ppt\/(?:[^/]+\.xml$|_rels\/|(?:slides|notesslides|charts|diagrams)\/))/;

/**
 * Reads the text of each slide under its title, with the speaker's notes. Slides count from 1 in the order of the show.
 */
export function readPptx(bytes: Uint8Array): Section[] {
  const parts = readParts(bytes, (name) => wanted.test(name) && /\.(xml|rels)$/.test(name));
  const budget = createTextBudget();
  const slides = slidesInOrder(parts);
  if (slides.length > pagesAtMost) throw new ExtractionFailure('file_too_complex', `It has ${slides.length} slides.`);
  return unlessAllLeftOut(slides.map((name, at) => sectionOf(parts, name, at + 1, budget)));
}

function slidesInOrder(parts: Parts): string[] {
  const main = mainPartOf(parts, 'ppt/presentation.xml');
  const targets = new Map(relationsOf(parts, main).map(({ id, target }) => [id, target]));
  const presentation = partOf(parts, main);
  const slides = presentation === null ? [] : descendantsOf(presentation, 'sldId');
  // A slide has a number and a relationship, both called id.
  return slides
    .flatMap(({ attributes }) => Object.values(attributes).map((value) => targets.get(value) ?? ''))
    .filter((target) => parts.has(target));
}

function sectionOf(parts: Parts, name: string, page: number, budget: (text: string) => string): Section {
  const slide = partOf(parts, name);
  const titleShape = slide === null ? undefined : descendantsOf(slide, 'sp').find((shape) => isPlace(shape, titles));
  const title = titleShape === undefined ? '' : linesOfShape(titleShape).join(' ');
  const body = slide === null ? [] : linesOfShapes(parts, name, slide, (shape) => shape === titleShape);
  const notes = relatedParts(parts, name, 'notesSlide').map(notesOf);
  const content = [...body, ...notes].filter((text) => text !== '').join('\n\n');
  return { heading: budget(title), page, content: budget(content === '' ? title : content) };
}

const titles = ['title', 'ctrTitle'];

/** Says whether a shape fills a place of the layout (ECMA-376, part 1, 19.7.10). */
function isPlace(shape: XmlElement, types: readonly string[]): boolean {
  const place = childOf(childOf(childOf(shape, 'nvSpPr'), 'nvPr'), 'ph');
  return place !== undefined && types.includes(place.attributes['type'] ?? '');
}

/** Returns the notes of a slide, without its picture and what stands at the edges of their page. */
const notesOf = (notes: XmlElement): string =>
  descendantsOf(notes, 'sp')
    .filter((shape) => !isPlace(shape, ['sldImg', 'sldNum', 'hdr', 'ftr', 'dt']))
    .map((shape) => linesOfShape(shape).join('\n'))
    .join('\n');
