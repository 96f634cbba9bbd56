import type { Team } from '@parlance/shared/contract/api/teams';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { DataTable, MoreRows, SearchField, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import listing from '@parlance/shared/ui/listing.module.css';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { useState } from 'react';
import { TeamDialog, TeamForm } from './team-dialogs.tsx';
import styles from './user-group-manager.module.css';
import { useTeams } from './use-teams.ts';

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'team'; readonly team: Team } | null;

/** The teams of the organisation. The name opens the members and settings. */
export function TeamsTab() {
  const { t } = useTranslation('admin');
  const [q, search] = useState('');
  const [opened, open] = useState<OpenDialog>(null);
  const { rows, isStale, reload, more } = useTeams(q);
  const columns: readonly Column<Team>[] = [
    {
      id: 'name',
      head: t('userGroups.teams.name'),
      isName: true,
      cell: (team) => (
        <button type="button" className={styles.name} onClick={() => open({ kind: 'team', team })}>
          {team.name}
        </button>
      ),
    },
    { id: 'description', head: t('userGroups.teams.description'), cell: ({ description }) => description },
    { id: 'owners', head: t('userGroups.teams.owners'), cell: ({ owners }) => owners.join(', ') },
    { id: 'members', head: t('userGroups.members'), cell: ({ members }) => formatNumber(currentLanguage(), members) },
  ];
  const isEmpty = rows.status === 'ready' && rows.data.length === 0 && !isStale;
  return (
    <>
      <div className={listing.narrow}>
        <SearchField
          label={t('userGroups.teams.search')}
          hint={t('userGroups.teams.name')}
          value={q}
          maxLength={200}
          onSearch={search}
        />
        <button type="button" className="button" onClick={() => open({ kind: 'new' })}>
          {t('userGroups.teams.new')}
        </button>
      </div>
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {isEmpty && <EmptyState title={t('userGroups.teams.none')} text={t('userGroups.teams.noneText')} />}
      {rows.status === 'ready' && rows.data.length > 0 && (
        <DataTable caption={t('userGroups.tabs.teams')} columns={columns} rows={rows.data} isStale={isStale} />
      )}
      <MoreRows more={more} label={t('userGroups.more')} />
      {opened?.kind === 'new' && <TeamForm close={() => open(null)} changed={reload} />}
      {opened?.kind === 'team' && <TeamDialog team={opened.team} close={() => open(null)} changed={reload} />}
    </>
  );
}
