import { type CatalogModel, standInsOf } from './catalog.ts';

declare const allowed: unique symbol;

/** A model that the asker may use, with those of its stand-ins that they may use too. No other can be called. */
export type AllowedModel = CatalogModel & { readonly [allowed]: true };

/**
 * Returns the model without its denied stand-ins; the stand-ins of a denied one are kept. Null if the model itself is
 * denied: a stand-in helps with failures, and is no way around a denial.
 */
export function allowedModel(model: CatalogModel, isDenied: (id: string) => boolean): AllowedModel | null {
  if (isDenied(model.id)) return null;
  const standIns = [...standInsOf(model)];
  if (!standIns.some(({ id }) => isDenied(id))) return model as AllowedModel; // none of the models is denied
  const kept = standIns.filter(({ id }) => !isDenied(id));
  const fallback = kept.reduceRight<CatalogModel | null>((next, standIn) => ({ ...standIn, fallback: next }), null);
  return { ...model, fallback } as AllowedModel; // neither is denied
}
