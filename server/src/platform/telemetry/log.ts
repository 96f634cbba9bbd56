import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { observer } from './observer.ts';

export type Log = Logger;
/** A destination of log lines other than standard output. */
export type LogDestination = { write(line: string): void };

/** Returns a fresh id: one from outside could be made to look like another's. */
export const requestId = () => randomUUID();
export const requestIdLabel = 'request_id';

/** The names of fields that are redacted, as a net under careless log lines: at the top and one level down. */
const secretNames = [
  'password',
  'password_hash',
  'token',
  'cookie',
  'cookies',
  'authorization',
  'headers',
  'csrftoken',
  'sessionid',
  'apiKey',
];

/** Creates a log of JSON lines. Headers, bodies and queries of requests are not logged: that is where secrets are. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, destination?: LogDestination): Log {
  const options = {
    level: config.LOG_LEVEL,
    base: {},
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request), address: request.ip }),
      err: describeError,
    },
    // With tracing on, a line carries the ids of its trace.
    ...(observer() === null ? {} : { mixin: () => observer()?.ids() ?? {} }),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The token of a form's address: whoever has it may submit the form. */
const formToken = /(?<=\/forms?\/(?:v1\/)?)[\w-]{20,}$/;

const pathOf = ({ url }: FastifyRequest): string | undefined => url.split('?')[0]?.replace(formToken, '[redacted]');

/** Describes an error and its causes. An SQL error's `detail` repeats the row, and so is left out. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
