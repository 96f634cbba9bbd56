/** The dialogue's minimal share of the tokens beside the prompt: files do not crowd it out. */
const shareOfDialogue = 0.35;
/** The minimal length of a beginning: a shorter one says nothing, so the file is only named, and searched. */
const beginningTokensAtLeast = 300;

/** An attached file, and the prompt it came with. */
export type Readable = { readonly id: string; readonly messageId: string; readonly tokens: number };

export type ReadingPlan = {
  /** The number of turns read, newest first. */
  readonly turns: number;
  /** The tokens read of each file from its beginning, by its id; all of it if it fits. */
  readonly files: ReadonlyMap<string, number>;
};

/**
 * Shares the room of a model's context. Files of the newest prompt with any come first, then those of the previous one;
 * the dialogue gets the rest. `turns`: tokens, newest first. `files`: newest first. All in tokens.
 */
export function planReading({
  room,
  turns,
  files,
}: {
  room: number;
  turns: readonly number[];
  files: readonly Readable[];
}): ReadingPlan {
  const dialogue = Math.min(sum(turns), Math.floor(Math.max(room, 0) * shareOfDialogue));
  let left = Math.max(0, room - dialogue);
  const given = new Map<string, number>();
  for (const messageId of new Set(files.map((file) => file.messageId))) {
    for (const [id, tokens] of shareRoom(
      files.filter((file) => file.messageId === messageId),
      left,
    )) {
      given.set(id, tokens);
      left -= tokens;
    }
  }
  return { turns: countWithin(turns, left + dialogue), files: given };
}

/**
 * Divides the room among the files: all get everything if they fit. Otherwise small ones are whole and the rest get
 * equal shares, so that of two files that are compared both are read.
 */
function shareRoom(files: readonly Readable[], room: number): Map<string, number> {
  const given = new Map<string, number>();
  let left = room;
  const smallestFirst = files.toSorted((one, other) => one.tokens - other.tokens);
  for (const [at, { id, tokens }] of smallestFirst.entries()) {
    const share = Math.min(tokens, Math.floor(left / (files.length - at)));
    const read = share < tokens && share < beginningTokensAtLeast ? 0 : share;
    given.set(id, read);
    left -= read;
  }
  return given;
}

/** Counts how many of the first of these fit together. */
function countWithin(tokens: readonly number[], room: number): number {
  let left = room;
  const tooMany = tokens.findIndex((each) => (left -= each) < 0);
  return tooMany === -1 ? tokens.length : tooMany;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
