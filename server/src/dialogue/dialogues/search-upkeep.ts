import { setImmediate as others } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { graphemeBoundary } from '../../library/text-search/substance.ts';
import { tokensOf } from '../../library/text-search/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { findOutdated, findPending, writeEntry } from '../messages/search-index.ts';
import { prefixLength } from '../messages/search-terms.ts';

type Dependencies = { db: Database; log: FastifyBaseLogger };

/**
 * The interval: texts not indexed with their answer (very long, copied, the process died) become searchable after it.
 */
const everyMs = 15_000;
/** The piece of a long text indexed at a time, so that requests of people come in between. */
const pieceLength = 8_000;

/**
 * The bytes of tokens of one text, with what is put in front of each: a tsvector takes 1 MB, and a text that does not
 * fit would hold up all behind it.
 */
const tokensAtMost = 900_000;

/**
 * Indexes in the background what was left out: texts of an earlier release, of an older tokenizer, very long, or
 * interrupted. Any number of processes may do it: an entry written twice is the same. The returned handle stops it.
 */
export function startSearchUpkeep({ db, log }: Dependencies): { close(): Promise<void> } {
  let closed = false;
  let working: Promise<void> | null = null;
  const look = () => {
    working ??= makeAllSearchable(db, () => closed)
      .catch((error: unknown) =>
        log.error({ err: error }, 'dialogues could not be made searchable; the next look tries again'),
      )
      .finally(() => (working = null));
  };
  const timer = setInterval(look, everyMs).unref();
  look();
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await working;
    },
  };
}

/** Indexes until nothing is left, or until closed. */
export async function makeAllSearchable(db: Database, isClosed: () => boolean = () => false): Promise<void> {
  while (!isClosed() && (await db.asSystem(findOutdated)) > 0);
  for (
    let pending = await db.asSystem((trx) => findPending(trx, {}));
    pending.length > 0 && !isClosed();
    pending = await db.asSystem((trx) => findPending(trx, {}))
  ) {
    for (const one of pending) {
      const tokens = await tokensInPieces(one.text);
      await db.asSystem((trx) => writeEntry(trx, one, tokens));
    }
  }
}

/** Tokenises a text line by line, as much of it as is stored: no token crosses the end of a line. */
async function tokensInPieces(text: string): Promise<string[]> {
  const tokens = new Set<string>();
  let left = tokensAtMost;
  for (let from = 0; from < text.length;) {
    const to = endOfPiece(text, from);
    for (const token of tokensOf(text.slice(from, to))) {
      if (tokens.has(token)) continue;
      left -= Buffer.byteLength(token) + prefixLength + 1;
      if (left < 0) return [...tokens];
      tokens.add(token);
    }
    from = to;
    await others();
  }
  return [...tokens];
}

function endOfPiece(text: string, from: number): number {
  const end = from + pieceLength;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf('\n', end);
  return line > from ? line : graphemeBoundary(text, from, end);
}
