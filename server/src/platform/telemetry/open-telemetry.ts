import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes as OtelAttributes,
  type Context,
  type Observable,
  type ObservableCallback,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  isSpanContextValid,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  type IMetricReader,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import type { Config } from '../config/config.ts';
import { routeTo } from '../outgoing/agents.ts';
import { type InstrumentName, instruments, instrumentOf } from './instruments.ts';
import type { Observer, Span, SpanStart } from './observer.ts';

/** Returns the figures of this process in the format of Prometheus. */
export type ScrapeFigures = () => Promise<string>;
export type Telemetry = { readonly observer: Observer; readonly scrape: ScrapeFigures | null; close(): Promise<void> };
export type TelemetrySettings = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'METRICS_PORT'
>;
export type TelemetryOptions = {
  readonly settings: TelemetrySettings;
  readonly parts: readonly string[];
  complain(error: unknown): void;
};

/** The maximal number of label combinations of a figure; the rest is counted together (`otel_metric_overflow`). */
const mostLabels = 2000;
const exportEveryMs = 30_000;
/** The export timeout: a stop does not wait longer for a silent collector. */
const exportTimeoutMs = 2500;
const longestText = 2000;

const library = 'parlance';
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Starts OpenTelemetry: exports if the endpoint is set, and serves Prometheus if the port is. */
export async function startOpenTelemetry({ settings, parts, complain }: TelemetryOptions): Promise<Telemetry> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, METRICS_PORT } = settings;
  const resource = resourceFromAttributes({
    'service.name': settings.OTEL_SERVICE_NAME,
    'parlance.parts': parts.join(','),
  });
  const prometheus = METRICS_PORT === undefined ? null : await import('@opentelemetry/exporter-prometheus');
  const scraped = prometheus === null ? null : new prometheus.PrometheusExporter({ preventServerStart: true });
  const sent = endpoint === undefined ? null : await startSending(endpoint, settings);
  const meters = new MeterProvider({
    resource,
    readers: [scraped, sent?.metricReader ?? null].filter((reader) => reader !== null),
    views: Object.keys(instruments).map((instrumentName) => ({
      instrumentName,
      aggregationCardinalityLimit: mostLabels,
    })),
  });
  const tracing = sent === null ? null : sent.startTracing(resource);
  const contexts = new AsyncLocalStorage<Context>();
  const { add, record, watch } = instrumentsOf(meters, complain);
  const serializer =
    prometheus === null ? null : new prometheus.PrometheusSerializer(undefined, false, undefined, true, true);

  const active = () => trace.getSpanContext(contexts.getStore() ?? ROOT_CONTEXT);
  const observer: Observer = {
    isTracing: tracing !== null,
    begin: (start) => (tracing === null ? unseen : begin(contexts, tracing.tracer, start)),
    traceparent() {
      const found = active();
      return found === undefined || !isSpanContextValid(found)
        ? null
        : `00-${found.traceId}-${found.spanId}-0${(found.traceFlags & TraceFlags.SAMPLED).toString(16)}`;
    },
    ids() {
      const found = active();
      return found === undefined ? {} : { trace_id: found.traceId, span_id: found.spanId };
    },
    add,
    record,
    watch,
  };
  return {
    observer,
    scrape:
      scraped === null || serializer === null
        ? null
        : async () => {
            const { resourceMetrics, errors } = await scraped.collect();
            for (const error of errors) complain(error);
            return serializer.serialize(withUnits(resourceMetrics));
          },
    async close() {
      // Data that can no longer be sent is lost, which is no reason to fail.
      await Promise.all([tracing?.close(), meters.shutdown({ timeoutMillis: exportTimeoutMs })]).catch(complain);
    },
  };
}

/** The unit suffixes of Prometheus names, which the library leaves to us. */
const suffixes: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };

function withUnits(read: ResourceMetrics): ResourceMetrics {
  const renamed = ({ name, unit, ...rest }: MetricData['descriptor']) => ({
    ...rest,
    name: `${name}${suffixes[unit] ?? ''}`,
    unit: '',
  });
  return {
    ...read,
    scopeMetrics: read.scopeMetrics.map((scope) => ({
      ...scope,
      metrics: scope.metrics.map((metric) => ({ ...metric, descriptor: renamed(metric.descriptor) })),
    })),
  };
}

