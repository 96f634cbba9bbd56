import { Suspense, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { MoreRows, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { EmptyState, ErrorState, Page } from '@parlance/shared/ui/page';
import styles from '../../dialogue-log/dialogue-log.module.css';
import { NamesBar } from '../../dialogue-log/names-bar.tsx';
import { areShown, seenWith, useNames } from '../../dialogue-log/use-names.ts';
import { Filters } from './filters.tsx';
import { LogTable } from './log-table.tsx';
import { useFilter, useLog } from './use-log.ts';

const ExportDialog = lazyPart(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** The dialogues of the organisation, for its administrators. */
export default function DialogueLog() {
  const { t } = useTranslation('admin');
  const names = useNames();
  const seen = seenWith(names);
  const { filter, change, clear } = useFilter();
  const { rows, isStale, more, reload } = useLog(filter, seen);
  const [isExporting, setExporting] = useState(false);
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <Page
      title={t('dialogueLog.title')}
      actions={
        <button type="button" className="button" onClick={() => setExporting(true)}>
          {t('dialogueLog.export.open')}
        </button>
      }
    >
      <p className={listing.lead}>{t('dialogueLog.lead')}</p>
      <NamesBar names={names} />
      <Filters filter={filter} change={change} seen={seen} />
      {filter.member_id !== undefined && (
        <p className={styles.only}>
          {t('dialogueLog.ofOneMember')}{' '}
          <button type="button" className="button-link" onClick={() => change({ member_id: undefined })}>
            {t('dialogueLog.ofEverybody')}
          </button>
        </p>
      )}
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' &&
        rows.data.length === 0 &&
        (isNarrowed ? (
          <EmptyState
            title={t('dialogueLog.none')}
            action={
              <button type="button" className="button" onClick={clear}>
                {t('dialogueLog.clear')}
              </button>
            }
          />
        ) : (
          <EmptyState title={t('dialogueLog.empty.title')} text={t('dialogueLog.empty.text')} />
        ))}
      {rows.status === 'ready' && rows.data.length > 0 && (
        <>
          <LogTable dialogues={rows.data} isStale={isStale} onlyMember={(id) => change({ member_id: id })} />
          <MoreRows more={more} label={t('dialogueLog.more')} />
          <p role="status" className="visually-hidden">
            {t('dialogueLog.shown', { shown: rows.data.length })}
          </p>
        </>
      )}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog filter={filter} hasNames={areShown(names)} close={() => setExporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
