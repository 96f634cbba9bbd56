/** The structure of a search as far as a scanner needs it: the possible sequences of units. */
export type Node =
  | { readonly kind: 'empty' }
  /** A single unit of the folded text. */
  | { readonly kind: 'unit'; readonly matches: (unit: number) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly Node[] }
  | { readonly kind: 'repeat'; readonly of: Node; readonly least: number; readonly most: number };

export const empty: Node = { kind: 'empty' };
export const unit = (matches: (unit: number) => boolean): Node => ({ kind: 'unit', matches });
export const sequence = (of: readonly Node[]): Node => ({ kind: 'sequence', of });
export const choice = (of: readonly Node[]): Node => ({ kind: 'choice', of });
export const repeat = (of: Node, least: number, most: number): Node => ({ kind: 'repeat', of, least, most });

const isHigh = (it: number) => it >= 0xd800 && it <= 0xdbff;
const isLow = (it: number) => it >= 0xdc00 && it <= 0xdfff;
/** Matches any character of two units. */
export const pair: Node = sequence([unit(isHigh), unit(isLow)]);

/**
 * The maximal number of steps in a search: enough for every form of personal data, little enough for a process that
 * holds many.
 */
export const stepsAtMost = 3_000;

/** Counts the steps of a node, expanded; beyond `stepsAtMost` counting stops. */
export function stepsOf(node: Node): number {
  if (node.kind === 'empty') return 0;
  if (node.kind === 'unit') return 1;
  if (node.kind === 'repeat')
    return Math.min(stepsAtMost + 1, stepsOf(node.of) * (Number.isFinite(node.most) ? node.most : node.least + 1) + 1);
  return Math.min(
    stepsAtMost + 1,
    node.of.reduce((sum, it) => sum + stepsOf(it), 0),
  );
}
