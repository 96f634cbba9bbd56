import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { EmptyState } from '@parlance/shared/ui/page';
import { type AgentQuery, isNarrowed } from './agent-query.ts';

type Props = {
  readonly query: AgentQuery;
  readonly ask: (change: Partial<AgentQuery>) => void;
  /** Makes the first one; absent where that cannot be done. */
  readonly create: ReactNode;
};

/** What a list without rows says: how to begin, or how to see everything again. */
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
