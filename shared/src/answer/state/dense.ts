/** The most characters of one block. Longer markdown is no prose that somebody wrote. */
const longest = 8000;
/** The deepest nesting of quotes and lists, counted on one line. */
const deepest = 20;
/** Emphasis marks up to which their density is not checked. */
const usualMarks = 200;
const charactersPerMark = 4;

/**
 * Says whether parsing a block as markdown would take so long that the page freezes, which some texts are made for. It
 * is then shown as its source.
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
