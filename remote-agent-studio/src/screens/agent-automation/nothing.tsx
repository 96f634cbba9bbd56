import type { ReactNode } from 'react';
import type { SchedulePlaces } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { examples } from '../../automation-editor/example-list.ts';
import { KindMark } from '../../automation-editor/kind-mark.tsx';
import styles from './agent-automation.module.css';
import { isNarrowed, type AutomationQuery } from './automation-query.ts';

/** The remaining places of the plan. Schedules and automations share them. */
export function Places({
  places: { used, limit },
  isFull,
}: {
  readonly places: SchedulePlaces;
  readonly isFull: boolean;
}) {
  const { t } = useTranslation('agent-automation');
  return (
    <p className={styles.places}>
      {t(limit === 0 ? 'places.noPlan' : isFull ? 'places.none' : 'places.some', { used, limit })}
    </p>
  );
}

type Empty = {
  readonly query: AutomationQuery;
  readonly clear: () => void;
  /** The create button; absent if the plan has no place. */ readonly create: ReactNode;
};

/** The content of an empty list: examples to begin with, or a button that clears the filter. */
export function Nothing({ query, clear, create }: Empty) {
  const { t } = useTranslation('agent-automation');
  if (isNarrowed(query)) {
    return (
      <EmptyState
        title={query.q === '' ? t('none.filtered') : t('none.title', { q: query.q })}
        action={
          <button type="button" className="button" onClick={clear}>
            {t('none.clear')}
          </button>
        }
      />
    );
  }
  return (
    <>
      <EmptyState title={t('empty.title')} text={t('empty.text')} action={create} drawing={<Drawing />} />
      {create !== undefined && (
        <section className={styles.examples} aria-label={t('empty.examples')}>
          <h2>{t('empty.examples')}</h2>
          <ul>
            {examples.map((example) => (
              <li key={example.id}>
                <Link to={`?automation=new&from=${example.id}`}>
                  <span className={styles.kinds}>
                    <KindMark kind={example.trigger} /> <Arrow />{' '}
                    {example.actions.map((kind) => (
                      <KindMark key={kind} kind={kind} />
                    ))}
                  </span>
                  <strong>{t(`examples.${example.id}.name`)}</strong>
                  <span>{t(`examples.${example.id}.about`)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Arrow() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 10h11M11 6l4 4-4 4" />
    </svg>
  );
}

function Drawing() {
  return (
    <svg
      viewBox="0 0 120 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect x="12" y="30" width="28" height="28" rx="6" />
      <rect x="80" y="12" width="28" height="24" rx="6" />
      <rect x="80" y="52" width="28" height="24" rx="6" />
      <path d="M40 44h14M54 44c12 0 12-20 26-20M54 44c12 0 12 20 26 20" />
      <path d="M28 35l-6 10h6l-2 8 7-11h-6z" stroke="var(--accent)" />
    </svg>
  );
}
