import { type Holder, can, limitOf } from '@parlance/shared/contract/access/evaluate';
import type { LimitName, Question } from '@parlance/shared/contract/access/privileges';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Throws privilege_missing. */
export function requirePrivilege(holder: Holder, question: Question): void {
  if (!can(holder, question)) throw new ApiError('privilege_missing');
}

/** Throws limit_reached where one more would be more than the person may have. */
export function requireRoom(holder: Holder, name: LimitName, owned: number): void {
  if (can(holder, { kind: 'limit', action: 'use', id: name, amount: owned + 1, planLimit: null })) return;
  throw new ApiError('limit_reached', {
    issues: [{ path: 'limit', message: String(limitOf(holder, name, null).limit) }],
  });
}
