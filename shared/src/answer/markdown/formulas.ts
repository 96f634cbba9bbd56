import { citationMarks } from '../../contract/api/runs/citation-marks.ts';
import { formulaEnvironments } from '../state/blocks.ts';
import { isFormula } from './formula-signs.ts';
import { unspacedLetters } from './unspaced.ts';

/** A formula in TeX from an answer. */
export type TexFormula = {
  readonly tex: string;
  /** True for a formula on a line of its own. */
  readonly isDisplay: boolean;
  /** The source as written, delimiters included. */
  readonly source: string;
};

/** Placeholders of a formula, which markdown must not read: private-use characters that no text needs. */
const [open, close] = ['\uE000', '\uE001'];
const place = /\uE000(\d+)\uE001/;

/** The most characters of a formula. Nobody reads a longer one. */
const longest = 2000;

/** The most formulas of one block. Setting each takes a millisecond or more. */
const mostFormulas = 100;

/** A letter of a script with spaces. Beside the others a formula may stand without one. */
const spaced = String.raw`(?![${unspacedLetters}])\p{L}`;
/** What may not stand before an opening dollar: `US$5`. Follows pandoc, as does what may not stand inside. */
const beforeDollar = String.raw`(?<![\\$\p{N}]|${spaced})`;
/** What may not stand behind a closing dollar, which begins another amount, ticker or variable then; “$n$th” may. */
const afterDollar = String.raw`(?![\p{N}$_{]|(?<=[:/;,]\$)\(|(?!(?:th|st|nd|rd|s)(?![\p{L}\p{N}]))${spaced})`;

/**
 * Matches code first, which keeps what looks like a formula; then the delimiters. A preceding backslash escapes them.
 */
const candidates = new RegExp(
  [
    String.raw`(?<code>(?<!\x60)(?<ticks>\x60+)(?!\x60)[^]*?(?<!\x60)\k<ticks>(?!\x60))`,
    String.raw`(?<environment>\\begin\{(?<name>${formulaEnvironments})\}[^]{1,${longest}}?\\end\{\k<name>\})`,
    String.raw`(?<!\\)\\\[(?<bracket>[^]{1,${longest}}?)\\\]`,
    String.raw`(?<!\\)\\\((?<round>[^]{1,${longest}}?)\\\)`,
    String.raw`(?<![\\$])\$\$(?!\$)(?<double>(?:\\[^]|[^$\\]){1,${longest}}?)\$\$(?!\$)`,
    String.raw`${beforeDollar}\$(?<single>(?![\s$])(?:\\[^\n]|[^$\\\n]){0,${longest}}?(?<!\s))\$${afterDollar}`,
  ].join('|'),
  'gu',
);

/** What a match holds, by its delimiters. */
type Groups = Readonly<Record<'environment' | 'bracket' | 'round' | 'double' | 'single', string | undefined>>;

/** Takes the formulas out of a text and leaves a placeholder for each. */
export function extractFormulas(text: string): { readonly text: string; readonly formulas: readonly TexFormula[] } {
  const formulas: TexFormula[] = [];
  const bare = text.replaceAll(/[\uE000\uE001]/g, '');
  if (!/\$|\\[([b]/.test(bare)) return { text: bare, formulas };
  const replaced = bare.replace(candidates, (whole: string, ...rest: unknown[]) => {
    // The last argument holds the named groups, the third last the place.
    const groups = rest.at(-1) as Groups;
    const offset = rest.at(-3) as number;
    const tex = texOf(groups);
    if (tex === null || formulas.length === mostFormulas) return whole;
    const stands =
      groups.environment !== undefined ||
      groups.bracket !== undefined ||
      (groups.double !== undefined && (/^\s*\n|\n\s*$/.test(tex) || isAlone(bare, offset, whole)));
    formulas.push({ tex: unquoted(tex, bare, offset).trim(), isDisplay: stands, source: whole });
    return `${open}${formulas.length - 1}${close}`;
  });
  return { text: replaced, formulas };
}

/** Returns the TeX of a match; null for code, and for what only looks like a formula. */
function texOf({ environment, bracket, round, double, single }: Groups): string | null {
  if (environment !== undefined) return environment;
  const escaped = bracket ?? round;
  if (escaped !== undefined) return isEscapedText(escaped, bracket !== undefined) ? null : escaped;
  if (double !== undefined) return isDouble(double) ? double : null;
  return single !== undefined && isFormula(single) ? single : null;
}

/** Says whether escaped brackets hold text: a mark of a passage, `\[1\]`, or nothing that could be set. */
const isEscapedText = (inside: string, isSquare: boolean): boolean =>
  !/[\p{L}\p{N}+=<>-]/u.test(inside) || (isSquare && citationMarks(`[${inside}]`)[0]?.written === `[${inside}]`);

/** Says whether double dollars hold a formula. On one line they may be a rating: “from $$ (moderate) to $$”. */
const isDouble = (tex: string): boolean =>
  tex.trim() !== '' && (tex.includes('\n') ? /^[ \t]*\n/.test(tex) || !/\n\s*\n/.test(tex) : isFormula(tex.trim()));

/** Drops the marks of a quotation from the lines of a formula within. */
function unquoted(tex: string, text: string, at: number): string {
  if (!tex.includes('\n')) return tex;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[\s\d.)*+-]*>/.test(before) ? tex.replace(/^[ \t]*(?:>[ \t]?)+/gm, '') : tex;
}

/** Says whether a formula in double dollars stands alone on its lines. */
function isAlone(text: string, at: number, whole: string): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const after = text.slice(at + whole.length).split('\n', 1)[0] ?? '';
  return before.trim() === '' && after.trim() === '';
}

/** Splits a text at the placeholders: every second part is the number of a formula. */
export const splitAtPlaces = (text: string): string[] => text.split(place);

/** The begun formula at the end of a text. Formulas may be long. */
const half = new RegExp(
  String.raw`(?:(?<![\\$])\$\$|(?<!\\)\\[[(]|\\begin\{${formulaEnvironments}\})[^\uE000]{0,${longest}}$`,
  'u',
);
/** A possible amount, ticker or variable is held back on its line only, and not for long. */
const halfSingle = new RegExp(
  String.raw`${beforeDollar}\$(?=[^\s$\d])(?:[^\s$\uE000]{1,20}|(?=[^\s$]*[\\^_{=]|\p{L}{1,2}\s[-+=<>*/|])[^\uE000\n$]{1,120})$`,
  'u',
);
/** A backslash at the very end, and the beginning of an environment. */
const halfCommand = /\\(?:b(?:e(?:g(?:i(?:n(?:\{[a-zA-Z]{0,9}\*?)?)?)?)?)?)?$/;

/** Cuts off an unfinished formula at the end of a text. */
export function withoutHalfFormula(text: string): string {
  if (!/[$\\]/.test(text)) return text;
  const closed = extractFormulas(text).text;
  const begun = [half, halfSingle, halfCommand]
    .map((it) => it.exec(closed)?.[0])
    .find((it) => it !== undefined && isAwaited(it));
  return begun === undefined ? text : text.slice(0, text.length - begun.length);
}

/** False for what double dollars begin on one line that reads as words. */
const isAwaited = (begun: string): boolean =>
  !begun.startsWith('$$') || begun.includes('\n') || isFormula(begun.slice(2).trim());
