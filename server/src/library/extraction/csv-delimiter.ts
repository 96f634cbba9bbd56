/** The delimiters, the likeliest first where as much speaks for one as for another. */
const delimiters = ['\t', ';', '|', ','] as const;
type Delimiter = (typeof delimiters)[number];

const sampleMaxLength = 20_000;
const linesLookedAt = 100;

/** Returns the delimiter that the first line states, as Excel writes and reads it (`sep=;`), and what follows. */
export function statedDelimiter(text: string): { delimiter: string; body: string } | null {
  const [line, delimiter] = /^"?sep=([,;|:\t ])"?[^\S\r\n]*(?:\r\n|\n|\r|$)/i.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, body: text.slice(line.length) };
}

/**
 * Returns the delimiter: the sign that occurs equally often in most lines in a row, whatever stands above and below
 * them; in ragged rows, one that is in each line. A file of one column has none, and is cut at a sign that it does not
 * use.
 */
export function delimiterOf(text: string): string {
  const lines = linesOf(text.slice(0, sampleMaxLength));
  const found = delimiters.map((sign) => {
    const counts = lines.map((line) => countOf(sign, line));
    return { sign, run: longestRun(counts), isEverywhere: counts.every((count) => count > 0) };
  });
  const [best] = found.toSorted((one, other) => other.run - one.run);
  if (best !== undefined && best.run >= 2) return best.sign;
  return (
    (found.find(({ isEverywhere }) => isEverywhere) ?? found.find(({ sign }) => !text.includes(sign)))?.sign ?? '\u001f'
  );
}

/** Returns lines with text, without what is in quotes: any sign may be there. */
const linesOf = (sample: string) =>
  sample
    .replace(/(?<=^|[\t;|,])"(?:[^"]|"")*"(?=[\t;|,]|$)/gm, '')
    .split(/\r\n|\n|\r/, linesLookedAt * 2)
    .filter((line) => line.trim() !== '')
    .slice(0, linesLookedAt);

/** Counts a sign in a line; a comma between digits is a decimal comma if there is another delimiter. */
function countOf(sign: Delimiter, line: string): number {
  const counted = sign === ',' && /[\t;|]/.test(line) ? line.replace(/(?<=\d),(?=\d)/g, '') : line;
  return counted.split(sign).length - 1;
}

/** Returns the number of lines in the longest run of equal counts above zero. */
function longestRun(counts: readonly number[]): number {
  let [longest, run, last] = [0, 0, 0];
  for (const count of counts) {
    run = count === 0 ? 0 : count === last ? run + 1 : 1;
    last = count;
    longest = Math.max(longest, run);
  }
  return longest;
}
