import { randomUUID } from 'node:crypto';
import { limitOf } from '@parlance/shared/contract/access/evaluate';
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

/** Longer than any such request may take: what is reserved after it was left by a process that died. */
const leaseSeconds = 180;

type Paying = Omit<Payer, 'month'>;
type Asking = { readonly db: Database; readonly models: Pick<Catalog, 'of'> };
/**
 * `modelId`: that of an agent, the standard one where it is null. `longest`: characters that are kept of what is said.
 */
type Options = Pick<Question, 'instructions' | 'turns' | 'language' | 'signal'> & {
  readonly modelId: string | null;
  readonly longest: number;
};

/**
 * What a model says to a request that is no answer, whole. What it takes is reserved of its member's tokens before it
 * is asked, where they are limited, and is in the ledger whatever becomes of it. Throws a BudgetSpent where too little
 * is left, account_deactivated for who is no member any more, and privilege_missing where the member may not use the
 * model. Call it outside of a transaction, with a time limit in `signal`.
 */
export async function askAside(
  { db, models }: Asking,
  paying: Paying,
  { modelId, longest, ...asked }: Options,
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
    // Heard to its end: a call that is cut off is charged, and nobody says how much.
    for await (const part of answerWith(model, { ...asked, sources: [], fileNames: [], budget })) {
      if (part.type === 'text' && said.length < longest) said += part.text;
      if (part.type === 'usage') calls.push(part);
    }
    return said;
  } finally {
    await db.asTenant(paying.organizationId, (trx) => settle(trx, id, account, calls));
  }
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

/** What was reserved is given back with the commit. First what holds it, then the budgets, as with the end of a run. */
async function settle(trx: Trx, id: string, account: Payer, calls: readonly Call[]): Promise<void> {
  await trx.deleteFrom('side_requests').where('id', '=', id).execute();
  await enterCalls(trx, id, account, calls);
}

/** Gives back what processes that died had reserved for such requests; with `all`, what every one had. */
export async function releaseForsaken(trx: Trx, { all }: { all: boolean }): Promise<void> {
  await trx
    .deleteFrom('side_requests')
    .where(sql<boolean>`${all} or lease_until < now()`)
    .execute();
}
