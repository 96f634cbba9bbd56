import { type ErrorCode, errorCodes } from '@parlance/shared/contract/errors';
import type { Meter } from '@parlance/shared/contract/values/meter';

export type Issue = { path: string; message: string };

type Details = {
  issues?: Issue[];
  /** The plan limit that refused, if one did. */
  meter?: Meter;
  /** The seconds after which a retry can succeed; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Headers of this error only, such as Allow. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** An error response: thrown anywhere below a route, sent as the failure envelope with the status of its code. */
export class ApiError extends Error {
  readonly apiCode: ErrorCode;
  readonly statusCode: number;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.name = 'ApiError';
    this.apiCode = code;
    this.statusCode = errorCodes[code];
    this.details = details;
  }
}
