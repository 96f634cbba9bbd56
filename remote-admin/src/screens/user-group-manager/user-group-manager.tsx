import { memberSearchMaxLength } from '@parlance/shared/contract/api/members';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { Button } from '@parlance/shared/ui/core';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { EmptyState, ErrorState, Page } from '@parlance/shared/ui/page';
import { ExportMembers } from './export-members.tsx';
import { MembersTable } from './members-table.tsx';
import styles from './user-group-manager.module.css';
import { useMemberQuery, useMembers } from './use-members.ts';

/** Who belongs to the organisation. */
export default function UserGroupManager() {
  const { t } = useTranslation('admin');
  const organization = useSession((session) => session.whoami?.organization_name ?? '');
  const { query, change } = useMemberQuery();

  return (
    <Page title={t('userGroups.title')} actions={<ExportMembers query={query} />}>
      <p className={styles.lead}>{t('userGroups.lead', { organization })}</p>
      <SearchField
        label={t('userGroups.search')}
        hint={t('userGroups.searchHint')}
        value={query.q}
        maxLength={memberSearchMaxLength}
        onSearch={(q) => change({ q })}
      />
      <Members query={query} change={change} />
    </Page>
  );
}

function Members({ query, change }: ReturnType<typeof useMemberQuery>) {
  const { t } = useTranslation('admin');
  const { rows, isStale, reload, more } = useMembers(query);
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0 && !isStale) {
    return (
      <EmptyState
        title={t('userGroups.nobody.title', { q: query.q })}
        text={t('userGroups.nobody.text')}
        action={<Button onClick={() => change({ q: '' })}>{t('userGroups.nobody.clear')}</Button>}
      />
    );
  }
  return (
    <>
      <MembersTable members={rows.data} sort={query.sort} onSort={(sort) => change({ sort })} isStale={isStale} />
      <p role="status" className="visually-hidden">{isStale ? '' : t('userGroups.shown', { shown: rows.data.length })}</p>
      <MoreRows more={more} label={t('userGroups.more')} />
    </>
  );
}
