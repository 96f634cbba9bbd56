import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { EmptyState } from '@parlance/shared/ui/page';
import { type AgentQuery, isNarrowed } from './agent-query.ts';

type Props = {
  readonly query: AgentQuery;
  readonly ask: (change: Partial<AgentQuery>) => void;
  /** The button that creates the first one; absent if that is impossible. */
  readonly create: ReactNode;
};

/** The content of an empty list: a way to begin, or a button that clears the filter. */
export function Nothing({ query, ask, create }: Props) {
  const { t } = useTranslation('agent-studio');
  if (!isNarrowed(query))
    return (
      <EmptyState title={t('agentController.empty.title')} text={t('agentController.empty.text')} action={create} />
    );
  return (
    <EmptyState
      title={query.q === '' ? t('agentController.none.filtered') : t('agentController.none.title', { q: query.q })}
      action={
        <button
          type="button"
          className="button"
          onClick={() => ask({ q: '', state: null, isOwn: false, category: null })}
        >
          {t('agentController.none.clear')}
        </button>
      }
    />
  );
}
