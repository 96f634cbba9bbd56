import { useState, type ReactNode } from 'react';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import { readPageConfig } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { WarningMark } from '@parlance/shared/ui/marks';
import { snackbar } from '@parlance/shared/ui/toasts';
import { dayText, momentText } from './amounts.ts';
import styles from './subscription-manager.module.css';

type Props = {
  readonly subscription: Subscription;
  readonly isOwner: boolean;
  readonly change: (plan: PlanName) => void;
  readonly resume: () => Promise<void>;
};

/** Notices of past, upcoming and pending events, each with its one action. */
export function Notices({ subscription, isOwner, change, resume }: Props) {
  const { t } = useTranslation('subscription-manager');
  const {
    workspace_status: status,
    plan_to_order: wanted,
    next_plan_name: next,
    period,
    expiry,
    open_invoices: open,
    overdue_invoices: overdue,
  } = subscription;
  if (status === 'EXPIRED') return <Expired subscription={subscription} change={change} />;
  return (
    <div className={styles.notices}>
      {overdue > 0 && (
        <Notice isWarning title={t('notices.overdue.title')} action={<ToInvoices />}>
          {expiry?.because === 'unpaid'
            ? t('notices.overdue.text', { date: momentText(expiry.at) })
            : t('notices.overdue.soon')}
        </Notice>
      )}
      {overdue === 0 && open > 0 && (
        <Notice title={t('notices.open.title')} action={<ToInvoices />}>
          {t('notices.open.text')}
        </Notice>
      )}
      {subscription.cancel_at_period_end && period !== null && (
        <Notice
          isWarning
          title={t('notices.ending.title', { date: dayText(period.end) })}
          action={isOwner && <Resume label={t('notices.ending.resume')} resume={resume} />}
        >
          {t('notices.ending.text')}
        </Notice>
      )}
      {!subscription.cancel_at_period_end && next !== null && period !== null && (
        <Notice
          title={t('notices.next.title', { plan: next, date: dayText(period.end) })}
          action={
            isOwner && <Resume label={t('notices.next.keep', { plan: subscription.plan_name })} resume={resume} />
          }
        >
          {t('notices.next.text', { plan: subscription.plan_name })}
        </Notice>
      )}
      {wanted !== null && (
        <Notice
          title={t('notices.wanted.title', { plan: wanted })}
          action={
            isOwner && (
              <button type="button" className="button button-main" onClick={() => change(wanted)}>
                {t('notices.wanted.order', { plan: wanted })}
              </button>
            )
          }
        >
          {t('notices.wanted.text', { plan: subscription.plan_name })}
        </Notice>
      )}
    </div>
  );
}

type NoticeProps = {
  readonly title: string;
  readonly isWarning?: boolean;
  readonly action: ReactNode;
  readonly children: ReactNode;
};

function Notice({ title, isWarning = false, action, children }: NoticeProps) {
  return (
    <section className={styles.notice} data-warning={isWarning}>
      <h2>
        {isWarning && <WarningMark />}
        {title}
      </h2>
      <p>{children}</p>
      {action}
    </section>
  );
}

function ToInvoices() {
  const { t } = useTranslation('subscription-manager');
  return (
    <Link className="button" to="/subscription-manager?tab=invoices">
      {t('notices.toInvoices')}
    </Link>
  );
}

function Resume({ label, resume }: { readonly label: string; readonly resume: () => Promise<void> }) {
  const { t } = useTranslation('subscription-manager');
  const { send, isSending, failure } = useSending();
  const goOn = () =>
    send(async () => {
      await resume();
      snackbar(t('notices.resumed'), { tone: 'good' });
      return 'again';
    });
  return (
    <>
      <button type="button" className="button" aria-disabled={isSending} onClick={goOn}>
        {label}
      </button>
      <SubmitFailure failure={failure} />
    </>
  );
}

/**
 * The notice of an expired workspace: nothing is lost, and there are three ways on: pay or renew, another plan, export
 * everything.
 */
function Expired({
  subscription: { plan_name: plan, expiry, overdue_invoices: overdue, open_invoices: open },
  change,
}: Pick<Props, 'subscription' | 'change'>) {
  const { t } = useTranslation('subscription-manager');
  const [email] = useState(() => readPageConfig().supportEmail);
  const isUnpaid = overdue + open > 0;
  return (
    <section className={styles.notice} data-warning="true" aria-labelledby="expired">
      <h2 id="expired">
        <WarningMark />
        {t('expired.title')}
      </h2>
      {expiry !== null && <p>{t(`expired.because.${expiry.because}`, { date: momentText(expiry.at) })}</p>}
      <p>{t('expired.text')}</p>
      <div className={styles.ways}>
        {isUnpaid ? (
          <Link className="button button-main" to="/subscription-manager?tab=invoices">
            {t('expired.pay')}
          </Link>
        ) : (
          <button type="button" className="button button-main" onClick={() => change(plan)}>
            {t('expired.renew', { plan })}
          </button>
        )}
        {!isUnpaid && (
          <Link className="button" to="/subscription-manager?tab=plans">
            {t('expired.other')}
          </Link>
        )}
        <a className="button" href="#export">
          {t('expired.export')}
        </a>
      </div>
      <p className={styles.note}>
        <a href={`mailto:${email}`}>{t('expired.write', { email })}</a>
      </p>
    </section>
  );
}
