import { type ErrorCode, errorCodes } from '@parlance/shared/contract/errors';
import type { Meter } from '@parlance/shared/contract/values/meter';

export type Issue = { path: string; message: string };

type Details = {
  issues?: Issue[];
  /** Where a limit of the plan refuses. */
  meter?: Meter;
  /** Whole seconds after which trying again can succeed; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Headers that belong to this error only, such as Allow. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/**
 * An answer that is no success: thrown anywhere below a route, sent as the failure envelope with the status of its
 * code.
 */
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
