import { type Holder, can } from '@parlance/shared/contract/access/evaluate';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type AllowedModel, allowedModel } from '../../platform/language-models/allowed-model.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';

/**
 * The model of an agent as a person may use it; the standard one where `modelId` is null. Throws privilege_missing
 * where they may not.
 */
export function modelFor(holder: Holder, models: Pick<Catalog, 'of'>, modelId: string | null): AllowedModel {
  const model = allowedModel(models.of(modelId), (id) => !can(holder, { kind: 'model', action: 'use', id }));
  if (model === null) throw new ApiError('privilege_missing');
  return model;
}
