import type { ErrorCode } from '@parlance/shared/contract/errors';
import { ApiError } from '../plugins/api-error.ts';

export type OutgoingCode = Extract<ErrorCode, 'address_refused' | 'address_unreachable' | 'address_timeout' | 'answer_too_large'>;

/** Why nothing came from an address that a person named: `apiCode` for people, the message for the log. */
export class OutgoingFailure extends ApiError {
  constructor(code: OutgoingCode, reason: string, cause?: unknown) {
    super(code, { cause });
    this.name = 'OutgoingFailure';
    this.message = reason;
  }
}
