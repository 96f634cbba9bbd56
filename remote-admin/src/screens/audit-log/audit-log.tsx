import './texts.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { MoreRows, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { EmptyState, ErrorState, Page } from '@parlance/shared/ui/page';
import styles from './audit-log.module.css';
import { Filters } from './filters.tsx';
import { LogTable } from './log-table.tsx';
import { useLog, useQuery } from './use-log.ts';

const EntryDialog = lazyPart(async () => ({ default: (await import('./entry-dialog.tsx')).EntryDialog }));
const ExportDialog = lazyPart(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));
const CheckDialog = lazyPart(async () => ({ default: (await import('./check-dialog.tsx')).CheckDialog }));
const WebhookDialog = lazyPart(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }));

type OpenDialog = 'export' | 'check' | 'webhook' | null;

/** The audit log of the organisation, for its administrators. */
export default function AuditLog() {
  const { t } = useTranslation('audit-log');
  const address = useQuery();
  const { query, change } = address;
  const [opened, open] = useState<OpenDialog>(null);
  const close = () => open(null);
  return (
    <Page
      title={t('admin:auditLog.title')}
      actions={
        <>
          <button type="button" className="button" onClick={() => open('check')}>
            {t('check.open')}
          </button>
          <button type="button" className="button" onClick={() => open('webhook')}>
            {t('webhook.open')}
          </button>
          <button type="button" className="button" onClick={() => open('export')}>
            {t('export.open')}
          </button>
        </>
      }
    >
      <p className={styles.lead}>{t('lead')}</p>
      <Filters query={query} change={change} />
      {query.actor !== undefined && <Only text={t('ofOneActor')} leave={() => change({ actor: undefined })} />}
      {query.target !== undefined && (
        <Only text={t('ofOneTarget')} leave={() => change({ target: undefined, kind: undefined })} />
      )}
      <List address={address} />
      <Suspense fallback={null}>
        {query.entry !== undefined && <EntryDialog number={query.entry} change={change} close={address.close} />}
        {opened === 'export' && <ExportDialog query={query} close={close} />}
        {opened === 'check' && <CheckDialog linkTo={address.linkTo} close={close} />}
        {opened === 'webhook' && <WebhookDialog close={close} />}
      </Suspense>
    </Page>
  );
}

function Only({ text, leave }: { readonly text: string; readonly leave: () => void }) {
  const { t } = useTranslation('audit-log');
  return (
    <p className={styles.only}>
      {text}{' '}
      <button type="button" className="button-link" onClick={leave}>
        {t('showAll')}
      </button>
    </p>
  );
}

function List({ address: { query, clear, linkTo } }: { readonly address: ReturnType<typeof useQuery> }) {
  const { t } = useTranslation('audit-log');
  const { rows, isStale, more, reload } = useLog(query);
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0) {
    const { entry: _, ...conditions } = query;
    return Object.keys(conditions).length > 0 ? (
      <EmptyState
        title={t('none')}
        action={
          <button type="button" className="button" onClick={clear}>
            {t('clear')}
          </button>
        }
      />
    ) : (
      <EmptyState title={t('empty.title')} text={t('empty.text')} />
    );
  }
  return (
    <>
      <LogTable entries={rows.data} isStale={isStale} linkTo={linkTo} />
      <MoreRows more={more} label={t('more')} />
      <p role="status" className="visually-hidden">
        {t('shown', { shown: rows.data.length })}
      </p>
    </>
  );
}
