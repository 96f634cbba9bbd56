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

/**
 * Matches code first, which keeps what looks like a formula; then the delimiters. A preceding backslash escapes them.
 */
const candidates = new RegExp(
  [
    String.raw`(?<code>(?<!\x60)(?<ticks>\x60+)(?!\x60)[^]*?(?<!\x60)\k<ticks>(?!\x60))`,
    String.raw`\\\[(?<bracket>[^]{1,${longest}}?)\\\]`,
    String.raw`\\\((?<round>[^]{1,${longest}}?)\\\)`,
    String.raw`(?<!\\)\$\$(?<double>[^$]{1,${longest}}?)\$\$`,
    // Follows pandoc: “$5 and $10” are amounts.
    String.raw`(?<![\\$\p{L}\p{N}])\$(?<single>(?![\s$])[^$\n]{0,${longest}}?(?<![\s\\$]))\$(?![\p{N}$])`,
  ].join('|'),
  'gu',
);

/** Takes the formulas out of a text and leaves a placeholder for each. */
export function extractFormulas(text: string): { readonly text: string; readonly formulas: readonly TexFormula[] } {
  const formulas: TexFormula[] = [];
  const bare = text.replaceAll(/[\uE000\uE001]/g, '');
  if (!/\$|\\[([]/.test(bare)) return { text: bare, formulas };
  const replaced = bare.replace(candidates, (whole: string, ...rest: unknown[]) => {
    // The last argument holds the named groups.
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const tex = groups['bracket'] ?? groups['double'] ?? groups['round'] ?? groups['single'];
    if (tex === undefined || tex.trim() === '' || formulas.length === mostFormulas) return whole;
    const stands =
      groups['bracket'] !== undefined || (groups['double'] !== undefined && /^\s*\n|^[^]*\n\s*$/.test(tex));
    const offset = rest.at(-3) as number; // precedes the text and the groups
    formulas.push({ tex: tex.trim(), isDisplay: stands || isAlone(bare, offset, whole), source: whole });
    return `${open}${formulas.length - 1}${close}`;
  });
  return { text: replaced, formulas };
}

/** Says whether a formula in double dollars stands alone on its lines. */
function isAlone(text: string, at: number, whole: string): boolean {
  if (!whole.startsWith('$$')) return false;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const after = text.slice(at + whole.length).split('\n', 1)[0] ?? '';
  return before.trim() === '' && after.trim() === '';
}

/** Splits a text at the placeholders: every second part is the number of a formula. */
export const splitAtPlaces = (text: string): string[] => text.split(place);

const half = [
  // Formulas may be long; a possible amount or variable (`$PATH_X`) is held back on its line only, and not for long.
  new RegExp(String.raw`(?:(?<!\\)\$\$|\\\[|\\\()[^\uE000]{0,${longest}}$`, 'u'),
  /(?<![\\$\p{L}\p{N}])\$(?=[^\s$]*[\\^_{])[^\uE000\n$]{0,120}$/u,
  /\\$/,
];

/** Cuts off an unfinished formula at the end of a text. */
export function withoutHalfFormula(text: string): string {
  if (!/[$\\]/.test(text)) return text;
  const closed = extractFormulas(text).text;
  const begun = half.map((it) => it.exec(closed)?.[0]).find((it) => it !== undefined);
  return begun === undefined ? text : text.slice(0, text.length - begun.length);
}
