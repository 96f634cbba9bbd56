/** A formula in TeX, as it stood in an answer. */
export type TexFormula = {
  readonly tex: string;
  /** On a line of its own. */
  readonly isDisplay: boolean;
  /** As it was written, marks and all. */
  readonly source: string;
};

/** Characters that no text needs (private use): they hold the place of a formula, which markdown must not read. */
const [open, close] = ['\uE000', '\uE001'];
const place = /\uE000(\d+)\uE001/;

/** Characters of a formula. Nobody reads a longer formula. */
const longest = 2000;

/** Formulas of one block. Setting takes a millisecond and more for each. */
const mostFormulas = 100;

/** Code keeps what looks like a formula; then the ways to write one. A backslash before takes the meaning away. */
const candidates = new RegExp(
  [
    String.raw`(?<code>(?<!\x60)(?<ticks>\x60+)(?!\x60)[^]*?(?<!\x60)\k<ticks>(?!\x60))`,
    String.raw`\\\[(?<bracket>[^]{1,${longest}}?)\\\]`,
    String.raw`\\\((?<round>[^]{1,${longest}}?)\\\)`,
    String.raw`(?<!\\)\$\$(?<double>[^$]{1,${longest}}?)\$\$`,
    // As pandoc reads it: “$5 and $10” are amounts.
    String.raw`(?<![\\$\p{L}\p{N}])\$(?<single>(?![\s$])[^$\n]{0,${longest}}?(?<![\s\\$]))\$(?![\p{N}$])`,
  ].join('|'),
  'gu',
);

/** A text with its formulas taken out and a place held for each. */
export function extractFormulas(text: string): { readonly text: string; readonly formulas: readonly TexFormula[] } {
  const formulas: TexFormula[] = [];
  const bare = text.replaceAll(/[\uE000\uE001]/g, '');
  if (!/\$|\\[([]/.test(bare)) return { text: bare, formulas };
  const replaced = bare.replace(candidates, (whole: string, ...rest: unknown[]) => {
    // an expression with named groups gives them last
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const tex = groups['bracket'] ?? groups['double'] ?? groups['round'] ?? groups['single'];
    if (tex === undefined || tex.trim() === '' || formulas.length === mostFormulas) return whole;
    const stands =
      groups['bracket'] !== undefined || (groups['double'] !== undefined && /^\s*\n|^[^]*\n\s*$/.test(tex));
    const offset = rest.at(-3) as number; // before the text and the groups
    formulas.push({ tex: tex.trim(), isDisplay: stands || isAlone(bare, offset, whole), source: whole });
    return `${open}${formulas.length - 1}${close}`;
  });
  return { text: replaced, formulas };
}

/** Whether nothing else stands on the lines of a formula in double dollars. */
function isAlone(text: string, at: number, whole: string): boolean {
  if (!whole.startsWith('$$')) return false;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const after = text.slice(at + whole.length).split('\n', 1)[0] ?? '';
  return before.trim() === '' && after.trim() === '';
}

/** A text at the places held for formulas: every second part is the number of a formula. */
export const splitAtPlaces = (text: string): string[] => text.split(place);

const half = [
  // Formulas may be long; what looks like an amount or a variable (`$PATH_X`) is waited for on its line and not for
  // long.
  new RegExp(String.raw`(?:(?<!\\)\$\$|\\\[|\\\()[^\uE000]{0,${longest}}$`, 'u'),
  /(?<![\\$\p{L}\p{N}])\$(?=[^\s$]*[\\^_{])[^\uE000\n$]{0,120}$/u,
  /\\$/,
];

/** A text without the formula at its end that is still being written. */
export function withoutHalfFormula(text: string): string {
  if (!/[$\\]/.test(text)) return text;
  const closed = extractFormulas(text).text;
  const begun = half.map((it) => it.exec(closed)?.[0]).find((it) => it !== undefined);
  return begun === undefined ? text : text.slice(0, text.length - begun.length);
}