type Resource = ReturnType<typeof resourceFromAttributes>;

/** Starts the exporters, which are loaded only then. */
async function startSending(
  endpoint: string,
  { OTEL_EXPORTER_OTLP_HEADERS: headers = {}, OTEL_TRACES_SAMPLER_ARG: share }: TelemetrySettings,
) {
  const [{ OTLPTraceExporter }, { OTLPMetricExporter }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const to = (path: string) => {
    const url = `${endpoint}/v1/${path}`;
    return { url, headers, timeoutMillis: exportTimeoutMs, httpAgentOptions: () => routeTo(new URL(url)).agent };
  };
  const metricReader: IMetricReader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(to('metrics')),
    exportIntervalMillis: exportEveryMs,
    exportTimeoutMillis: exportTimeoutMs,
  });
  return {
    metricReader,
    startTracing(resource: Resource) {
      const provider = new sdk.TracerProvider({
        resource,
        // The sampling decision of a proxy in front holds for child spans.
        sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
        spanLimits: { attributeValueLengthLimit: longestText },
        spanProcessors: [
          new sdk.BatchSpanProcessor({
            exporter: new OTLPTraceExporter(to('traces')),
            exportTimeoutMillis: exportTimeoutMs,
          }),
        ],
      });
      return { tracer: provider.getTracer(library), close: () => provider.shutdown() };
    },
  };
}

const unseen: Span = { within: (work) => work(), set: () => undefined, end: () => undefined };

function begin(
  contexts: AsyncLocalStorage<Context>,
  tracer: ReturnType<typeof trace.getTracer>,
  { name, kind, attributes, parent }: SpanStart,
): Span {
  const around = parent === undefined ? (contexts.getStore() ?? ROOT_CONTEXT) : contextOf(parent);
  const span = tracer.startSpan(
    name,
    { kind: kinds[kind], attributes: { ...attributes } satisfies OtelAttributes },
    around,
  );
  const own = trace.setSpan(around, span);
  return {
    within: (work) => contexts.run(own, work),
    set: (more) => void span.setAttributes({ ...more }),
    end(error) {
      if (error !== undefined) {
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Starts a new trace unless the text is a valid `traceparent`. */
function contextOf(traceparent: string | null): Context {
  const found = traceparent === null ? null : parseTraceParent(traceparent);
  return found === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...found, isRemote: true });
}

function errorType(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function instrumentsOf(
  meters: MeterProvider,
  complain: TelemetryOptions['complain'],
): Pick<Observer, 'add' | 'record' | 'watch'> {
  const meter = meters.getMeter(library);
  const optionsOf = (name: InstrumentName) => {
    const { unit, about, bounds } = instrumentOf(name);
    return {
      unit,
      description: about,
      ...(bounds === undefined ? {} : { advice: { explicitBucketBoundaries: [...bounds] } }),
    };
  };
  const named = <T>(kind: string, make: (name: InstrumentName) => T): [InstrumentName, T][] =>
    (Object.keys(instruments) as InstrumentName[])
      .filter((name) => instrumentOf(name).kind === kind)
      .map((name) => [name, make(name)]); // the keys of an object of ours
  const counters = new Map(named('counter', (name) => meter.createCounter(name, optionsOf(name))));
  const histograms = new Map(named('histogram', (name) => meter.createHistogram(name, optionsOf(name))));
  const gauges = new Map<InstrumentName, Observable>([
    ...named('gauge', (name) => meter.createObservableGauge(name, optionsOf(name))),
    ...named('total', (name) => meter.createObservableCounter(name, optionsOf(name))),
  ]);
  return {
    add: (name, by, labels) => counters.get(name)?.add(by, labels),
    record: (name, value, labels) => histograms.get(name)?.record(value, labels),
    watch(name, read) {
      const gauge = gauges.get(name);
      // A figure that cannot be read must not suppress the others.
      const observe: ObservableCallback = async (result) => {
        try {
          for (const { value, labels } of await read()) result.observe(value, labels);
        } catch (error) {
          complain(error);
        }
      };
      gauge?.addCallback(observe);
      return () => gauge?.removeCallback(observe);
    },
  };
}
