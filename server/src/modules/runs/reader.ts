import type { Citation, RunEvent } from '@parlance/shared/contract/api/runs';
import type { Database } from '../../plugins/db/database.ts';
import type { StreamEvent } from '../../plugins/event-stream.ts';
import type { Events } from '../../plugins/events.ts';
import type { Ended, LiveRun } from './live-run.ts';
import { readStored } from './repository.ts';

/** Says which answers have grown or ended, as ids with commas between them. */
export const grownChannel = 'runs.grown';
/** Finds what an event that was lost would have told. */
const pollMs = 1_000;

type RunStream = AsyncGenerator<StreamEvent<RunEvent>, void, undefined>;

const delta = (text: string, upTo: number) => ({ id: String(upTo), data: { type: 'delta' as const, text } });
const cited = (citations: readonly Citation[], upTo: number) => ({ id: String(upTo), data: { type: 'citations' as const, citations: [...citations] } });
const end = (ended: Ended, upTo: number) => ({ id: String(upTo), data: { type: 'ended' as const, ...ended } });

/** The place a reader has come to, from its Last-Event-ID; one that we did not give it begins at the beginning. */
export const placeOf = (lastEventId: string | null): number => (lastEventId !== null && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0);

/** An answer that this process writes, from its memory. A reader that is slow gets more at a time. */
export async function* followLive(run: LiveRun, from: number, signal: AbortSignal): RunStream {
  let at = from;
  let known: readonly Citation[] = [];
  while (!signal.aborted) {
    const { text, citations, ended } = run;
    if (at < text.length) {
      const missing = text.slice(at);
      at = text.length;
      yield delta(missing, at);
    } else if (citations !== known && citations.length > 0) {
      known = citations;
      yield cited(citations, at);
    } else if (ended !== null) {
      return yield end(ended, text.length);
    } else {
      await run.changed(signal);
    }
  }
}

type Stored = { db: Database; events: Events; organizationId: string; runId: string };

/** An answer that another process writes, or that has ended, from the database. */
export async function* followStored({ db, events, organizationId, runId }: Stored, from: number, signal: AbortSignal): RunStream {
  const news = listen(events, runId, signal);
  let at = from;
  try {
    while (!signal.aborted) {
      const stored = await db.asTenant(organizationId, (trx) => readStored(trx, runId, at));
      if (stored === null) return;
      const upTo = stored.offset + stored.text.length;
      if (at < upTo) {
        const missing = stored.text.slice(at - stored.offset);
        at = upTo;
        yield delta(missing, at);
      }
      if (stored.ended !== null) {
        if (stored.citations.length > 0) yield cited(stored.citations, upTo);
        return yield end(stored.ended, upTo);
      }
      await news.next();
    }
  } finally {
    news.close();
  }
}

/** Remembers news that came while nobody waited, so that none between reading and waiting is missed. */
function listen(events: Events, runId: string, signal: AbortSignal) {
  let heard = false;
  let wake: (() => void) | null = null;
  const tell = () => {
    heard = true;
    wake?.();
  };
  const unsubscribe = events.subscribe(grownChannel, (ids) => {
    if (ids.includes(runId)) tell();
  });
  signal.addEventListener('abort', tell);
  return {
    async next(): Promise<void> {
      if (!heard) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      heard = false;
    },
    close(): void {
      unsubscribe();
      signal.removeEventListener('abort', tell);
    },
  };
}
