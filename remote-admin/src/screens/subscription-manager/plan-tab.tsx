import type { Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import { rateText } from '@parlance/shared/contract/values/money';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { dayText, money, spanText } from './amounts.ts';
import { AutomaticPayment } from './automatic-payment.tsx';
import { Export } from './export.tsx';
import { Meters } from './meters.tsx';
import { PaymentMethod } from './pay.tsx';
import styles from './subscription-manager.module.css';

type Props = {
  readonly subscription: Subscription;
  readonly isOwner: boolean;
  readonly cancel: () => void;
  readonly agree: (isAgreed: boolean) => Promise<void>;
};

/** The plan with its price and period, its usage, and for the owner cancellation and export. */
export function PlanTab({ subscription, isOwner, cancel, agree }: Props) {
  const { t } = useTranslation('subscription-manager');
  const { workspace_status: status, period, cancel_at_period_end: isEnding } = subscription;
  const canCancel = isOwner && status === 'ACTIVE' && period !== null && !isEnding;
  return (
    <div className={styles.overview}>
      <section aria-labelledby="plan">
        <h2 id="plan">{t('plan.title')}</h2>
        <Facts subscription={subscription} />
        {!isOwner && <p className={styles.note}>{t('plan.onlyOwner')}</p>}
        <div className={styles.ways}>
          {status === 'ACTIVE' && (
            <Link className="button" to="/subscription-manager?tab=plans">
              {t('plan.compare')}
            </Link>
          )}
          {canCancel && (
            <button type="button" className="button" onClick={cancel}>
              {t('plan.cancel')}
            </button>
          )}
        </div>
      </section>
      <Meters meters={subscription.meters} />
      {isOwner && subscription.provider !== 'by-hand' && <PaymentMethod />}
      {isOwner && subscription.provider !== 'by-hand' && (
        <AutomaticPayment isAgreed={subscription.is_charged_automatically} agree={agree} />
      )}
      {isOwner && <Export />}
    </div>
  );
}

function Facts({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('subscription-manager');
  const organization = useSession((session) => session.whoami?.organization_name ?? '');
  const {
    plan_name: plan,
    workspace_status: status,
    price_a_month: price,
    currency,
    tax_rate: rate,
    period,
    cancel_at_period_end: isEnding,
  } = subscription;
  return (
    <dl className={styles.plan}>
      <Fact name={t('plan.workspace')}>{organization}</Fact>
      <Fact name={t('plan.name')}>{plan}</Fact>
      <Fact name={t('plan.status')} status={status}>
        {t(`plan.statuses.${status}`)}
      </Fact>
      <Fact name={t('plan.price')}>
        {price === 0 ? (
          t('plan.free')
        ) : (
          <>
            {t('plan.aMonth', { price: money(price, currency) })}
            {rate > 0 && <small>{t('plan.plusTax', { rate: rateText(currentLanguage(), rate) })}</small>}
          </>
        )}
      </Fact>
      {period !== null && status === 'ACTIVE' && (
        <Fact name={t('plan.period')}>
          {spanText(period)}
          <small>{t(isEnding ? 'plan.endsOn' : 'plan.renewsOn', { date: dayText(period.end) })}</small>
        </Fact>
      )}
    </dl>
  );
}

function Fact({
  name,
  status,
  children,
}: {
  readonly name: string;
  readonly status?: Subscription['workspace_status'];
  readonly children: React.ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-status={status}>{children}</dd>
    </div>
  );
}
