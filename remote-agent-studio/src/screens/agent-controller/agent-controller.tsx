import { Suspense, useState } from 'react';
import type { AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { useTranslation } from '@parlance/shared/i18n';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { ErrorState, Page } from '@parlance/shared/ui/page';
import type { AgentDialog } from '../../agent-dialogs/agent-dialogs.tsx';
import { useHiddenColumns } from '@parlance/shared/list-menu/hidden-columns';
import { MenuButton } from '@parlance/shared/list-menu/menu-button';
import { AgentFilters } from './agent-filters.tsx';
import { isNarrowed, searchMaxLength } from './agent-query.ts';
import { AgentsTable } from './agents-table.tsx';
import { actionsLater } from './later.ts';
import { useAgentChanges, useAgentQuery, useAgents } from './use-agents.ts';

const AgentListMenu = lazyPart(async () => ({ default: (await actionsLater()).AgentListMenu }));
const Nothing = lazyPart(async () => ({ default: (await actionsLater()).Nothing }));
const Places = lazyPart(async () => ({ default: (await actionsLater()).Places }));
const AgentsSelection = lazyPart(async () => ({ default: (await actionsLater()).AgentsSelection }));
const AgentDialogs = lazyPart(() => import('../../agent-dialogs/agent-dialogs.tsx'));

/** The agents that one may manage. */
export default function AgentController() {
  const { t } = useTranslation('agent-studio');
  const [query, ask] = useAgentQuery();
  const { rows, isStale, more, reload, canCreate, places } = useAgents(query);
  const hidden = useHiddenColumns('agents');
  const [dialog, open] = useState<AgentDialog | null>(null);
  const isEmpty = rows.status === 'ready' && rows.data.length === 0;
  const create = (
    <button type="button" className="button button-main" onClick={() => open({ kind: 'new' })}>
      {t('agentController.new')}
    </button>
  );
  const isBlank = isEmpty && !isNarrowed(query);
  const nothing = (
    <Suspense fallback={null}>
      <Nothing query={query} ask={ask} create={canCreate ? create : undefined} />
    </Suspense>
  );
  return (
    <Page title={t('agentController.title')} actions={canCreate && !isBlank ? create : undefined}>
      {typeof places?.limit === 'number' && (
        <Suspense fallback={null}>
          <Places places={places} canCreate={canCreate} />
        </Suspense>
      )}
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {isBlank && nothing}
      {rows.status === 'ready' && !isBlank && (
        <>
          <div className={listing.narrow}>
            <SearchField
              label={t('agentController.search')}
              hint={t('agentController.searchHint')}
              value={query.q}
              maxLength={searchMaxLength}
              onSearch={(q) => ask({ q })}
            />
            <AgentFilters query={query} ask={ask} />
            <MenuButton label={t('shared:listing.menu')}>
              <AgentListMenu query={query} hidden={hidden} />
            </MenuButton>
          </div>
          {isEmpty ? (
            nothing
          ) : (
            <Found
              key={JSON.stringify(query)}
              agents={rows.data}
              isStale={isStale}
              query={query}
              ask={ask}
              hidden={hidden}
              open={open}
              reload={reload}
            />
          )}
          <MoreRows more={more} label={t('agentController.more')} />
          <p role="status" className="visually-hidden">
            {t('agentController.shown', { shown: rows.data.length })}
          </p>
        </>
      )}
      {dialog !== null && (
        <Suspense fallback={null}>
          <AgentDialogs dialog={dialog} close={() => open(null)} changed={reload} />
        </Suspense>
      )}
    </Page>
  );
}

type FoundProps = {
  readonly agents: readonly AgentSummary[];
  readonly isStale: boolean;
  readonly query: ReturnType<typeof useAgentQuery>[0];
  readonly ask: ReturnType<typeof useAgentQuery>[1];
  readonly hidden: readonly string[];
  readonly open: (dialog: AgentDialog) => void;
  readonly reload: () => void;
};

/** The list with its selection; another query clears the selection. */
function Found({ agents, isStale, query, ask, hidden, open, reload }: FoundProps) {
  const [chosen, select] = useState<readonly string[]>([]);
  const change = useAgentChanges(reload);
  const selected = agents.filter(({ id, can }) => can.switch && chosen.includes(id));
  return (
    <>
      {selected.length > 0 && (
        <Suspense fallback={null}>
          <AgentsSelection
            agents={agents}
            selected={selected}
            select={select}
            change={(action) => {
              void change(selected, action);
              select([]);
            }}
            remove={() => open({ kind: 'delete', agents: selected, run: () => change(selected, 'delete') })}
          />
        </Suspense>
      )}
      <AgentsTable
        agents={agents}
        isStale={isStale}
        order={query.order}
        onOrder={(order) => ask({ order })}
        chosen={chosen}
        select={select}
        open={open}
        change={change}
        hidden={hidden}
      />
    </>
  );
}
