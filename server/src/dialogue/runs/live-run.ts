import type { AppliedRule, Citation, RunApproval, RunEvent, RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { type Clock, LiveReasoning, type Reasoning } from './live-reasoning.ts';

export type RunEnd = Omit<Extract<RunEvent, { type: 'ended' }>, 'type'>;

/** The reason for which we stopped an answer. */
export type StopReason = 'stopped' | 'interrupted';

/** An answer that this process writes: the text for its readers, and their notification. */
export class LiveRun {
  readonly id: string;
  readonly organizationId: string;
  readonly #stop = new AbortController();
  readonly #readers = new Set<() => void>();
  readonly #now: Clock;
  readonly #reasoning: LiveReasoning;
  #text = '';
  #textFrom = 0;
  #pending = '';
  /** The time of the first text in the present call of the model; null before it. */
  #saidSince: number | null = null;
  #citations: readonly Citation[] = [];
  #calls: readonly ToolCall[] = [];
  #approval: RunApproval | null = null;
  #rules: readonly AppliedRule[] = [];
  #reading: RunReading | null = null;
  #ended: RunEnd | null = null;
  #isLetGo = false;
  readonly #owner = Promise.withResolvers<string | null>();

  constructor(id: string, organizationId: string, now: Clock = () => performance.now()) {
    this.id = id;
    this.organizationId = organizationId;
    this.#now = now;
    this.#reasoning = new LiveReasoning(now);
  }

  /** The text that readers may see. */
  get text(): string {
    return this.#text;
  }

  /** The place in the answer's stream at which its text begins: what precedes it turned out to be reasoning. */
  get textFrom(): number {
    return this.#textFrom;
  }

  /** The place in the answer's stream behind its text. */
  get place(): number {
    return this.#textFrom + this.#text.length;
  }

  /** The reasoning that readers may see; null if there is none. */
  get reasoning(): Reasoning | null {
    return this.#reasoning.shown;
  }

  get citations(): readonly Citation[] {
    return this.#citations;
  }

  /** The present state of tool calls, in order. */
  get calls(): readonly ToolCall[] {
    return this.#calls;
  }

  /** The approval of its prompt, if it needed one. */
  get approval(): RunApproval | null {
    return this.#approval;
  }

  /** The rules that have applied to it. */
  get rules(): readonly AppliedRule[] {
    return this.#rules;
  }

  /** The progress of reading long files, once their parts are read; null before. */
  get reading(): RunReading | null {
    return this.#reading;
  }

  get ended(): RunEnd | null {
    return this.#ended;
  }

  /** True if another process took over: the state is in the database. */
  get isLetGo(): boolean {
    return this.#isLetGo;
  }

  /** The member who owns the answer, once that is read; null if this process does not come to write it. */
  get owner(): Promise<string | null> {
    return this.#owner.promise;
  }

  ownedBy(memberId: string): void {
    this.#owner.resolve(memberId);
  }

  /** The signal, aborted when the answer is no longer wanted; its reason is a StopReason. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(reason: StopReason): void {
    this.#stop.abort(reason);
  }

  /** Continues an answer that another process began: its text comes by `hear`. */
  goOnFrom(textFrom: number, reasoning: Pick<Reasoning, 'text' | 'ms'> | null): void {
    this.#textFrom = textFrom;
    if (reasoning !== null) this.#reasoning.goOnFrom(reasoning);
  }

  /** Notes that the model is called: its reasoning is a stretch of its own. */
  beginCall(): void {
    this.#reasoning.end();
    this.#saidSince = null;
  }

  /** Takes output of the model; readers see it with the next `release`. */
  hear(text: string): void {
    // PostgreSQL's text has no NUL.
    const said = text.replaceAll('\0', '');
    if (said === '') return;
    this.#reasoning.end();
    this.#saidSince ??= this.#now();
    this.#pending += said;
  }

  /** Takes a piece of the model's reasoning; readers see it with the next `release`. */
  reason(text: string): void {
    this.#reasoning.hear(text);
  }

  /** Notes that the model does something else than to reason, though it says nothing. */
  endReasoning(): void {
    this.#reasoning.end();
  }

  /**
   * Drops the text but for what it was before the call: the rest was reasoning, and its time counts as that. Readers
   * who have seen more begin anew.
   */
  restart(before: string): void {
    const kept = before.replaceAll('\0', '').toWellFormed();
    this.#reasoning.countFrom(this.#saidSince);
    this.#saidSince = null;
    if (kept.startsWith(this.#text)) {
      this.#pending = kept.slice(this.#text.length);
      return;
    }
    this.#textFrom = this.place;
    this.#text = '';
    this.#pending = kept;
    if (!this.release()) this.#wake();
  }

  /**
   * Shows readers pending text and reasoning, except for half a surrogate pair, which waits for its other half. Returns
   * true if there was anything.
   */
  release(): boolean {
    const hasReasoned = this.#reasoning.release();
    const whole = /[\uD800-\uDBFF]$/.test(this.#pending) ? this.#pending.length - 1 : this.#pending.length;
    // Keeps stored and shown text equal: a lone surrogate cannot be stored.
    this.#text += this.#pending.slice(0, whole).toWellFormed();
    this.#pending = this.#pending.slice(whole);
    if (whole > 0 || hasReasoned) this.#wake();
    return whole > 0 || hasReasoned;
  }

  cite(citations: readonly Citation[]): void {
    this.#citations = citations;
    this.#wake();
  }

  allowedBy(approval: RunApproval): void {
    this.#approval = approval;
    this.#wake();
  }

  tellRules(rules: readonly AppliedRule[]): void {
    this.#rules = rules;
    this.#wake();
  }

  tellReading(reading: RunReading): void {
    this.#reading = reading;
    this.#wake();
  }

  /** Adds a call, or updates it. */
  tellCall(call: ToolCall): void {
    const isNew = this.#calls.every(({ id }) => id !== call.id);
    this.#calls = isNew ? [...this.#calls, call] : this.#calls.map((it) => (it.id === call.id ? call : it));
    this.#wake();
  }

  end(ended: RunEnd): void {
    this.#ended = ended;
    this.#owner.resolve(null);
    this.#wake();
  }

  letGo(): void {
    this.#isLetGo = true;
    this.#owner.resolve(null);
    this.#wake();
  }

  /** Calls the reader with every change; the returned function unsubscribes it. */
  onChange(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }

  #wake(): void {
    for (const reader of this.#readers) reader();
  }
}
