import type { RunFailure } from '@parlance/shared/contract/api/runs/runs';
import type { ModelFailure } from '../../platform/language-models/language-model.ts';
import { storableText } from '../tools/storable.ts';

/**
 * Returns the details of a model's failure for administrators. A network error names hosts of the operator's network,
 * so only its code is kept.
 */
export function failureOf({ said, message, cause }: ModelFailure): RunFailure {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return {
    status: said?.status ?? null,
    words: storableText(code || (said?.words ?? '') || message),
    request_id: said?.requestId ?? null,
  };
}
