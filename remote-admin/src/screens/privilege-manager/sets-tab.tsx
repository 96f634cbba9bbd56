import type { PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import { limitsOfMembers } from '@parlance/shared/contract/access/privileges';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { DataTable, MoreRows, SearchField, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { useState } from 'react';
import styles from './privilege-manager.module.css';
import { useSets } from './use-sets.ts';

/** The sets of the organisation by name, and the defaults. */
export function SetsTab() {
  const { t } = useTranslation('admin');
  const [q, search] = useState('');
  const { rows, isStale, reload, more } = useSets(q);
  const number = (value: number) => formatNumber(currentLanguage(), value);
  const columns: readonly Column<PermissionSet>[] = [
    {
      id: 'name',
      head: t('privileges.columns.name'),
      isName: true,
      cell: ({ id, name }) => <Link to={`/privilege-manager?set=${id}`}>{name}</Link>,
    },
    { id: 'description', head: t('privileges.columns.description'), cell: ({ description }) => description },
    { id: 'statements', head: t('privileges.columns.statements'), cell: ({ statements }) => number(statements.length) },
    {
      id: 'grants',
      head: t('privileges.columns.grants'),
      cell: ({ id, name, grants }) => (
        <Link
          to={`/privilege-manager?tab=grants&of=${id}`}
          aria-label={t('privileges.grantsOf', { name, number: number(grants) })}
        >
          {number(grants)}
        </Link>
      ),
    },
    { id: 'changed', head: t('privileges.columns.changedBy'), cell: ({ changed_by }) => changed_by?.name ?? '' },
  ];
  const isEmpty = rows.status === 'ready' && rows.data.length === 0 && !isStale;
  return (
    <>
      <SearchField
        label={t('privileges.search')}
        hint={t('privileges.columns.name')}
        value={q}
        maxLength={200}
        onSearch={search}
      />
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {isEmpty && (
        <EmptyState
          title={t(q === '' ? 'privileges.none.title' : 'privileges.none.found')}
          text={t('privileges.none.text')}
        />
      )}
      {rows.status === 'ready' && rows.data.length > 0 && (
        <DataTable caption={t('privileges.tabs.sets')} columns={columns} rows={rows.data} isStale={isStale} />
      )}
      <MoreRows more={more} label={t('privileges.more')} />
      <Defaults />
    </>
  );
}

/** The defaults of the roles without a set: shown beside the sets, and not deletable. */
function Defaults() {
  const { t } = useTranslation('admin');
  const [agents, sources] = [limitsOfMembers.agents, limitsOfMembers.knowledge_sources].map((limit) =>
    formatNumber(currentLanguage(), limit ?? 0),
  );
  return (
    <section className={styles.defaults} aria-labelledby="defaults-of-roles">
      <h2 id="defaults-of-roles">{t('privileges.defaults.title')}</h2>
      <dl>
        <div>
          <dt>{t('privileges.defaults.admins')}</dt>
          <dd>{t('privileges.defaults.adminsText')}</dd>
        </div>
        <div>
          <dt>{t('privileges.defaults.members')}</dt>
          <dd>{t('privileges.defaults.membersText', { agents, sources })}</dd>
        </div>
      </dl>
    </section>
  );
}
