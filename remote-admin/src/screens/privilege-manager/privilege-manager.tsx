import { useTranslation } from '@parlance/shared/i18n';
import { Link, useSearchParams } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { LoadingState, Page } from '@parlance/shared/ui/page';
import { Tabs } from '@parlance/shared/ui/tabs';
import { Suspense } from 'react';
import { SetsTab } from './sets-tab.tsx';

const parts = () => import('./parts.ts');
const GrantsTab = lazyPart(async () => ({ default: (await parts()).GrantsTab }));
const SetEditor = lazyPart(async () => ({ default: (await parts()).SetEditor }));
const WhyTab = lazyPart(async () => ({ default: (await parts()).WhyTab }));

const tabs = ['sets', 'grants', 'why'] as const;
const path = '/privilege-manager';

/** The privileges beyond, or short of, the defaults of a role; their holders, and the explanations. */
export default function PrivilegeManager() {
  const { t } = useTranslation('admin');
  const [params] = useSearchParams();
  const set = params.get('set');
  const tab = tabs.find((it) => it === params.get('tab')) ?? 'sets';
  if (set !== null)
    return (
      <Suspense fallback={<LoadingState />}>
        <SetEditor key={`${set} ${params.get('from')}`} id={set === 'new' ? null : set} from={params.get('from')} />
      </Suspense>
    );
  return (
    <Page
      title={t('privileges.title')}
      actions={
        tab === 'sets' && (
          <Link className="button button-main" to={`${path}?set=new`}>
            {t('privileges.new')}
          </Link>
        )
      }
    >
      <p className={listing.lead}>{t('privileges.precedence')}</p>
      <Tabs
        isAbove
        label={t('privileges.tabs.title')}
        current={tab}
        tabs={tabs.map((it) => ({
          id: it,
          name: t(`privileges.tabs.${it}`),
          to: it === 'sets' ? path : `${path}?tab=${it}`,
        }))}
      />
      <Suspense fallback={<LoadingState />}>
        {tab === 'sets' && <SetsTab />}
        {tab === 'grants' && <GrantsTab key={params.get('of')} setId={params.get('of')} />}
        {tab === 'why' && <WhyTab />}
      </Suspense>
    </Page>
  );
}
