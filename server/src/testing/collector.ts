import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
};
type Attribute = { readonly key: string; readonly value: Value };
type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
};
type SentTraces = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
};

export type CollectedSpan = {
  readonly traceId: string;
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
};
export type Collector = {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** Returns everything that was sent, as it came. */
  text(): string;
  spans(): CollectedSpan[];
  /** The paths that something was sent to, and with which key. */
  readonly asked: readonly { readonly path: string; readonly key: string | undefined }[];
  close(): Promise<void>;
};

/** A collector of OpenTelemetry on loopback that takes OTLP as JSON and keeps it. */
export async function startCollector(): Promise<Collector> {
  const bodies: { path: string; text: string }[] = [];
  const asked: { path: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push({ path: request.url ?? '', text: Buffer.concat(chunks).toString('utf8') });
      asked.push({ path: request.url ?? '', key: request.headers['x-key']?.toString() });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    text: () => bodies.map(({ text }) => text).join('\n'),
    spans: () =>
      bodies
        .filter(({ path }) => path === '/v1/traces')
        .flatMap(({ text }) => (JSON.parse(text) as SentTraces).resourceSpans) // the exporter writes it so
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ traceId, spanId: id, parentSpanId: parent = '', name, attributes }) => ({
          traceId,
          id,
          parent,
          name,
          attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
        })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
