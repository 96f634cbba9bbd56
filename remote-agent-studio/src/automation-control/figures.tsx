import type { ControlSummary } from '@parlance/shared/contract/api/automation-control';
import { Suspense, useState } from 'react';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { WarningMark } from '@parlance/shared/ui/marks';
import type { ControlQuery } from './control-query.ts';
import { nothingAsked } from './control-query.ts';
import styles from './control-room.module.css';

const HoldDialog = lazyPart(async () => ({ default: (await import('./hold-dialog.tsx')).HoldDialog }));

type Props = {
  readonly summary: ControlSummary;
  readonly ask: (change: Partial<ControlQuery>) => void;
  readonly changed: () => void;
};

/** The figures at a glance, and the master switch. */
export function Figures({ summary, ask, changed }: Props) {
  const { t } = useTranslation('automation-control');
  const [isAsked, setAsked] = useState(false);
  const { held, places } = summary;
  const only = (change: Partial<ControlQuery>) => () => ask({ ...nothingAsked, ...change });
  return (
    <section aria-label={t('figures.title')}>
      {held !== null && <Held held={held} />}
      <dl className={styles.figures}>
        <Figure name={t('figures.active')} value={summary.active} show={only({ state: 'active' })} />
        <Figure name={t('figures.paused')} value={summary.paused} show={only({ state: 'paused' })} />
        <Figure
          name={t('figures.withoutOwner')}
          value={summary.without_owner}
          isBad={summary.without_owner > 0}
          show={only({ owner: 'none' })}
        />
        <Figure name={t('figures.underWay')} value={summary.under_way} />
        <Figure name={t('figures.approval')} value={summary.waiting_for_approval} />
        <Figure name={t('figures.done')} value={summary.done} />
        <Figure
          name={t('figures.failed')}
          value={summary.failed}
          isBad={summary.failed > 0}
          show={only({ hasFailed: true })}
        />
      </dl>
      <div className={styles.under}>
        <span>
          {places.limit === null
            ? t('places.unlimited', { used: number(places.used) })
            : t('places.some', { used: number(places.used), limit: number(places.limit) })}
        </span>
        <button
          type="button"
          className={`button ${held === null ? 'button-danger' : 'button-main'}`}
          onClick={() => setAsked(true)}
        >
          {held === null ? t('hold.open') : t('release.open')}
        </button>
      </div>
      {isAsked && (
        <Suspense fallback={null}>
          <HoldDialog
            isHeld={held !== null}
            underWay={summary.under_way + summary.waiting_for_approval}
            close={() => setAsked(false)}
            changed={changed}
          />
        </Suspense>
      )}
    </section>
  );
}

const number = (value: number) => formatNumber(currentLanguage(), value);

function Held({ held: { since, by } }: { readonly held: NonNullable<ControlSummary['held']> }) {
  const { t } = useTranslation('automation-control');
  const date = formatDate(currentLanguage(), since, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <p className={styles.held} role="status">
      <WarningMark />
      {by === null ? t('held.since', { date }) : t('held.by', { date, name: by.name })}
    </p>
  );
}

type FigureProps = {
  readonly name: string;
  readonly value: number;
  readonly isBad?: boolean;
  /** Lists the counted entries. */ readonly show?: () => void;
};

function Figure({ name, value, isBad = false, show }: FigureProps) {
  const { t } = useTranslation('automation-control');
  return (
    <div className={styles.figure} data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>
        {show === undefined || value === 0 ? (
          number(value)
        ) : (
          <button
            type="button"
            className="button-link"
            aria-label={t('figures.show', { name, number: number(value) })}
            onClick={show}
          >
            {number(value)}
          </button>
        )}
      </dd>
    </div>
  );
}
