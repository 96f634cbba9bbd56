import type { CounterName, GaugeName, HistogramName, LabelsOf } from './instruments.ts';

export type Attributes = Readonly<Record<string, string | number | boolean>>;
/** A current value of a gauge. */
export type Reading<Name extends GaugeName> = { readonly value: number; readonly labels: LabelsOf<Name> };
export type ReadGauge<Name extends GaugeName> = () => readonly Reading<Name>[] | Promise<readonly Reading<Name>[]>;

export type SpanStart = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly attributes: Attributes;
  /** The W3C `traceparent` of the parent; null begins a trace. By default: the active span. */
  readonly parent?: string | null;
};

export type Span = {
  /** Runs work with this span as the active one. */
  within<T>(work: () => T): T;
  set(attributes: Attributes): void;
  /** Ends the span. An error is recorded by its class and code: its text may hold content. */
  end(error?: unknown): void;
};

/** The observer of the program; the rest of it knows no more of traces and metrics than this. */
export type Observer = {
  /** True if spans are exported, and not metrics alone. */
  readonly isTracing: boolean;
  begin(start: SpanStart): Span;
  /** Returns the W3C `traceparent` of the active span; null if there is none. */
  traceparent(): string | null;
  /** Returns the ids of the active span, for lines of the log; none if there is no span. */
  ids(): { readonly trace_id?: string; readonly span_id?: string };
  add<Name extends CounterName>(counter: Name, by: number, labels: LabelsOf<Name>): void;
  record<Name extends HistogramName>(histogram: Name, value: number, labels: LabelsOf<Name>): void;
  /** Reads a gauge each time figures are requested. Returns the function that stops it. */
  watch<Name extends GaugeName>(gauge: Name, read: ReadGauge<Name>): () => void;
};

let current: Observer | null = null;

/** Returns the observer of this process; null unless a setting turns it on, and then nothing of it is loaded. */
export const observer = (): Observer | null => current;

/** Sets the observer of this process. Returns the function that removes it. */
export function observeBy(next: Observer): () => void {
  if (current !== null) throw new Error('This process is watched already.');
  current = next;
  return () => {
    current = null;
  };
}
