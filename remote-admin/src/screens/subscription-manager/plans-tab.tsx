import { planFeatures } from '@parlance/shared/contract/access/access';
import type { Plan, PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import { useTranslation } from '@parlance/shared/i18n';
import { Mark } from '@parlance/shared/ui/marks';
import { limitAmount, money } from './amounts.ts';
import { directionOf, planLimits, plansBeside, type PlanLimit } from './differences.ts';
import styles from './subscription-manager.module.css';

type Props = {
  readonly subscription: Subscription;
  readonly plans: readonly Plan[];
  readonly choose: (name: PlanName) => void;
};

/** All plans side by side: price, limits and features, marked where they differ from the present one. */
export function PlansTab({ subscription, plans, choose }: Props) {
  const { t } = useTranslation('subscription-manager');
  const now = plans.find((it) => it.name === subscription.plan_name);
  if (now === undefined) return null;
  const shown = plansBeside(plans, now);
  return (
    <>
      <p className={styles.lead}>{t('plans.lead')}</p>
      {/* Scrolls sideways if there is no room for all plans, also by the keyboard. */}
      <div className={styles.scroll} role="region" aria-label={t('plans.title')} tabIndex={0}>
        <table className={styles.compare}>
          <caption className="visually-hidden">{t('plans.title')}</caption>
          <thead>
            <tr>
              <td />
              {shown.map((plan) => (
                <th key={plan.name} scope="col" data-current={plan === now}>
                  {plan.name}
                  <span className={styles.price}>
                    {plan.price_a_month === 0
                      ? t('plan.free')
                      : t('plan.aMonth', { price: money(plan.price_a_month, plan.currency) })}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {planLimits.map((limit) => (
              <tr key={limit}>
                <th scope="row">{t(`limits.${limit}`)}</th>
                {shown.map((plan) => (
                  <td key={plan.name} data-current={plan === now}>
                    <Limit limit={limit} plan={plan} now={now} />
                  </td>
                ))}
              </tr>
            ))}
            {planFeatures.map((feature) => (
              <tr key={feature}>
                <th scope="row">{t(`admin:features.${feature}`)}</th>
                {shown.map((plan) => (
                  <td key={plan.name} data-current={plan === now}>
                    <Included
                      isIncluded={plan.features.includes(feature)}
                      wasIncluded={now.features.includes(feature)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              {shown.map((plan) => (
                <td key={plan.name} data-current={plan === now}>
                  <Choice plan={plan} subscription={subscription} choose={choose} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}

function Limit({ limit, plan, now }: { readonly limit: PlanLimit; readonly plan: Plan; readonly now: Plan }) {
  const { t } = useTranslation('subscription-manager');
  const value = plan.limits[limit];
  const direction = directionOf(now.limits[limit], value);
  return (
    <span data-direction={direction}>
      {value === null ? t('limits.none') : limitAmount(limit, value)}
      {direction !== null && <span className="visually-hidden">{t(`plans.${direction}`)}</span>}
    </span>
  );
}

function Included({ isIncluded, wasIncluded }: { readonly isIncluded: boolean; readonly wasIncluded: boolean }) {
  const { t } = useTranslation('subscription-manager');
  const direction = isIncluded === wasIncluded ? null : isIncluded ? 'more' : 'less';
  return (
    <span data-direction={direction} className={isIncluded ? undefined : styles.absent}>
      <Mark>
        <path d={isIncluded ? 'm4.5 10.5 3.7 3.7L15.5 6.5' : 'M5 10h10'} />
      </Mark>
      <span className="visually-hidden">{t(isIncluded ? 'plans.included' : 'plans.notIncluded')}</span>
    </span>
  );
}

function Choice({
  plan,
  subscription,
  choose,
}: {
  readonly plan: Plan;
  readonly subscription: Subscription;
  readonly choose: (name: PlanName) => void;
}) {
  const { t } = useTranslation('subscription-manager');
  const isCurrent = plan.name === subscription.plan_name;
  const isExpired = subscription.workspace_status === 'EXPIRED';
  if (isCurrent && !isExpired) return <span className={styles.yours}>{t('plans.yours')}</span>;
  if (plan.name === subscription.next_plan_name) return <span className={styles.yours}>{t('plans.ordered')}</span>;
  const label = t(isExpired ? 'plans.renewWith' : 'plans.choose', { plan: plan.name });
  return (
    <button type="button" className="button" onClick={() => choose(plan.name)}>
      {label}
    </button>
  );
}
