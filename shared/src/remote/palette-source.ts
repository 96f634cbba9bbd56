/** Something that the shell's palette finds and leads to. */
export type PaletteEntry = {
  /** One in its group; without blanks. */
  readonly id: string;
  readonly title: string;
  /** What distinguishes it. The search looks here too. */
  readonly note?: string;
  /** An emoji, or the name of one of the shell's drawings. */
  readonly icon: { readonly emoji: string } | { readonly drawing: string };
  /** The path it leads to. An entry that this person may not open is not shown. */
  readonly to: string;
};

/** Entries of one kind below a heading, in the order in which they stand while nothing is searched for. */
export type PaletteGroup = {
  readonly id: string;
  readonly title: string;
  /** What one was at a moment ago stands before the screens, the rest behind them. */
  readonly isNear: boolean;
  /** So many stand there before something is searched for. */
  readonly shownAtFirst: number;
  /** Asked when the palette opens. Rejects with why there is nothing; the other groups are shown all the same. */
  readonly load: (signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
  /**
   * Asked with what is typed, once there is a pause, for what `load` has not brought; absent where it brings
   * everything.
   */
  readonly search?: (search: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
};

/**
 * What a remote gives the palette, in the language of the moment. A group for a search is always shown, last, and not
 * searched itself: it offers to search elsewhere. This type only grows.
 */
export type PaletteSource = {
  readonly groups: () => readonly PaletteGroup[];
  readonly forSearch?: (search: string) => { readonly title: string; readonly entries: readonly PaletteEntry[] };
};
