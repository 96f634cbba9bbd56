import { useState } from 'react';
import type { Plan } from '@parlance/shared/contract/api/plans/plans';
import type { ChangePreview } from '@parlance/shared/contract/api/subscription/subscription-changes';
import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Actions, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { Above } from './above.tsx';
import { dayText, momentText, money } from './amounts.ts';
import { WhatChanges } from './what-changes.tsx';
import { Figures } from './figures.tsx';
import styles from './subscription-manager.module.css';
import { type Agreement, newOrderKey, order, usePreview } from './use-subscription.ts';

type Props = {
  readonly plan: Plan;
  /** A new value each time the dialog is opened. */
  readonly opened: string;
  readonly agreed: Agreement;
  readonly isOwner: boolean;
  readonly ordered: () => void;
  readonly pay: (invoiceId: string) => void;
  readonly close: () => void;
};

/** Previews a change before it is ordered: gains, losses, price and start. */
export function ChangeDialog({ plan, opened, agreed, isOwner, ordered, pay, close }: Props) {
  const { t } = useTranslation('subscription-manager');
  const { retry, ...preview } = usePreview(plan.name, opened);
  const now = agreed.plans.find((it) => it.name === agreed.subscription.plan_name);
  const isSame = now === undefined || now.name === plan.name;
  return (
    <Dialog title={t(isSame ? 'change.renewTitle' : 'change.title', { plan: plan.name })} close={close}>
      <div className={styles.dialog}>
        {!isSame && <WhatChanges now={now} then={plan} />}
        {preview.status === 'loading' && <LoadingState />}
        {preview.status === 'failed' && <ErrorState error={preview.failure} onRetry={retry} />}
        {preview.status === 'ready' && (
          <>
            <FromWhen preview={preview.data} />
            <Costs preview={preview.data} />
            {preview.data.above.length > 0 && <Above preview={preview.data} />}
            {isOwner ? (
              <Order preview={preview.data} lookAgain={retry} ordered={ordered} pay={pay} close={close} />
            ) : (
              <p className={styles.note}>{t('plan.onlyOwner')}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function FromWhen({ preview: { kind, effective_at: at, plan_name: plan } }: { readonly preview: ChangePreview }) {
  const { t } = useTranslation('subscription-manager');
  if (kind === 'renewal') return <p>{t('change.when.renewal', { plan })}</p>;
  if (kind === 'downgrade') return <p>{t('change.when.downgrade', { plan, at: momentText(at ?? '') })}</p>;
  return <p>{t(`change.when.${kind}`, { plan })}</p>;
}

function Costs({ preview: { now, next, currency, tax_rate: taxRate } }: { readonly preview: ChangePreview }) {
  const { t } = useTranslation('subscription-manager');
  const sums = {
    total: money(next.total, currency),
    subtotal: money(next.subtotal, currency),
    tax: money(next.tax, currency),
  };
  return (
    <>
      {now.lines.length === 0 ? (
        <p>
          <strong>{t('change.nothingNow')}</strong>
        </p>
      ) : (
        <Figures caption={t('change.now')} {...now} taxRate={taxRate} currency={currency} />
      )}
      <p>{next.at === null ? t('change.eachMonth', sums) : t('change.then', { ...sums, date: dayText(next.at) })}</p>
    </>
  );
}

type Ordering = { readonly preview: ChangePreview; readonly lookAgain: () => void } & Pick<
  Props,
  'ordered' | 'pay' | 'close'
>;

function Order({ preview, lookAgain, ordered, pay, close }: Ordering) {
  const { t } = useTranslation('subscription-manager');
  const [key] = useState(newOrderKey);
  const { send, isSending, failure } = useSending();
  const { above, kind, now, currency, plan_name: plan } = preview;
  // The order would be refused.
  if (above.length > 0) return null;
  async function place(): Promise<undefined> {
    const { invoice } = await order(key, preview);
    ordered();
    snackbar(t(`change.ordered.${kind}`, { plan }), { tone: 'good' });
    close();
    if (invoice !== null && invoice.status === 'open') pay(invoice.id);
  }
  // Shows changes made meanwhile, so that the person sees them before ordering.
  const explain = (error: unknown) => {
    if (error instanceof ApiFailure && error.code === 'preview_outdated') lookAgain();
    return false;
  };
  return (
    <>
      <SubmitFailure failure={failure} />
      <Actions>
        <button
          type="button"
          className="button button-main"
          aria-disabled={isSending}
          onClick={() => send(place, explain)}
        >
          {now.total > 0 ? t('change.orderFor', { total: money(now.total, currency) }) : t('change.order')}
        </button>
        <button type="button" className="button" onClick={close}>
          {t('change.leave')}
        </button>
      </Actions>
    </>
  );
}
