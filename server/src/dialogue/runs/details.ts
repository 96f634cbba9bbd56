import type { RunDetails } from '@parlance/shared/contract/api/runs/runs';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { findRunDetails } from './readable-runs.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findRunDetails>>>;

/** Before a run has ended, the model is the one that its bot answers with. */
export function runDetails(row: Row, models: Catalog, { isAdmin }: Pick<Caller, 'isAdmin'>): RunDetails {
  const { kind, model_name, bot_model_id, begun_at, ended_at, cost, currency, failure } = row;
  const wanted = models.of(bot_model_id).model;
  return {
    id: row.id,
    status: row.status,
    model: { kind: kind ?? wanted.kind, name: model_name ?? wanted.name },
    instead_of: row.instead_of,
    created_at: row.created_at.toISOString(),
    first_ms: row.first_ms,
    total_ms: ended_at === null ? null : ended_at.getTime() - (begun_at ?? row.created_at).getTime(),
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost: cost === null || currency === null ? null : { micros: cost, currency },
    // It speaks of settings, which are an administrator's.
    ...(isAdmin && failure !== null ? { failure } : {}),
  };
}
