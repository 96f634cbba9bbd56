import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { often } from '../../platform/db/preparing-client.ts';
import { type CatalogModel, costOf } from '../../platform/language-models/catalog.ts';
import type { Embedding, Embedder } from '../../platform/language-models/embedder.ts';
import type { Usage } from '../../platform/language-models/language-model.ts';

/** One call of a provider, as reported by it. */
export type Call = Omit<Usage, 'type'> & { readonly model: CatalogModel };

/** The budget a run counts against and the month: that of its request. */
export type Account = {
  readonly organizationId: string;
  readonly memberId: string;
  readonly botId: string;
  readonly month: string;
};
/** The account of any request; `botId` is null for a bot that does not exist yet. */
export type Payer = Omit<Account, 'botId'> & { readonly botId: string | null };

/**
 * Writes the calls of a run into the ledger and adds them to the usage of its member, bot and organisation, both or
 * neither. Idempotent. `before` are those entered when the run waited.
 */
export async function enterCalls(
  trx: Trx,
  runId: string,
  { organizationId, memberId, botId, month }: Payer,
  calls: readonly Call[],
  before = 0,
): Promise<void> {
  if (calls.length === 0) return;
  const costs = calls.map((call) => costOf(call.model, call));
  await sql`
    with written as ${often} (
      insert into model_usage (organization_id, member_id, run_id, call, model_id, provider, model_name, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, is_estimated, cost_micros, currency)
      select ${organizationId}::uuid, ${memberId}::uuid, ${runId}::uuid, call.*
      from unnest(${calls.map((_, at) => before + at + 1)}::integer[], ${calls.map(({ model }) => model.id)}::uuid[], ${calls.map(({ model }) => model.provider)}::text[],
        ${calls.map(({ model }) => model.modelName)}::text[], ${calls.map(({ inputTokens }) => inputTokens)}::integer[],
        ${calls.map(({ outputTokens }) => outputTokens)}::integer[], ${calls.map(({ cacheReadTokens = 0 }) => cacheReadTokens)}::integer[],
        ${calls.map(({ cacheWriteTokens = 0 }) => cacheWriteTokens)}::integer[], ${calls.map(({ isEstimated }) => isEstimated)}::boolean[],
        ${costs}::bigint[], ${calls.map(({ model }) => model.price?.currency ?? null)}::text[]) as call
      on conflict (run_id, call) do nothing
      returning input_tokens, output_tokens, cost_micros
    ), sums as (
      select count(*) as calls, sum(input_tokens + output_tokens) as tokens, coalesce(sum(cost_micros), 0) as cost from written
    ), held as (${heldInOrder({ organizationId, memberId, botId, month })})
    update allowance_use as used set tokens = used.tokens + sums.tokens, cost_micros = used.cost_micros + sums.cost
    from sums, held
    where sums.calls > 0 and ${isHeld}`.execute(trx);
}

/** The owner of the vectors; null for nobody’s, such as a file that came with a bot. */
type EmbeddingAccount = { readonly organizationId: string; readonly memberId: string | null };

/**
 * Writes an embedding call into the ledger and adds its cost to the organisation’s month. It is nobody’s answer: no
 * member’s allowance shrinks. Call it last in its transaction: it locks the budget of the organisation.
 */
export async function enterEmbedding(
  trx: Trx,
  { organizationId, memberId }: EmbeddingAccount,
  embedder: Embedder,
  { inputTokens, isEstimated }: Omit<Embedding, 'vectors'>,
): Promise<void> {
  const cost = costOf(embedder, { inputTokens, outputTokens: 0 });
  await sql`
    with written as (
      insert into model_usage (organization_id, member_id, purpose, call, model_id, provider, model_name, input_tokens, output_tokens, is_estimated, cost_micros, currency)
      values (${organizationId}, ${memberId}, 'embeddings', 1,
        ${idOf(embedder)},
        ${embedder.provider}, ${embedder.name}, ${inputTokens}, 0, ${isEstimated}, ${cost}, ${embedder.price?.currency ?? null})
      returning organization_id, cost_micros)
    insert into allowance_use as used (organization_id, month, subject, subject_id, cost_micros)
    select organization_id, date_trunc('month', now() at time zone 'UTC')::date, 'organization', organization_id, cost_micros from written where cost_micros > 0
    on conflict (organization_id, month, subject, subject_id) do update set cost_micros = used.cost_micros + excluded.cost_micros`.execute(
    trx,
  );
}

/**
 * Returns the id of a model. A tenant does not read providers: if two of them have a model of this name, the ledger has
 * the names alone.
 */
const idOf = ({ name }: Embedder) =>
  sql`(select case when count(*) = 1 then min(id::text)::uuid end from models where name = ${name} and purpose = 'embeddings' and is_enabled)`;

/** Uncounts an answer of which not a word came. */
export async function returnAnswer(trx: Trx, account: Account): Promise<void> {
  await sql`
    with held as (${heldInOrder(account)})
    update allowance_use as used set answers = greatest(0, used.answers - 1) from held where ${isHeld}`.execute(trx);
}

/** Locks the three budgets of a run, in the same order as a prompt does. */
const heldInOrder = ({ organizationId, memberId, botId, month }: Payer) => sql`
  select organization_id, month, subject, subject_id from allowance_use
  where organization_id = ${organizationId} and month = ${month}::date
    and (subject, subject_id) in (('member', ${memberId}::uuid), ('bot', ${botId}::uuid), ('organization', ${organizationId}::uuid))
  order by case subject when 'member' then 1 when 'bot' then 2 else 3 end
  for update`;

const isHeld = sql<boolean>`(used.organization_id, used.month, used.subject, used.subject_id) = (held.organization_id, held.month, held.subject, held.subject_id)`;
