import type { ServerResponse } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { requestIdLabel } from './log.ts';
import { type Observer, type Span, observer } from './observer.ts';

type RequestUnderWay = {
  readonly span: Span;
  readonly began: number;
  readonly answer: ServerResponse;
  hasEnded: boolean;
};
/** Of requests under way. A hijacked answer has its own end, so they are kept by what every one has. */
const underWay = new WeakMap<FastifyRequest, RequestUnderWay>();

/** Methods that have a name of their own; a made-up one would be a label of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const methodOf = ({ method }: FastifyRequest) => (methods.has(method) ? method : '_OTHER');
/** The template, never the address itself: ids and words of people stand there. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none';

/** Its lines at the end of a request carry the ids of its trace. */
class ObservedLog extends LogController {
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const log = () => super.requestCompleted(error, request, reply);
    const seen = underWay.get(request);
    if (seen === undefined) log();
    else seen.span.within(log);
  }
}

/** How requests are logged. */
export const requestLog = (): LogController =>
  new (observer() === null ? LogController : ObservedLog)({ requestIdLogLabel: requestIdLabel });

/**
 * Spans and figures of the requests of a service, where somebody watches. Call it before anything else hooks into
 * requests.
 */
export function observeRequests(app: FastifyInstance, service: string): void {
  const watching = observer();
  if (watching === null) return;
  app.addHook('onRequest', (request, reply, done) => {
    const span = watching.begin({
      name: `${methodOf(request)} ${routeOf(request)}`,
      kind: 'server',
      parent: traceOf(request),
      attributes: {
        'http.request.method': methodOf(request),
        'http.route': routeOf(request),
        'parlance.service': service,
        'parlance.request.id': request.id,
      },
    });
    underWay.set(request, { span, began: performance.now(), answer: reply.raw, hasEnded: false });
    // Who goes away before the end of an answer leaves one that is never finished.
    reply.raw.once('close', () => end(watching, service, request));
    span.within(done);
  });
  // The body was read in the meantime, by events that know of no request.
  app.addHook('preValidation', (request, _, done) => within(request, done));
  app.addHook('onResponse', async (request) => end(watching, service, request));
}

function within(request: FastifyRequest, work: () => void): void {
  const seen = underWay.get(request);
  if (seen === undefined) work();
  else seen.span.within(work);
}

/**
 * Only a proxy in front (TRUST_PROXY) may say what a request belongs to: who came through one has more than one
 * address.
 */
function traceOf({ ips, headers: { traceparent } }: FastifyRequest): string | null {
  return typeof traceparent === 'string' && ips !== undefined && ips.length > 1 ? traceparent : null;
}

/** What is said of a request that was left before its answer. */
const leftStatus = 499;

function end(watching: Observer, service: string, request: FastifyRequest): void {
  const seen = underWay.get(request);
  if (seen === undefined || seen.hasEnded) return;
  seen.hasEnded = true;
  const { answer } = seen;
  const [method, route, status] = [
    methodOf(request),
    routeOf(request),
    answer.headersSent ? answer.statusCode : leftStatus,
  ];
  const isStream = String(answer.getHeader('content-type') ?? '').startsWith('text/event-stream');
  watching.add('http.server.requests', 1, { service, method, route, status: String(status) });
  // A stream is open for as long as somebody reads.
  if (!isStream)
    watching.record('http.server.request.duration', (performance.now() - seen.began) / 1000, {
      service,
      method,
      route,
    });
  seen.span.set({ 'http.response.status_code': status });
  seen.span.end(status >= 500 ? String(status) : undefined);
}
