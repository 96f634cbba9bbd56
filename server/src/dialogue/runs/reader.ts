import type { AppliedRule, Citation, RunApproval, RunEvent, RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { StreamEvent } from '../../platform/http/event-stream.ts';
import type { FollowedAnswers } from './followed-answers.ts';
import type { RunEnd, LiveRun } from './live-run.ts';
import type { AskedAnswer } from './stored-answers.ts';

type RunStream = AsyncGenerator<StreamEvent<RunEvent>, void, undefined>;

const delta = (text: string, upTo: number) => ({ id: String(upTo), data: { type: 'delta' as const, text } });
const cited = (citations: readonly Citation[], upTo: number) => ({
  id: String(upTo),
  data: { type: 'citations' as const, citations: [...citations] },
});
const called = (call: ToolCall, upTo: number) => ({ id: String(upTo), data: { type: 'tool' as const, call } });
const decided = (approval: RunApproval, upTo: number) => ({
  id: String(upTo),
  data: { type: 'approval' as const, approval },
});
const read = (reading: RunReading, upTo: number) => ({ id: String(upTo), data: { type: 'reading' as const, reading } });
const ruled = (rules: readonly AppliedRule[], upTo: number) => ({
  id: String(upTo),
  data: { type: 'rules' as const, rules: [...rules] },
});
const end = (ended: RunEnd, upTo: number) => ({ id: String(upTo), data: { type: 'ended' as const, ...ended } });

/** Parses a reader's position from its Last-Event-ID; an invalid one starts at the beginning. */
export const placeOf = (lastEventId: string | null): number =>
  lastEventId !== null && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0;

/** Follows an answer that this process writes, from memory. A slow reader gets more at a time. */
export async function* followLive(run: LiveRun, from: number, signal: AbortSignal): RunStream {
  let at = from;
  let known: readonly Citation[] = [];
  let knownRules = 0;
  let knownReading: RunReading | null = null;
  const told = new ToldCalls();
  // A single listener serves all words. Nothing happens between a look and the wait for the next change.
  let wake = () => {};
  const change = () => wake();
  const stopListening = run.onChange(change);
  signal.addEventListener('abort', change);
  try {
    if (run.approval !== null) yield decided(run.approval, at);
    while (!signal.aborted) {
      const { text, citations, ended, calls, rules, reading } = run;
      const news = told.news(calls);
      if (rules.length > knownRules) {
        knownRules = rules.length;
        yield ruled(rules, at);
      } else if (reading !== null && reading !== knownReading) {
        knownReading = reading;
        yield read(reading, at);
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

/**
 * Follows an answer of this process; once the process lets go of it, early or because it waits for its person, from the
 * database.
 */
export async function* followHere(
  run: LiveRun,
  answers: FollowedAnswers,
  from: number,
  signal: AbortSignal,
): RunStream {
  let at = from;
  for await (const event of followLive(run, from, signal)) {
    at = Number(event.id);
    yield event;
  }
  if (run.isLetGo && !signal.aborted)
    yield* followStored(answers, { organizationId: run.organizationId, runId: run.id, from: at }, signal);
}

/** Tracks which calls a reader has seen: each is sent once, and again when it has changed. */
class ToldCalls {
  readonly #told = new Map<string, string>();

  news(calls: readonly ToolCall[]): ToolCall[] {
    return calls.filter(({ id, state }) => this.#told.get(id) !== state);
  }

  /** Yields news and marks them as sent: some may have to wait for earlier text. */
  *tell(news: readonly ToolCall[], upTo: number): Generator<StreamEvent<RunEvent>> {
    for (const call of news) {
      this.#told.set(call.id, call.state);
      yield called(call, upTo);
    }
  }
}

/** Follows an answer of another process, or one that has ended, from the database. */
export async function* followStored(answers: FollowedAnswers, asked: AskedAnswer, signal: AbortSignal): RunStream {
  let at = asked.from;
  const told = new ToldCalls();
  let approval: RunApproval['state'] | undefined;
  let knownRules = 0;
  let progress = -1;
  for await (const known of answers.follow(asked, signal)) {
    // The prompt was taken back while it waited.
    if (known === null) return yield end({ status: 'stopped', error_code: null }, at);
    if (known.approval !== null && known.approval.state !== approval) {
      approval = known.approval.state;
      yield decided(known.approval, at);
    }
    if (known.rules.length > knownRules) {
      knownRules = known.rules.length;
      yield ruled(known.rules, at);
    }
    if (known.reading?.progress !== undefined && known.reading.progress.read > progress) {
      progress = known.reading.progress.read;
      yield read(known.reading, at);
    }
    const upTo = known.offset + known.text.length;
    if (at < upTo) {
      const missing = known.text.slice(at - known.offset);
      at = upTo;
      yield delta(missing, at);
    }
    yield* told.tell(told.news(known.calls), at);
    if (known.ended !== null) {
      if (known.citations.length > 0) yield cited(known.citations, upTo);
      return yield end(known.ended, upTo);
    }
  }
}
