import { beginsFormula } from '../../contract/values/csv.ts';
import type { CopiedText } from '../../ui/controls/use-copy.ts';
import { plainElement } from './plain-html.ts';

/**
 * Returns a drawn table as spreadsheets paste it into their cells: lines of cells with tabs between, and HTML. A cell
 * that would run as a formula stays text.
 */
export function copiedTable(drawn: Element | null): CopiedText {
  const plain = plainElement(drawn ?? document.createElement('div'));
  const rows = [...plain.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('th, td')]);
  for (const cell of rows.flat())
    // Excel's own property; the style object knows none but those of CSS.
    if (isFormula(cell))
      cell.setAttribute('style', String.raw`mso-number-format:"\@";${cell.getAttribute('style') ?? ''}`);
  const text = rows.map((row) => row.map((cell) => (isFormula(cell) ? `'${wordsOf(cell)}` : wordsOf(cell))).join('\t'));
  return { text: text.join('\n'), html: () => Promise.resolve(plain.innerHTML) };
}

const wordsOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim();
/** A number with a sign is one, with a currency or a percent sign too. */
const isNumber = (text: string) => /^[+-]?\s?\p{Sc}?\s?[\d.,'\u00A0\u202F ]+\s?[%\p{Sc}]?$/u.test(text);
const isFormula = (cell: Element) => beginsFormula(wordsOf(cell)) && !isNumber(wordsOf(cell));
