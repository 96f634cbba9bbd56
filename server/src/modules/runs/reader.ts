import type { AppliedRule, Citation, RunApproval, RunEvent } from '@parlance/shared/contract/api/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
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
const called = (call: ToolCall, upTo: number) => ({ id: String(upTo), data: { type: 'tool' as const, call } });
const decided = (approval: RunApproval, upTo: number) => ({ id: String(upTo), data: { type: 'approval' as const, approval } });
const ruled = (rules: readonly AppliedRule[], upTo: number) => ({ id: String(upTo), data: { type: 'rules' as const, rules: [...rules] } });
const end = (ended: Ended, upTo: number) => ({ id: String(upTo), data: { type: 'ended' as const, ...ended } });

/** The place a reader has come to, from its Last-Event-ID; one that we did not give it begins at the beginning. */
export const placeOf = (lastEventId: string | null): number => (lastEventId !== null && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0);

/** An answer that this process writes, from its memory. A reader that is slow gets more at a time. */
export async function* followLive(run: LiveRun, from: number, signal: AbortSignal): RunStream {
  let at = from;
  let known: readonly Citation[] = [];
  let knownRules = 0;
  const told = new ToldCalls();
  // Listened for once, and not for each word anew. Nothing happens between a look and the wait for the next change.
  let wake = () => {};
  const change = () => wake();
  const stopListening = run.onChange(change);
  signal.addEventListener('abort', change);
  try {
    if (run.approval !== null) yield decided(run.approval, at);
    while (!signal.aborted) {
      const { text, citations, ended, calls, rules } = run;
      const news = told.news(calls);
      if (rules.length > knownRules) {
        knownRules = rules.length;
        yield ruled(rules, at);
      } else if (at < text.length) {
        const missing = text.slice(at);
        at = text.length;
        yield delta(missing, at);
      } else if (news.length > 0) {
        yield* told.tell(news, at);
      } else if (citations !== known && citations.length > 0) {
        known = citations;
        yield cited(citations, at);
      } else if (ended !== null) {
        return yield end(ended, text.length);
      } else if (run.isLetGo) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', change);
  }
}

/** The same; one that this process lets go of, before it began or because it waits for its person, from the database. */
export async function* followHere(run: LiveRun, stored: Stored, from: number, signal: AbortSignal): RunStream {
  let at = from;
  for await (const event of followLive(run, from, signal)) {
    at = Number(event.id);
    yield event;
  }
  if (run.isLetGo && !signal.aborted) yield* followStored(stored, at, signal);
}

/** Tells of each call once, and again when it has changed. */
class ToldCalls {
  readonly #told = new Map<string, string>();

  news(calls: readonly ToolCall[]): ToolCall[] {
    return calls.filter(({ id, state }) => this.#told.get(id) !== state);
  }

  /** Counts as told only what is: news may have to wait for what comes before it. */
  *tell(news: readonly ToolCall[], upTo: number): Generator<StreamEvent<RunEvent>> {
    for (const call of news) {
      this.#told.set(call.id, call.state);
      yield called(call, upTo);
    }
  }
}

type Stored = { db: Database; events: Events; organizationId: string; runId: string };

/** An answer that another process writes, or that has ended, from the database. */
export async function* followStored({ db, events, organizationId, runId }: Stored, from: number, signal: AbortSignal): RunStream {
  const news = listen(events, runId, signal);
  let at = from;
  const told = new ToldCalls();
  let approval: RunApproval['state'] | undefined;
  let knownRules = 0;
  try {
    while (!signal.aborted) {
      const stored = await db.asTenant(organizationId, (trx) => readStored(trx, runId, at));
      // Its prompt was taken back while it waited.
      if (stored === null) return yield end({ status: 'stopped', error_code: null }, at);
      if (stored.approval !== null && stored.approval.state !== approval) {
        approval = stored.approval.state;
        yield decided(stored.approval, at);
      }
      if (stored.rules.length > knownRules) {
        knownRules = stored.rules.length;
        yield ruled(stored.rules, at);
      }
      const upTo = stored.offset + stored.text.length;
      if (at < upTo) {
        const missing = stored.text.slice(at - stored.offset);
        at = upTo;
        yield delta(missing, at);
      }
      yield* told.tell(told.news(stored.calls), at);
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
