import { type Section, createTextBudget } from './document.ts';
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
  return (sheets === undefined ? [] : elementsOf(sheets))
    .filter(({ name }) => name === 'table')
    .flatMap((sheet) => {
      const heading = budget(sheet.attributes['name'] ?? '');
      const comments: string[] = [];
      const table = rowsOfOdfTable(sheet, (cell, column, row) => {
        const comment = childOf(cell, 'annotation');
        if (comment !== undefined) comments.push(text.commentOf(comment, ` on ${nameOf(column)}${row + 1}`));
        return budget(text.linesOf(cell).join('\n') || valueOf(cell));
      });
      const shapes = childOf(sheet, 'shapes');
      const over =
        shapes === undefined ? [] : [text.textOf(shapes).trim(), ...linesOf(text)].filter((line) => line !== '');
      const beside = [...over, ...comments].map(budget);
      return [
        ...(table.length === 0 ? [] : sectionsOfTable(heading, table)),
        ...(beside.length === 0 ? [] : [{ heading, page: null, content: beside.join('\n') }]),
      ];
    });
}

/** Returns the lines of what stood beside the text that was read last. */
const linesOf = (text: OdfTextReader): string[] =>
  text.takeAsides().flatMap((aside) => (aside.kind === 'line' ? [aside.line] : text.linesOf(aside.box)));

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
