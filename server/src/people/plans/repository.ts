import type { Plan, PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Trx } from '../../platform/db/database.ts';

/** Every plan, cheapest first. */
export async function findPlans(trx: Trx): Promise<Plan[]> {
  const rows = await trx.selectFrom('plans').orderBy('price_a_month').orderBy('name').selectAll().execute();
  return rows.map(({ name, features, account_kinds, price_a_month, currency, ...limits }) => ({
    name,
    for: account_kinds,
    features,
    limits,
    price_a_month,
    currency,
  }));
}

export async function findPrice(trx: Trx, name: PlanName): Promise<number> {
  const { price_a_month } = await trx
    .selectFrom('plans')
    .where('name', '=', name)
    .select('price_a_month')
    .executeTakeFirstOrThrow();
  return price_a_month;
}
