import { useState } from 'react';
import type { Hold } from '@parlance/shared/contract/api/retention';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { DataTable, MoreRows, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState } from '@parlance/shared/ui/page';
import { HoldDialog } from './hold-dialog.tsx';
import styles from './retention.module.css';
import { liftHold, useHolds } from './use-retention.ts';

/** The legal holds in force, which exempt their data from any purge. */
export function Holds() {
  const { t } = useTranslation('admin');
  const { rows, more, reload } = useHolds();
  const [isPlacing, setPlacing] = useState(false);
  const [ending, setEnding] = useState<Hold | null>(null);
  const columns: readonly Column<Hold>[] = [
    { id: 'whom', head: t('retention.holds.whom'), isName: true, cell: (hold) => whomOf(t, hold) },
    { id: 'people', head: t('retention.holds.people'), cell: ({ people }) => formatNumber(currentLanguage(), people) },
    { id: 'reason', head: t('retention.holds.reason'), cell: ({ reason }) => reason },
    {
      id: 'until',
      head: t('retention.holds.until'),
      cell: ({ until }) => (until === null ? t('retention.holds.open') : day(until)),
    },
    {
      id: 'by',
      head: t('retention.holds.by'),
      cell: ({ placed_by: by, placed_at: at }) => `${by?.name ?? ''} ${formatDate(currentLanguage(), at)}`.trim(),
    },
    {
      id: 'end',
      head: t('retention.holds.end'),
      hidesHead: true,
      cell: (hold) => (
        <button
          type="button"
          className="button-link"
          aria-label={t('retention.holds.endOf', { name: whomOf(t, hold) })}
          onClick={() => setEnding(hold)}
        >
          {t('retention.holds.end')}
        </button>
      ),
    },
  ];
  return (
    <section aria-labelledby="retention-holds" className={styles.part}>
      <h2 id="retention-holds">{t('retention.holds.title')}</h2>
      <p className={styles.lead}>{t('retention.holds.lead')}</p>
      <p className={styles.place}>
        <button type="button" className="button" onClick={() => setPlacing(true)}>
          {t('retention.holds.place')}
        </button>
      </p>
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' &&
        (rows.data.length === 0 ? (
          <p>{t('retention.holds.none')}</p>
        ) : (
          <DataTable caption={t('retention.holds.title')} columns={columns} rows={rows.data} />
        ))}
      <MoreRows more={more} label={t('governance.more')} />
      {isPlacing && <HoldDialog close={() => setPlacing(false)} onPlaced={reload} />}
      {ending !== null && <EndDialog hold={ending} close={() => setEnding(null)} onEnded={reload} />}
    </section>
  );
}

const day = (at: string) => formatDate(currentLanguage(), at, { dateStyle: 'medium', timeZone: 'UTC' });
type Translate = ReturnType<typeof useTranslation<'admin'>>['t'];
const whomOf = (t: Translate, { kind, name }: Hold): string =>
  kind === 'organization' ? t('retention.holds.kinds.organization') : name;

function EndDialog({
  hold,
  close,
  onEnded,
}: {
  readonly hold: Hold;
  readonly close: () => void;
  readonly onEnded: () => void;
}) {
  const { t } = useTranslation('admin');
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('retention.holds.endTitle', { name: whomOf(t, hold) })} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await liftHold(hold);
            onEnded();
            close();
          });
        }}
      >
        <p>{t('retention.holds.endText')}</p>
        <FormEnd
          label={t('retention.holds.end')}
          isDangerous
          isSending={isSending}
          failure={failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
