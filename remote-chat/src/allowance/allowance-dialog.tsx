import type { ReactNode } from 'react';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import type { Allowance, Meter } from '@parlance/shared/contract/api/ledger/allowance';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { useEndpoint } from '@parlance/shared/loading';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Failed } from '../loading/failed.tsx';
import { Bone, Skeleton } from '../loading/skeleton.tsx';
import { formatMicros } from '../measures/measures.ts';
import styles from './allowance.module.css';

/** The budgets of this month, and their usage. */
export default function AllowanceDialog({ close }: { readonly close: () => void }) {
  const { t } = useTranslation('chat');
  const allowance = useEndpoint(getAllowance, {});
  return (
    <Dialog title={t('allowance.title')} close={close}>
      {allowance.status === 'loading' && (
        <Skeleton>
          <Bone height={140} />
        </Skeleton>
      )}
      {allowance.status === 'failed' && <Failed failure={allowance.failure} retry={allowance.retry} />}
      {allowance.status === 'ready' && <Meters allowance={allowance.data} />}
    </Dialog>
  );
}

function Meters({ allowance }: { readonly allowance: Allowance }) {
  const { t } = useTranslation('chat');
  const language = currentLanguage();
  return (
    <div className={styles.meters}>
      <Row name={t('allowance.tokens')} about={t('allowance.tokensAbout')} meter={allowance.member_tokens} />
      <Row name={t('allowance.answers')} about={t('allowance.answersAbout')} meter={allowance.organization_answers} />
      {allowance.member_cost !== null && (
        <p className={styles.line}>
          <span>{t('allowance.cost')}</span>
          <span>{formatMicros(language, allowance.member_cost)}</span>
        </p>
      )}
      <p className={styles.note}>
        {t('allowance.resets', {
          date: formatDate(language, allowance.resets_at, { dateStyle: 'long', timeStyle: 'short' }),
        })}
      </p>
    </div>
  );
}

function Row({
  name,
  about,
  meter: { used, limit },
}: {
  readonly name: string;
  readonly about: ReactNode;
  readonly meter: Meter;
}) {
  const { t } = useTranslation('chat');
  const language = currentLanguage();
  const number = (value: number) => formatNumber(language, value);
  const isSpent = limit !== null && used >= limit;
  return (
    <div>
      <p className={styles.line}>
        <span>{name}</span>
        <span>
          {limit === null
            ? t('allowance.unlimited', { used: number(used) })
            : t('allowance.of', { used: number(used), limit: number(limit) })}
        </span>
      </p>
      {limit !== null && (
        <progress
          className={isSpent ? styles.spent : ''}
          aria-label={name}
          max={Math.max(limit, 1)}
          value={Math.min(used, limit)}
        />
      )}
      <p className={styles.note}>{isSpent ? t('shared:errors.allowance_spent') : about}</p>
    </div>
  );
}
