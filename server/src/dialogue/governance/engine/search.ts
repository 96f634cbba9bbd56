import type { Node } from './nodes.ts';

/** A range of a text, in UTF-16 code units. */
export type Piece = { readonly start: number; readonly end: number };

/**
 * A search. `node` gives a scanner the possible matches; `find` returns the actual ones: pieces that begin at `from` or
 * later and before `to`, in a text that has `contextLength` units before `from`, or its beginning.
 */
export type Search = {
  readonly node: Node;
  /** The reading of a line end within a paragraph, if a text is taken as read: as a space, or as written. */
  readonly lineEnds: 'spaces' | 'kept';
  readonly find: (text: string, folded: string, from: number, to: number) => Piece[];
};
