import type { AppliedRule, Citation, RunApproval, RunEvent, RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { StreamEvent } from '../../platform/http/event-stream.ts';
import type { FollowedAnswers } from './followed-answers.ts';
import type { Reasoning } from './live-reasoning.ts';
import type { RunEnd, LiveRun } from './live-run.ts';
import type { AskedAnswer } from './stored-answers.ts';

type RunStream = AsyncGenerator<StreamEvent<RunEvent>, void, undefined>;

const delta = (text: string, upTo: number) => ({ id: String(upTo), data: { type: 'delta' as const, text } });
const restarted = (upTo: number) => ({ id: String(upTo), data: { type: 'restart' as const } });
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
  const begins = new ToldBeginning(from);
  const reasoned = new ToldReasoning();
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
      const { text, textFrom, place, reasoning, citations, ended, calls, rules, reading } = run;
      const news = told.news(calls);
      if (rules.length > knownRules) {
        knownRules = rules.length;
        yield ruled(rules, at);
      } else if (reading !== null && reading !== knownReading) {
        knownReading = reading;
        yield read(reading, at);
      } else if (reasoned.isBehind(reasoning)) {
        yield reasoned.tell(reasoning, at);
      } else if (begins.isBehind(textFrom)) {
        at = textFrom;
        yield begins.tell(textFrom);
      } else if (at < place) {
        const missing = text.slice(at - textFrom);
        at = place;
        yield delta(missing, at);
      } else if (news.length > 0) {
        yield* told.tell(news, at);
      } else if (citations !== known && citations.length > 0) {
        known = citations;
        yield cited(citations, at);
      } else if (ended !== null) {
        return yield end(ended, place);
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
    return calls.filter((call) => this.#told.get(call.id) !== stateOf(call));
  }

  /** Yields news and marks them as sent: some may have to wait for earlier text. */
  *tell(news: readonly ToolCall[], upTo: number): Generator<StreamEvent<RunEvent>> {
    for (const call of news) {
      this.#told.set(call.id, stateOf(call));
      yield called(call, upTo);
    }
  }
}

/** The state of a call and of the questions of its server, and how far it is. */
const stateOf = ({ state, elicitations = [], progress }: ToolCall): string =>
  JSON.stringify([state, elicitations.map((asked) => asked.state), progress]);

/** Tracks from which place on a reader has the text. */
class ToldBeginning {
  readonly #from: number;
  #told = 0;

  constructor(from: number) {
    this.#from = from;
  }

  /**
   * True if the text has begun anew since. Who comes back from the very place may have heard all before it or that it
   * begins there: told again, it is right for both.
   */
  isBehind(textFrom: number): boolean {
    return textFrom > this.#told && (this.#told > 0 || this.#from <= textFrom);
  }

  tell(textFrom: number): StreamEvent<RunEvent> {
    this.#told = textFrom;
    return restarted(textFrom);
  }
}

/** Tracks how much of the reasoning a reader has; one that comes back gets all of it again. */
class ToldReasoning {
  #told: Pick<Reasoning, 'text' | 'isOver'> = { text: '', isOver: false };

  isBehind(reasoning: Reasoning | null): reasoning is Reasoning {
    return (
      reasoning !== null && (reasoning.text.length > this.#told.text.length || reasoning.isOver !== this.#told.isOver)
    );
  }

  tell(reasoning: Reasoning, upTo: number): StreamEvent<RunEvent> {
    const from = this.#told.text.length;
    this.#told = reasoning;
    const { text, ms, isOver } = reasoning;
    return { id: String(upTo), data: { type: 'reasoning', text: text.slice(from), from, ms, is_over: isOver } };
  }
}

/** Follows an answer of another process, or one that has ended, from the database. */
export async function* followStored(answers: FollowedAnswers, asked: AskedAnswer, signal: AbortSignal): RunStream {
  let at = asked.from;
  const told = new ToldCalls();
  const begins = new ToldBeginning(asked.from);
  const reasoned = new ToldReasoning();
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
    if (reasoned.isBehind(known.reasoning)) yield reasoned.tell(known.reasoning, at);
    if (begins.isBehind(known.textFrom)) {
      at = known.textFrom;
      yield begins.tell(at);
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
