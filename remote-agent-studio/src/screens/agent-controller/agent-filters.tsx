import type { ReactNode } from 'react';
import { botCategory } from '@parlance/shared/contract/agents/bot-summary';
import { useTranslation } from '@parlance/shared/i18n';
import listing from '@parlance/shared/ui/listing.module.css';
import styles from '../../listing/listing.module.css';
import { states, type AgentQuery } from './agent-query.ts';

type Props = { readonly query: AgentQuery; readonly ask: (change: Partial<AgentQuery>) => void };

/** The filters of the list: owner, state, category. */
export function AgentFilters({ query, ask }: Props) {
  const { t } = useTranslation('agent-studio');
  return (
    <div className={listing.filters} role="group" aria-label={t('agentController.filters')}>
      <Chip isOn={query.isOwn} toggle={() => ask({ isOwn: !query.isOwn })}>
        {t('agentController.own')}
      </Chip>
      {states.map((state) => (
        <Chip
          key={state}
          isOn={query.state === state}
          toggle={() => ask({ state: query.state === state ? null : state })}
        >
          {t(`agents.states.${state}`)}
        </Chip>
      ))}
      <select
        className={styles.choice}
        aria-label={t('agentController.category')}
        value={query.category ?? ''}
        onChange={({ target }) => ask({ category: botCategory.options.find((it) => it === target.value) ?? null })}
      >
        <option value="">{t('agentController.allCategories')}</option>
        {botCategory.options.map((category) => (
          <option key={category} value={category}>
            {t(`agents.categories.${category}`)}
          </option>
        ))}
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
