import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';
import { type Budget, BudgetSpent, type Room } from '../../platform/language-models/budget.ts';
import type { Payer } from './ledger.ts';

/** The tokens taken at a time, about a page, so that two answers of one person do not starve each other. */
const slice = 1_000;
/** The least output worth asking for. */
const leastOutput = 16;

/** The tokens a run has reserved, and its limit. */
export type Reserve = { readonly limit: number; readonly reserved: number };

/** The holder of a reservation: a row of one of these tables, as long as it exists and is under way. */
type Reserving = { readonly of: 'runs' | 'side_requests'; readonly id: string };

/** The token budget of one run or request of a member with a limit: output is reserved before it is requested. */
export class RunBudget implements Budget {
  readonly #db: Database;
  readonly #by: Reserving;
  readonly #account: Payer;
  readonly #isStored: true | Promise<boolean>;
  readonly #limit: number;
  #reserved: number;
  /** The tokens of finished calls. */
  #spent = 0;
  #input = 0;

  constructor(
    db: Database,
    {
      of,
      id,
      account,
      isStored,
      limit,
      reserved,
    }: Reserve &
      Reserving & {
        readonly account: Payer;
        /** True once the run is stored; nothing can be reserved before. */
        readonly isStored: true | Promise<boolean>;
      },
  ) {
    this.#db = db;
    this.#by = { of, id };
    this.#account = account;
    this.#isStored = isStored;
    this.#limit = limit;
    this.#reserved = reserved;
  }

  async begin(inputTokens: number, outputTokens: number | null): Promise<Room> {
    this.#input = inputTokens;
    const wanted = Math.min(outputTokens ?? slice, slice);
    // The reservation made with the prompt suffices for most, whose first word waits for nothing.
    if (this.#room() >= wanted) return { outputTokens: this.#room(), isLast: false };
    await this.#reserve(this.#spent + inputTokens + wanted);
    if (this.#room() < Math.min(wanted, leastOutput))
      throw new BudgetSpent('The budget has no room for the prompt and an answer.');
    return { outputTokens: this.#room(), isLast: this.#room() < wanted };
  }

  async more(): Promise<number> {
    await this.#reserve(this.#reserved + slice);
    return this.#room();
  }

  settle(tokens: number): void {
    this.#spent += tokens;
    this.#input = 0;
  }

  #room(): number {
    return this.#reserved - this.#spent - this.#input;
  }

  /** Reserves as much of it as is left. */
  async #reserve(wanted: number): Promise<void> {
    if (!(await this.#isStored)) return;
    this.#reserved =
      (await this.#db.asTenant(this.#account.organizationId, (trx) =>
        reserve(trx, this.#by, this.#account, { wanted, limit: this.#limit }),
      )) ?? this.#reserved;
  }
}

const memberBudget = ({ organizationId, memberId, month }: Payer) =>
  sql`allowance_use.organization_id = ${organizationId} and allowance_use.month = ${month}::date and allowance_use.subject = 'member' and allowance_use.subject_id = ${memberId}`;

/**
 * Returns the new reservation of a run: the wanted tokens, as far as the limit leaves them beside those of others.
 * Undefined for a run that is over. Locks the run first and then the budget, as its end does.
 */
async function reserve(
  trx: Trx,
  { of, id }: Reserving,
  account: Payer,
  { wanted, limit }: { wanted: number; limit: number },
): Promise<number | undefined> {
  const isUnderWay = of === 'runs' ? sql`status = 'running'` : sql`true`;
  const { rows } = await sql<{ reserved: number }>`
    with run as (select id, reserved_tokens as reserved from ${sql.table(of)} where id = ${id} and ${isUnderWay} for update),
    budget as (select tokens, reserved_tokens as reserved from allowance_use where ${memberBudget(account)} and exists (select from run) for update),
    now as (select run.id, run.reserved as before, greatest(run.reserved, least(${wanted}::bigint, ${limit}::bigint - budget.tokens - budget.reserved + run.reserved)) as reserved from run, budget),
    kept as (update ${sql.table(of)} as reserving set reserved_tokens = now.reserved from now where reserving.id = now.id)
    update allowance_use set reserved_tokens = allowance_use.reserved_tokens + now.reserved - now.before from now where ${memberBudget(account)}
    returning now.reserved::float8 as reserved`.execute(trx);
  return rows[0]?.reserved;
}

/**
 * Returns a part of a run's reservation, because there was less, or all of it, because nobody answers for a while. Call
 * it with the run locked.
 */
export async function giveBackReserved(trx: Trx, runId: string, account: Payer, tokens: number | 'all'): Promise<void> {
  if (tokens !== 'all' && tokens <= 0) return;
  const asked = tokens === 'all' ? sql`reserved_tokens` : sql`${tokens}::bigint`;
  await sql`
    with run as (select id, least(reserved_tokens, ${asked}) as less from runs where id = ${runId} for update),
    kept as (update runs set reserved_tokens = reserved_tokens - run.less from run where runs.id = run.id)
    update allowance_use set reserved_tokens = greatest(0, allowance_use.reserved_tokens - run.less) from run where ${memberBudget(account)}`.execute(
    trx,
  );
}
