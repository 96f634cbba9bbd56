import { type Section, createTextBudget } from './document.ts';
import { unlessAllLeftOut } from './flow.ts';
import { openOdf } from './odf-document.ts';
import { rowsOfOdfTable } from './odf-table.ts';
import { OdfTextReader } from './odf-text.ts';
import { sectionsOfTable } from './table.ts';
import { type XmlElement, childOf, descendantsOf, elementsOf } from './xml.ts';

/** Reads each sheet of an OpenDocument spreadsheet as a table under its name, as it is shown, with its comments. */
export function readOds(bytes: Uint8Array): Section[] {
  const document = openOdf(bytes);
  const text = new OdfTextReader(document);
  const budget = createTextBudget();
  const [sheets] = descendantsOf(document.body, 'spreadsheet');
  const sections = (sheets === undefined ? [] : elementsOf(sheets))
    .filter(({ name }) => name === 'table')
    .flatMap((sheet) => {
      const heading = budget(sheet.attributes['name'] ?? '');
      const comments: string[] = [];
      const over: string[] = [];
      const table = rowsOfOdfTable(sheet, (cell, column, row) => {
        const comment = childOf(cell, 'annotation');
        if (comment !== undefined) comments.push(text.commentOf(comment, ` on ${nameOf(column)}${row + 1}`));
        const [drawn, written] = partition(cell);
        over.push(text.textOf(drawn).trim(), ...text.linesBeside());
        return budget(text.linesOf(written).join('\n') || valueOf(cell));
      });
      const shapes = childOf(sheet, 'shapes');
      if (shapes !== undefined) over.push(text.textOf(shapes).trim(), ...text.linesBeside());
      const beside = [...over, ...comments].filter((line) => line !== '').map(budget);
      return [
        ...(table.length === 0 ? [] : sectionsOfTable(heading, table)),
        ...(beside.length === 0 ? [] : [{ heading, page: null, content: beside.join('\n') }]),
      ];
    });
  return unlessAllLeftOut(sections);
}

/** Parts what is drawn over a cell from what is written in it. */
function partition(cell: XmlElement): [drawn: XmlElement, written: XmlElement] {
  const isWritten = (child: XmlElement | string) => typeof child === 'string' || ['p', 'list'].includes(child.name);
  const isComment = (child: XmlElement | string) => typeof child !== 'string' && child.name === 'annotation';
  return [
    { ...cell, children: cell.children.filter((child) => !isWritten(child) && !isComment(child)) },
    { ...cell, children: cell.children.filter(isWritten) },
  ];
}

/** Returns the value of a cell that does not say how it is shown; of a formula that nobody calculated, the formula. */
const valueOf = ({ attributes }: XmlElement): string =>
  attributes['string-value'] ??
  attributes['date-value'] ??
  attributes['time-value'] ??
  attributes['boolean-value']?.toUpperCase() ??
  attributes['value'] ??
  attributes['formula']?.replace(/^\w+:/, '') ??
  '';

/** Returns the letters of a column. */
function nameOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${nameOf(Math.floor(column / 26) - 1)}${letter}`;
}
