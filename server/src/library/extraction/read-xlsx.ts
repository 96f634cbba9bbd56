import { type Parts, readParts } from './archive.ts';
import { ExtractionFailure, type Section, createTextBudget } from './document.ts';
import { linesOfShapes } from './drawings.ts';
import { bracketed, unlessAllLeftOut } from './flow.ts';
import { mainPartOf, partOf, relatedParts, relationsOf } from './relations.ts';
import { sectionsOfTable } from './table.ts';
import { type NumberFormat, numberFormatOf } from './xlsx-number-format.ts';
import { type Workbook, rowsOfSheet, unescaped } from './xlsx-sheet.ts';
import { type XmlElement, childOf, descendantsOf, elementsOf, parseXml, textOf } from './xml.ts';

/** Parts that repeat what cells have, or have no text. */
const unread = /(?:^|\/)(?:pivotcache|pivottables|theme|printersettings|querytables|externallinks)\/|calcchain\.xml$/;

/** Reads each sheet of a workbook as a table under its name, hidden ones too, with its comments and shapes. */
export function readXlsx(bytes: Uint8Array): Section[] {
  const parts = readParts(bytes, (name) => /\.(xml|rels)$/.test(name) && !unread.test(name));
  const budget = createTextBudget();
  const main = mainPartOf(parts, 'xl/workbook.xml');
  const root = parseXml(parts.text(main) ?? '');
  const [properties] = descendantsOf(root, 'workbookPr');
  const workbook: Workbook = {
    strings: stringsOf(parts, main),
    formats: formatsOf(relatedParts(parts, main, 'styles')),
    is1904: ['1', 'true', 'on'].includes(properties?.attributes['date1904'] ?? ''),
  };
  const people = namesOfPeople(relatedParts(parts, main, 'person'));
  const targets = new Map(relationsOf(parts, main).map(({ id, target }) => [id, target]));
  const [sheets] = descendantsOf(root, 'sheets');
  if (sheets === undefined) throw new ExtractionFailure('file_unreadable', 'The workbook has no list of sheets.');
  const sections = elementsOf(sheets).flatMap(({ attributes }) => {
    const target = targets.get(attributes['id'] ?? '') ?? '';
    const text = parts.text(target);
    if (text === null) return [];
    const heading = budget(unescaped(attributes['name'] ?? ''));
    const table = rowsOfSheet(text, workbook, budget);
    const beside = [...linesBeside(parts, target), ...commentsOf(parts, target, people)].map(budget);
    return [
      ...(table.length === 0 ? [] : sectionsOfTable(heading, table)),
      ...(beside.length === 0 ? [] : [{ heading, page: null, content: beside.join('\n') }]),
    ];
  });
  return unlessAllLeftOut(sections);
}

/** Returns the shared strings: their runs as one, without what says how they are pronounced. */
function stringsOf(parts: Parts, main: string): string[] {
  const budget = createTextBudget();
  return relatedParts(parts, main, 'sharedStrings').flatMap((root) =>
    elementsOf(root).map((item) => budget(unescaped(runsOf(item)))),
  );
}

/** Returns the text of a string with runs (ECMA-376, part 1, 18.4). */
const runsOf = (item: XmlElement): string =>
  elementsOf(item)
    .map((part) => (part.name === 't' ? textOf(part) : part.name === 'r' ? runsOf(part) : ''))
    .join('');

/** Returns the number formats by the indexes that cells name. */
function formatsOf(roots: readonly XmlElement[]): NumberFormat[] {
  const [root] = roots;
  const own = new Map(
    elementsOf(childOf(root, 'numFmts') ?? empty).map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  );
  const used = new Map<number, NumberFormat>();
  return elementsOf(childOf(root, 'cellXfs') ?? empty).map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    const format = used.get(id) ?? numberFormatOf(id, own.get(id));
    used.set(id, format);
    return format;
  });
}

const empty: XmlElement = { name: '', attributes: {}, children: [] };

const linesBeside = (parts: Parts, sheet: string): string[] =>
  relationsOf(parts, sheet)
    .filter(({ type }) => type === 'drawing')
    .flatMap(({ target }) => {
      const drawing = partOf(parts, target);
      return drawing === null ? [] : linesOfShapes(parts, target, drawing);
    })
    .filter((line) => line !== '');

const namesOfPeople = (roots: readonly XmlElement[]) =>
  new Map(
    roots
      .flatMap(elementsOf)
      .map(({ attributes }) => [attributes['id'] ?? '', attributes['displayName'] ?? ''] as const),
  );

/** Returns the comments on the cells of a sheet. Those of a thread stand twice, in another form for old programs. */
function commentsOf(parts: Parts, sheet: string, people: ReadonlyMap<string, string>): string[] {
  const threaded = relatedParts(parts, sheet, 'threadedComment').flatMap(elementsOf);
  const places = new Set(threaded.map(({ attributes }) => attributes['ref']));
  const plain = relatedParts(parts, sheet, 'comments').flatMap((root) => {
    const authors = elementsOf(childOf(root, 'authors') ?? empty).map(textOf);
    return elementsOf(childOf(root, 'commentList') ?? empty)
      .filter(({ attributes }) => !places.has(attributes['ref']))
      .map((comment) => {
        const author = authors[Number(comment.attributes['authorId'])] ?? '';
        const text = unescaped(runsOf(childOf(comment, 'text') ?? empty));
        return named(comment.attributes['ref'] ?? '', author, text.replace(`${author}:\n`, ''));
      });
  });
  const inThreads = threaded.map((comment) =>
    named(
      comment.attributes['ref'] ?? '',
      people.get(comment.attributes['personId'] ?? '') ?? '',
      textOf(childOf(comment, 'text') ?? empty),
    ),
  );
  return [...plain, ...inThreads];
}

const named = (place: string, author: string, text: string) =>
  bracketed(`comment on ${place}${author.trim() === '' ? '' : ` by ${author}`}: ${text}`);
