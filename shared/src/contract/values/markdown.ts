// What is read of markdown without a parser, in one way by browser and server.

const title = String.raw`(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\((?:\\.|[^()\\\n])*\))`;
const address = String.raw`(?:<[^<>\n]*>|(?:[a-z][a-z\d+.-]*:|[/#]|\.{1,2}/|www\.)[^\s<>]*)`;
/**
 * A definition of a link on a line of its own, `[label]: /address "title"`; its first group is the label. Where
 * CommonMark takes any word for an address, this takes what looks like one: `[Note]: important` is text.
 */
export const linkDefinition = new RegExp(
  String.raw`^ {0,3}\[(?!\^)((?:\\[^\n]|[^\]\\\n[]){1,999})\]:[ \t]*${address}(?:[ \t]+${title})?[ \t]*(?=\r?\n|$)`,
  'i',
);
/** Says whether a destination of a definition looks like an address. */
export const looksLikeAddress = (destination: string): boolean => new RegExp(`^${address}$`, 'i').test(destination);
export const footnoteDefinition = /^ {0,3}\[\^([^\]\n]+)\]:/;

const fenceMark = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*(`{3,}(?=[^`\n]*$)|~{3,})/;
const listMark = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

const blank = (code: string): string => code.replace(/[^\n]/g, ' ');

/**
 * Returns markdown of the same length in which code is blank: fenced and indented blocks, and spans (CommonMark 0.31,
 * sections 4.4, 4.5 and 6.1). Takes linear time. For those who look for marks without a parser.
 */
export function withoutCode(markdown: string): string {
  return /[`~]|^(?: {4}|\t)/m.test(markdown) ? withoutSpans(withoutCodeBlocks(markdown)) : markdown;
}

function withoutCodeBlocks(markdown: string): string {
  let fence: string | null = null;
  let [isAfterBlank, isInList, isIndented] = [true, false, false];
  const lines = markdown.split('\n').map((line) => {
    const wasAfterBlank = isAfterBlank;
    isAfterBlank = line.trim() === '';
    if (fence !== null) {
      if (closes(line, fence)) fence = null;
      isAfterBlank = true;
      return blank(line);
    }
    if (isAfterBlank) return line;
    fence = fenceMark.exec(line)?.[1] ?? null;
    if (fence !== null) return blank(line);
    isIndented = /^(?: {4}|\t)/.test(line) && !isInList && (wasAfterBlank || isIndented);
    if (isIndented) return blank(line);
    isInList = listMark.test(line) || (isInList && (!wasAfterBlank || /^[ \t]/.test(line)));
    return line;
  });
  return lines.join('\n');
}

function closes(line: string, fence: string): boolean {
  const mark = line.replace(/^[\s>]+/, '').trimEnd();
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
}

/** Blanks code spans: each reaches from a run of backticks to the next one of the same length in its paragraph. */
const withoutSpans = (markdown: string): string =>
  markdown
    .split(/(\n\s*\n)/)
    .map((paragraph, at) => (at % 2 === 0 && paragraph.includes('`') ? withoutSpansIn(paragraph) : paragraph))
    .join('');

function withoutSpansIn(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  const closing = closingRuns(runs);
  let [text, from] = ['', 0];
  for (const [order, run] of runs.entries()) {
    const end = closing[order];
    if (end === undefined || run.index < from || isEscaped(paragraph, run.index)) continue;
    text += paragraph.slice(from, run.index) + blank(paragraph.slice(run.index, end));
    from = end;
  }
  return text + paragraph.slice(from);
}

/** Returns for each run the end of the next one of its length. */
function closingRuns(runs: readonly RegExpExecArray[]): (number | undefined)[] {
  const next = new Map<number, number>();
  return runs
    .reduceRight<(number | undefined)[]>((ends, { 0: { length }, index }) => {
      ends.push(next.get(length));
      next.set(length, index + length);
      return ends;
    }, [])
    .reverse();
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
