import { randomUUID } from 'node:crypto';
import { limitOf } from '@parlance/shared/contract/access/evaluate';
import { reasoningEfforts } from '@parlance/shared/contract/agents/agent-definition';
import { sql } from 'kysely';
import { type MemberHolder, findHolder } from '../../people/privileges/holder.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AllowedModel } from '../../platform/language-models/allowed-model.ts';
import { answerWith } from '../../platform/language-models/answering.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Question } from '../../platform/language-models/language-model.ts';
import { openMonth } from './allowance.ts';
import { type Call, type Payer, enterCalls } from './ledger.ts';
import { modelFor } from './model-for.ts';
import { RunBudget } from './run-budget.ts';

/** The lease of a reservation: longer than any such request may take, for those left by a dead process. */
const leaseSeconds = 180;

type Paying = Omit<Payer, 'month'>;
type Asking = { readonly db: Database; readonly models: Pick<Catalog, 'of'> };
/** `modelId`: that of an agent, the standard one if null. `longest`: the maximal number of characters kept. */
type Options = Pick<Question, 'instructions' | 'turns' | 'language' | 'signal'> & {
  readonly modelId: string | null;
  readonly longest: number;
  /** True for what needs no reasoning: the model is asked for the least it can be. */
  readonly isSimple?: boolean;
};

/**
 * Asks a model for something other than an answer and returns the whole text. Its tokens are reserved in advance if the
 * member's are limited, and the usage is in the ledger whatever the outcome. Throws a BudgetSpent if too little is
 * left, account_deactivated for a former member, and privilege_missing if the member may not use the model. Call it
 * outside of a transaction, with a time limit in `signal`.
 */
export async function askAside(
  { db, models }: Asking,
  paying: Paying,
  { modelId, longest, isSimple = false, ...asked }: Options,
): Promise<string> {
  const id = randomUUID();
  const { month, limit, model } = await db.asTenant(paying.organizationId, (trx) =>
    begin(trx, id, paying, (holder) => modelFor(holder, models, modelId)),
  );
  const account = { ...paying, month };
  const budget =
    limit === null
      ? undefined
      : new RunBudget(db, { of: 'side_requests', id, account, isStored: true, limit, reserved: 0 });
  const calls: Call[] = [];
  let said = '';
  try {
    // Reads to the end: a call that is cut off is charged, and nobody reports how much.
    for await (const part of answerWith(model, {
      ...asked,
      ...(isSimple ? leastReasoning(model) : {}),
      sources: [],
      fileNames: [],
      budget,
    })) {
      if (part.type === 'text' && said.length < longest) said += part.text;
      if (part.type === 'unsaid') said = '';
      if (part.type === 'usage') calls.push(part);
    }
    return said;
  } finally {
    await db.asTenant(paying.organizationId, (trx) => settle(trx, id, account, calls));
  }
}

function leastReasoning({ model: { reasoning_efforts: known = [] } }: AllowedModel): Pick<Question, 'sampling'> {
  const least = reasoningEfforts.find((effort) => known.includes(effort)) ?? null;
  return { sampling: { temperature: null, max_output_tokens: null, reasoning_effort: least } };
}

type Reservation = { readonly month: string; readonly limit: number | null; readonly model: AllowedModel };

async function begin(
  trx: Trx,
  id: string,
  { organizationId, memberId, botId }: Paying,
  modelOf: (holder: MemberHolder) => AllowedModel,
): Promise<Reservation> {
  const holder = await findHolder(trx, memberId);
  if (holder === null) throw new ApiError('account_deactivated');
  const model = modelOf(holder);
  const { limit } = limitOf(holder, 'tokens_a_month', holder.planTokens);
  const month = await openMonth(trx, { organizationId, memberId, botId });
  if (limit !== null) {
    const leaseUntil = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
    await trx
      .insertInto('side_requests')
      .values({ id, organization_id: organizationId, member_id: memberId, lease_until: leaseUntil })
      .execute();
  }
  return { month, limit, model };
}

/**
 * Settles a request: the reservation is returned with the commit. Locks the holder first and then the budgets, as the
 * end of a run does.
 */
async function settle(trx: Trx, id: string, account: Payer, calls: readonly Call[]): Promise<void> {
  await trx.deleteFrom('side_requests').where('id', '=', id).execute();
  await enterCalls(trx, id, account, calls);
}

/** Returns reservations of dead processes; with `all`, every one. */
export async function releaseForsaken(trx: Trx, { all }: { all: boolean }): Promise<void> {
  await trx
    .deleteFrom('side_requests')
    .where(sql<boolean>`${all} or lease_until < now()`)
    .execute();
}
