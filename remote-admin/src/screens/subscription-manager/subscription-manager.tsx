import type { Subscription } from '@parlance/shared/contract/api/subscription';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { TableSkeleton } from '@parlance/shared/ui/data';
import { ErrorState, Page } from '@parlance/shared/ui/page';
import { Expired } from './expired.tsx';
import { Meters } from './meters.tsx';
import { PlanFeatures } from './plan-features.tsx';
import styles from './subscription-manager.module.css';
import { useSubscription } from './use-subscription.ts';

/** What the organisation has agreed to. In an expired workspace it is the one screen its owner has (specification §4). */
export default function SubscriptionManager() {
  const { t } = useTranslation('admin');
  const { retry, ...loaded } = useSubscription();
  return (
    <Page title={t('subscription.title')}>
      {loaded.status === 'loading' && <TableSkeleton />}
      {loaded.status === 'failed' && <ErrorState error={loaded.failure} onRetry={retry} />}
      {loaded.status === 'ready' && <Overview subscription={loaded.data} />}
    </Page>
  );
}

function Overview({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('admin');
  const organization = useSession((session) => session.whoami?.organization_name ?? '');
  return (
    <div className={styles.overview}>
      {subscription.workspace_status === 'EXPIRED' && <Expired />}
      <dl className={styles.plan}>
        <div>
          <dt>{t('subscription.workspace')}</dt>
          <dd>{organization}</dd>
        </div>
        <div>
          <dt>{t('subscription.plan')}</dt>
          <dd>{subscription.plan_name}</dd>
        </div>
        <div>
          <dt>{t('subscription.status')}</dt>
          <dd data-status={subscription.workspace_status}>{t(`subscription.statuses.${subscription.workspace_status}`)}</dd>
        </div>
      </dl>
      <Meters meters={subscription.meters} />
      <PlanFeatures granted={subscription.features} />
    </div>
  );
}
