/** Characters of one block. Markdown of more than this is no prose that somebody wrote. */
const longest = 8000;
/** Quotes and lists in one another, counted on one line. */
const deepest = 20;
/** Marks of emphasis up to which nobody asks how many characters stand between them. */
const usualMarks = 200;
const charactersPerMark = 4;

/**
 * Whether a block would take so long to read as markdown that the page stood still: what some texts are made for. It
 * is then shown as it was written.
 */
export function isTooDense(block: string): boolean {
  return block.length > longest || hasTooManyMarks(block) || block.split('\n').some(isTooDeep);
}

function hasTooManyMarks(block: string): boolean {
  const marks = block.match(/[*_~[\]<!]/g)?.length ?? 0;
  return marks > usualMarks && marks * charactersPerMark > block.length;
}

function isTooDeep(line: string): boolean {
  return (
    (line
      .slice(0, 400)
      .match(/^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))+/)?.[0]
      .replace(/\s/g, '').length ?? 0) > deepest
  );
}
