import type { AppliedRule, Citation, RunApproval, RunEvent, RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';

export type RunEnd = Omit<Extract<RunEvent, { type: 'ended' }>, 'type'>;

/** Why an answer was broken off by us. */
export type StopReason = 'stopped' | 'interrupted';

/** An answer that this process writes: what its readers may see, and how they learn of more. */
export class LiveRun {
  readonly id: string;
  readonly organizationId: string;
  readonly #stop = new AbortController();
  readonly #readers = new Set<() => void>();
  #text = '';
  #pending = '';
  #citations: readonly Citation[] = [];
  #calls: readonly ToolCall[] = [];
  #approval: RunApproval | null = null;
  #rules: readonly AppliedRule[] = [];
  #reading: RunReading | null = null;
  #ended: RunEnd | null = null;
  #isLetGo = false;
  readonly #owner = Promise.withResolvers<string | null>();

  constructor(id: string, organizationId: string) {
    this.id = id;
    this.organizationId = organizationId;
  }

  /** What readers may see. */
  get text(): string {
    return this.#text;
  }

  get citations(): readonly Citation[] {
    return this.#citations;
  }

  /** Calls of tools as they stand now, in their order. */
  get calls(): readonly ToolCall[] {
    return this.#calls;
  }

  /** That its prompt was allowed, where it had to be. */
  get approval(): RunApproval | null {
    return this.#approval;
  }

  /** Rules that have done something to it. */
  get rules(): readonly AppliedRule[] {
    return this.#rules;
  }

  /** How much of long files is read, from when their parts are; null before. */
  get reading(): RunReading | null {
    return this.#reading;
  }

  get ended(): RunEnd | null {
    return this.#ended;
  }

  /** It is not this process that writes it, after all: what becomes of it stands in the database. */
  get isLetGo(): boolean {
    return this.#isLetGo;
  }

  /** The member whose answer it is, as soon as that is read; null where this process does not come to write it. */
  get owner(): Promise<string | null> {
    return this.#owner.promise;
  }

  ownedBy(memberId: string): void {
    this.#owner.resolve(memberId);
  }

  /** Aborted when the answer is no longer wanted; the reason is a StopReason. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  hasText(): boolean {
    return this.#text !== '' || this.#pending !== '';
  }

  isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(reason: StopReason): void {
    this.#stop.abort(reason);
  }

  /** Takes what the model said; readers see it with the next `release`. */
  hear(text: string): void {
    // PostgreSQL's text has no NUL.
    this.#pending += text.replaceAll('\0', '');
  }

  /** Shows readers what was heard, but for half a surrogate pair, which waits for its other half. */
  release(): void {
    const whole = /[\uD800-\uDBFF]$/.test(this.#pending) ? this.#pending.length - 1 : this.#pending.length;
    if (whole === 0) return;
    // What is stored and what is shown must be the same, and a lone surrogate cannot be stored.
    this.#text += this.#pending.slice(0, whole).toWellFormed();
    this.#pending = this.#pending.slice(whole);
    this.#wake();
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

  /** A call that is new or has changed. */
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

  /** Calls the reader with every change; what it returns ends that. */
  onChange(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }

  #wake(): void {
    for (const reader of this.#readers) reader();
  }
}
