import type { WorkspaceStatus } from '@parlance/shared/contract/access/access';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Updateable } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { pauseBeyondPlan } from '../../platform/limits/schedules.ts';
import type { Period } from './periods.ts';
import type { Agreement, PricedPlan } from './quote.ts';

/** What an organisation has agreed to. */
export type Account = {
  readonly organizationId: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly planName: PlanName;
  readonly planToOrder: PlanName | null;
  readonly anchor: Date | null;
  readonly period: Period | null;
  /** Of the running period. */
  readonly price: number;
  readonly currency: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly nextPlanName: PlanName | null;
  readonly changedAt: Date | null;
  readonly expiry: { readonly at: Date; readonly because: 'cancelled' | 'unpaid' } | null;
};

const accounts = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .leftJoin('subscriptions', 'subscriptions.organization_id', 'organizations.id')
    .where('organizations.id', '=', organizationId)
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.workspace_status',
      'organizations.plan_name',
      'organizations.plan_to_order',
      'plans.price_a_month as plan_price',
      'plans.currency as plan_currency',
    ])
    .select([
      'anchored_at',
      'period_begin',
      'period_end',
      'subscriptions.price_a_month',
      'subscriptions.currency',
      'cancel_at_period_end',
      'next_plan_name',
      'changed_at',
      'expired_at',
      'expired_because',
    ]);

export async function findAccount(trx: Trx, organizationId: string): Promise<Account> {
  const row = await accounts(trx, organizationId).executeTakeFirstOrThrow();
  return {
    organizationId: row.id,
    name: row.name,
    status: row.workspace_status,
    planName: row.plan_name,
    planToOrder: row.plan_to_order,
    anchor: row.anchored_at,
    period:
      row.period_begin === null || row.period_end === null ? null : { begin: row.period_begin, end: row.period_end },
    // Without a period nothing was agreed: the price is what it would cost.
    price: row.period_begin === null ? row.plan_price : (row.price_a_month ?? row.plan_price),
    currency: row.period_begin === null ? row.plan_currency : (row.currency ?? row.plan_currency),
    cancelAtPeriodEnd: row.cancel_at_period_end ?? false,
    nextPlanName: row.next_plan_name,
    changedAt: row.changed_at,
    expiry:
      row.expired_at === null || row.expired_because === null
        ? null
        : { at: row.expired_at, because: row.expired_because },
  };
}

/**
 * The same for whoever changes it: everybody who orders, renews, settles or expires waits here until the one before is
 * done. Null where the organisation is gone. The lock is the organisation's row, which whoever ends it takes as well.
 */
export async function lockAccount(trx: Trx, organizationId: string): Promise<Account | null> {
  const found = await trx
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .where('going_with', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found === undefined ? null : findAccount(trx, organizationId);
}

export const agreedOf = ({ planName, price, currency, period, status }: Account): Agreement => ({
  plan: { name: planName, price, currency },
  period,
  isExpired: status === 'EXPIRED',
});

export async function findPricedPlan(trx: Trx, name: PlanName): Promise<PricedPlan> {
  const { price_a_month: price, currency } = await trx
    .selectFrom('plans')
    .where('name', '=', name)
    .select(['price_a_month', 'currency'])
    .executeTakeFirstOrThrow();
  return { name, price, currency };
}

type Changes = Omit<Updateable<Tables['subscriptions']>, 'organization_id'>;

/** Call it with the account locked. */
export async function saveAccount(trx: Trx, organizationId: string, changes: Changes): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({ organization_id: organizationId, ...changes })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(changes))
    .execute();
}

/** The plan and the status of the workspace, which everything else reads. */
export async function setPlan(
  trx: Trx,
  organizationId: string,
  changes: { plan_name?: PlanName; workspace_status?: WorkspaceStatus; plan_to_order?: null },
): Promise<void> {
  await trx.updateTable('organizations').set(changes).where('id', '=', organizationId).execute();
}

/** A plan that holds from now on, with its price, for a period. */
export async function beginPeriod(
  trx: Trx,
  organizationId: string,
  plan: PricedPlan,
  { period, anchor, now }: { period: Period | null; anchor: Date; now: Date },
): Promise<void> {
  await setPlan(trx, organizationId, { plan_name: plan.name, workspace_status: 'ACTIVE', plan_to_order: null });
  await saveAccount(trx, organizationId, {
    anchored_at: period === null ? null : anchor,
    period_begin: period?.begin ?? null,
    period_end: period?.end ?? null,
    price_a_month: plan.price,
    currency: plan.currency,
    cancel_at_period_end: false,
    next_plan_name: null,
    changed_at: now,
    expired_at: null,
    expired_because: null,
  });
  await pauseBeyondPlan(trx, organizationId);
}

export type Payer = { readonly email: string; readonly language: Language };
type Owner = Payer & { readonly username: string | null };

/** The active owners of an organisation, the first ones first. */
export function findOwners(trx: Trx, organizationId: string): Promise<Owner[]> {
  return trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('organization_id', '=', organizationId)
    .where('is_owner', '=', true)
    .where('deactivated_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('memberships.id')
    .select(['users.username', 'users.email', 'users.language'])
    .execute();
}

/** Who hears of money: the owners, and the address of the billing details in the language of the first owner. */
export async function findPayers(trx: Trx, organizationId: string): Promise<Payer[]> {
  const owners = await findOwners(trx, organizationId);
  const details = await trx
    .selectFrom('billing_details')
    .where('organization_id', '=', organizationId)
    .select('email')
    .executeTakeFirst();
  const extra = details?.email ?? null;
  return extra === null || owners.some(({ email }) => email === extra)
    ? owners
    : [...owners, { email: extra, language: owners[0]?.language ?? 'en' }];
}
