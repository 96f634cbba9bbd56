import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import listing from '@parlance/shared/ui/listing.module.css';
import styles from '../listing/listing.module.css';
import { kinds, states, type ControlQuery } from './control-query.ts';

type Props = {
  readonly query: ControlQuery;
  readonly owners: readonly Colleague[];
  readonly ask: (change: Partial<ControlQuery>) => void;
};

/** The filters of the list: kind, state, failed last execution, owner. */
export function ControlFilters({ query, owners, ask }: Props) {
  const { t } = useTranslation('automation-control');
  // An address may name an owner who has no automations any more.
  const isUnknown = query.owner !== null && query.owner !== 'none' && !owners.some(({ id }) => id === query.owner);
  return (
    <div className={listing.filters} role="group" aria-label={t('filters.title')}>
      {kinds.map((kind) => (
        <Chip key={kind} isOn={query.kind === kind} toggle={() => ask({ kind: query.kind === kind ? null : kind })}>
          {t(`filters.${kind}`)}
        </Chip>
      ))}
      {states.map((state) => (
        <Chip
          key={state}
          isOn={query.state === state}
          toggle={() => ask({ state: query.state === state ? null : state })}
        >
          {t(`states.${state}`)}
        </Chip>
      ))}
      <Chip isOn={query.hasFailed} toggle={() => ask({ hasFailed: !query.hasFailed })}>
        {t('filters.failed')}
      </Chip>
      <select
        className={styles.choice}
        aria-label={t('filters.owner')}
        value={query.owner ?? ''}
        onChange={({ target }) => ask({ owner: target.value === '' ? null : target.value })}
      >
        <option value="">{t('filters.anyOwner')}</option>
        <option value="none">{t('filters.withoutOwner')}</option>
        {owners.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isUnknown && <option value={query.owner}>{t('filters.ofOne')}</option>}
      </select>
    </div>
  );
}

function Chip({
  isOn,
  toggle,
  children,
}: {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={toggle}>
      {children}
    </button>
  );
}
