import { usageSession, type UsageSession } from '@parlance/shared/contract/api/usage';
import * as z from '@parlance/shared/contract/schema';

export const unpostedKey = 'usage.unposted';
const mostEntries = 50;
const keptForMs = 7 * 24 * 3600 * 1000;

const entrySchema = z.strictObject({
  /**
   * The owner, as a mark that means nothing to anybody else: the session is posted in this person's name or not at all.
   */
  owner: z.string(),
  /** The state. `running` is refreshed every few seconds; a stale one was cut off with its page. */
  state: z.enum(['running', 'ended']),
  /** The last refresh by the wall clock, in milliseconds since 1970. */
  seen: z.number(),
  payload: usageSession,
});
/** A session that no response of the server has confirmed yet. */
export type UnpostedEntry = z.infer<typeof entrySchema>;

export type UnpostedList = {
  all(): readonly UnpostedEntry[];
  /** Adds or updates a session. */
  put(owner: string, state: UnpostedEntry['state'], payload: UsageSession): void;
  remove(sessionId: string): void;
};

/**
 * Creates the list of sessions still to be posted, shared by all tabs. Every change reads the list anew and touches one
 * entry. Two tabs that write in the same instant can undo one another's last few seconds and no more: each writes its
 * running session again every few seconds, and an end is sent as well. Entries that the storage refuses are kept in
 * this page's memory.
 */
export function createUnpostedList(storage: () => Storage, wall: () => number): UnpostedList {
  const memory = new Map<string, UnpostedEntry>();
  const read = (): UnpostedEntry[] => {
    const found = readEntries(storage).filter(
      (entry) => Math.abs(wall() - entry.seen) < keptForMs && !memory.has(entry.payload.session_id),
    );
    return [...found, ...memory.values()];
  };
  const write = (entries: readonly UnpostedEntry[]) => {
    const kept = [...entries].sort((a, b) => a.seen - b.seen).slice(-mostEntries);
    memory.clear();
    if (writeEntries(storage, kept)) return;
    for (const entry of kept) memory.set(entry.payload.session_id, entry);
  };
  return {
    all: read,
    put(owner, state, payload) {
      const entry: UnpostedEntry = { owner, state, seen: wall(), payload };
      write([...read().filter((it) => it.payload.session_id !== payload.session_id), entry]);
    },
    remove(sessionId) {
      const before = read();
      const after = before.filter((it) => it.payload.session_id !== sessionId);
      if (after.length < before.length) write(after);
    },
  };
}

/** Reads the valid entries of the storage. Anybody at this browser can change it, so every field is checked. */
function readEntries(storage: () => Storage): UnpostedEntry[] {
  try {
    const found: unknown = JSON.parse(storage().getItem(unpostedKey) ?? '[]');
    if (!Array.isArray(found)) return [];
    return found.flatMap((it) => {
      const entry = entrySchema.safeParse(it);
      return entry.success ? [entry.data] : [];
    });
  } catch {
    return []; // denied, or not JSON: no unposted session is known
  }
}

function writeEntries(storage: () => Storage, entries: readonly UnpostedEntry[]): boolean {
  try {
    if (entries.length === 0) storage().removeItem(unpostedKey);
    else storage().setItem(unpostedKey, JSON.stringify(entries));
    return true;
  } catch {
    return false; // full or denied: the caller keeps them in memory
  }
}

/** Returns the mark of a member: the same for the same member, and not reversible to the id (FNV-1a, 32 bits). */
export function ownerMark(memberId: string): string {
  let hash = 0x811c9dc5;
  for (const character of memberId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
