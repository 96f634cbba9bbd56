import type { RunFailure } from '@parlance/shared/contract/api/runs/runs';
import type { ModelFailure } from '../../platform/language-models/language-model.ts';
import { storableText } from '../tools/storable.ts';

/**
 * What an administrator is told of a model's failure. An error on the way names hosts of the operator's network: of
 * that only the code.
 */
export function failureOf({ said, message, cause }: ModelFailure): RunFailure {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return {
    status: said?.status ?? null,
    words: storableText(code || (said?.words ?? '') || message),
    request_id: said?.requestId ?? null,
  };
}
