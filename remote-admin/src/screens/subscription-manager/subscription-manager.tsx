import './texts.ts';
import { Suspense, useState } from 'react';
import type { Plan } from '@parlance/shared/contract/api/plans/plans';
import { useTranslation } from '@parlance/shared/i18n';
import { useSearchParams } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { Tabs } from '@parlance/shared/ui/tabs';
import { Notices } from './notices.tsx';
import { PlanTab } from './plan-tab.tsx';
import styles from './subscription-manager.module.css';
import { hasReturned, useOpenedInvoice } from './use-invoices.ts';
import { type Agreement, useSubscription } from './use-subscription.ts';

const PlansTab = lazyPart(async () => ({ default: (await import('./plans-tab.tsx')).PlansTab }));
const InvoicesTab = lazyPart(async () => ({ default: (await import('./invoices-tab.tsx')).InvoicesTab }));
const DetailsTab = lazyPart(async () => ({ default: (await import('./details-tab.tsx')).DetailsTab }));
const ChangeDialog = lazyPart(async () => ({ default: (await import('./change-dialog.tsx')).ChangeDialog }));
const CancelDialog = lazyPart(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }));
const InvoiceDialog = lazyPart(async () => ({ default: (await import('./invoice-dialog.tsx')).InvoiceDialog }));

const tabs = ['plan', 'plans', 'invoices', 'details'] as const;
type Tab = (typeof tabs)[number];

/**
 * The subscription of the organisation and its payments. In an expired workspace it is the only screen its owner has
 * (specification §4).
 */
export default function SubscriptionManager() {
  const { t } = useTranslation('subscription-manager');
  const state = useSubscription();
  const { agreed, retry } = state;
  return (
    <Page title={t('admin:subscription.title')}>
      {agreed.status === 'loading' && <TableSkeleton />}
      {agreed.status === 'failed' && <ErrorState error={agreed.failure} onRetry={retry} />}
      {agreed.status === 'ready' && <Parts agreed={agreed.data} state={state} />}
    </Page>
  );
}

type OpenDialog =
  | { readonly kind: 'change'; readonly plan: Plan; readonly at: string }
  | { readonly kind: 'cancel' }
  | null;

function Parts({ agreed, state }: { readonly agreed: Agreement; readonly state: ReturnType<typeof useSubscription> }) {
  const { t } = useTranslation('subscription-manager');
  const [params] = useSearchParams();
  const [opened, open] = useState<OpenDialog>(null);
  const isOwner = useSession((session) => session.subject?.isOwner === true);
  const { subscription, plans } = agreed;
  const invoice = useOpenedInvoice(subscription.last_payment_invoice_id);
  const current: Tab = tabs.find((it) => it === params.get('tab')) ?? (hasReturned(params) ? 'invoices' : 'plan');
  const close = () => open(null);
  const change = (name: Plan['name']) => {
    const plan = plans.find((it) => it.name === name);
    if (plan !== undefined) open({ kind: 'change', plan, at: new Date().toISOString() });
  };
  return (
    <>
      <Notices subscription={subscription} isOwner={isOwner} change={change} resume={state.resume} />
      <Tabs
        isAbove
        label={t('tabs.title')}
        current={current}
        tabs={tabs.map((it) => ({
          id: it,
          name: t(`tabs.${it}`),
          to: it === 'plan' ? '/subscription-manager' : `/subscription-manager?tab=${it}`,
        }))}
      />
      <div className={styles.part}>
        <Suspense fallback={<LoadingState />}>
          {current === 'plan' && (
            <PlanTab
              subscription={subscription}
              isOwner={isOwner}
              cancel={() => open({ kind: 'cancel' })}
              agree={state.agree}
            />
          )}
          {current === 'plans' && <PlansTab subscription={subscription} plans={plans} choose={change} />}
          {current === 'invoices' && <InvoicesTab linkTo={invoice.linkTo} />}
          {current === 'details' && <DetailsTab />}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {opened?.kind === 'change' && (
          <ChangeDialog
            key={opened.at}
            opened={opened.at}
            plan={opened.plan}
            agreed={agreed}
            isOwner={isOwner}
            ordered={state.reload}
            pay={invoice.open}
            close={close}
          />
        )}
        {opened?.kind === 'cancel' && <CancelDialog subscription={subscription} cancel={state.cancel} close={close} />}
        {invoice.id !== null && (
          <InvoiceDialog
            key={invoice.id}
            id={invoice.id}
            isAwaited={invoice.isAwaited}
            isOwner={isOwner}
            provider={subscription.provider}
            settled={state.reload}
            close={invoice.close}
          />
        )}
      </Suspense>
    </>
  );
}
