import { ExtractionFailure, type Section, createTextBudget, pagesAtMost } from './document.ts';
import { unlessAllLeftOut } from './flow.ts';
import { openOdf } from './odf-document.ts';
import { OdfTextReader, isSilent } from './odf-text.ts';
import { type XmlElement, childOf, descendantsOf, elementsOf } from './xml.ts';

/** Reads the text of each slide of an OpenDocument presentation under its title, with the speaker's notes. */
export function readOdp(bytes: Uint8Array): Section[] {
  const document = openOdf(bytes);
  const slides = descendantsOf(document.body, 'page');
  if (slides.length > pagesAtMost) throw new ExtractionFailure('file_too_complex', `It has ${slides.length} slides.`);
  const text = new OdfTextReader(document);
  const budget = createTextBudget();
  const sections = slides.map((slide, at) => {
    const shapes = elementsOf(slide).filter((shape) => !isSilent(shape) && shape.name !== 'notes');
    const title = shapes.find(({ attributes }) => attributes['class'] === 'title');
    const notes = childOf(slide, 'notes');
    const content = [...shapes.filter((shape) => shape !== title), ...(notes === undefined ? [] : elementsOf(notes))]
      .map((shape) => textOfShape(text, shape))
      .filter((lines) => lines !== '')
      .join('\n\n');
    const heading = title === undefined ? '' : textOfShape(text, title).replaceAll('\n', ' ');
    return { heading: budget(heading), page: at + 1, content: budget(content === '' ? heading : content) };
  });
  return unlessAllLeftOut(sections);
}

function textOfShape(text: OdfTextReader, shape: XmlElement): string {
  if (['page-number', 'header', 'footer', 'date-time', 'page'].includes(shape.attributes['class'] ?? '')) return '';
  const own = text.textOf({ name: 'p', attributes: {}, children: [shape] }).trim();
  const beside = text.linesBeside(' | ');
  return [own, ...beside].filter((line) => line !== '').join('\n');
}
