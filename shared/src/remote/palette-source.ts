/** An entry of the shell's palette. */
export type PaletteEntry = {
  /** The id, unique in its group; without blanks. */
  readonly id: string;
  readonly title: string;
  /** A distinguishing note. The search covers it too. */
  readonly note?: string;
  /** An emoji, or the name of one of the shell's drawings. */
  readonly icon: { readonly emoji: string } | { readonly drawing: string };
  /** The path it leads to. An entry that this person may not open is not shown. */
  readonly to: string;
};

/** Entries of one kind below a heading, in their order without a search. */
export type PaletteGroup = {
  readonly id: string;
  readonly title: string;
  /** True for recent things, which come before the screens; the others come after them. */
  readonly isNear: boolean;
  /** The number of entries shown without a search. */
  readonly shownAtFirst: number;
  /**
   * Loads the entries when the palette opens. Rejects with the reason if it cannot; the other groups are shown all the
   * same.
   */
  readonly load: (signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
  /** Searches for the typed text, debounced, beyond the entries of `load`; absent if `load` returns everything. */
  readonly search?: (search: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
};

/**
 * The entries of a remote, in the present language. A group for a search is always shown, last, and not searched
 * itself: it offers to search elsewhere. This type only grows.
 */
export type PaletteSource = {
  readonly groups: () => readonly PaletteGroup[];
  readonly forSearch?: (search: string) => { readonly title: string; readonly entries: readonly PaletteEntry[] };
};
