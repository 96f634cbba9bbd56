import type { CounterName, GaugeName, HistogramName, LabelsOf } from './instruments.ts';

export type Attributes = Readonly<Record<string, string | number | boolean>>;
/** A gauge as it is now. */
export type Reading<Name extends GaugeName> = { readonly value: number; readonly labels: LabelsOf<Name> };
export type ReadGauge<Name extends GaugeName> = () => readonly Reading<Name>[] | Promise<readonly Reading<Name>[]>;

export type SpanStart = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly attributes: Attributes;
  /** The W3C `traceparent` of what it belongs to; null begins a trace. Without it: what is active here. */
  readonly parent?: string | null;
};

export type Span = {
  /** Runs work of which this span is the active one. */
  within<T>(work: () => T): T;
  set(attributes: Attributes): void;
  /** An error is noted by its class and code: its text may hold content. */
  end(error?: unknown): void;
};

/** The observer of the program; the rest of it knows no more of traces and metrics than this. */
export type Observer = {
  /** True if spans are exported, and not metrics alone. */
  readonly isTracing: boolean;
  begin(start: SpanStart): Span;
  /** The W3C `traceparent` of the active span; null where there is none. */
  traceparent(): string | null;
  /** The ids of the active span, for lines of the log; nothing where there is none. */
  ids(): { readonly trace_id?: string; readonly span_id?: string };
  add<Name extends CounterName>(counter: Name, by: number, labels: LabelsOf<Name>): void;
  record<Name extends HistogramName>(histogram: Name, value: number, labels: LabelsOf<Name>): void;
  /** Reads a gauge each time somebody asks for figures. Gives what stops it. */
  watch<Name extends GaugeName>(gauge: Name, read: ReadGauge<Name>): () => void;
};

let current: Observer | null = null;

/** Returns the observer of this process; null unless a setting turns it on, and then nothing of it is loaded. */
export const observer = (): Observer | null => current;

/** Has this process watched. Gives what ends it. */
export function observeBy(next: Observer): () => void {
  if (current !== null) throw new Error('This process is watched already.');
  current = next;
  return () => {
    current = null;
  };
}
