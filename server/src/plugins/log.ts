import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@parlance/shared/contract/endpoint';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';

/** Where lines of the log go instead of standard output. */
export type LogDestination = { write(line: string): void };

/** Every request has an id of ours: one from outside could be made to look like another's. */
export const requestId = () => randomUUID();

/** Lines of JSON with the request id. Headers, bodies and queries are not logged: that is where secrets are. */
export function loggerOptions(config: Config, service: ServiceName | 'web', destination?: LogDestination): Pick<FastifyServerOptions, 'logger' | 'requestIdHeader'> {
  return {
    requestIdHeader: false,
    logger: {
      level: config.LOG_LEVEL,
      base: { service },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      // A net under a careless log line.
      redact: { paths: ['*.password', '*.password_hash', '*.token', '*.cookie', '*.authorization', '*.headers', 'password', 'token'], censor: '[redacted]' },
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0], address: request.ip }),
        err: (error: unknown) => describeError(error),
      },
      ...(destination === undefined ? {} : { stream: destination }),
    },
  };
}

/** The error and what caused it. An SQL error's `detail` repeats the row, and so stays out. */
function describeError(error: unknown): { type: string; message: string; stack: string; [more: string]: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack ?? '',
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
