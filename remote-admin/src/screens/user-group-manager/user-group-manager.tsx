import { memberSearchMaxLength } from '@parlance/shared/contract/api/members';
import { useTranslation } from '@parlance/shared/i18n';
import { useSearchParams } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { EmptyState, ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { Tabs } from '@parlance/shared/ui/tabs';
import { Suspense, useState } from 'react';
import { ExportMembers } from './export-members.tsx';
import { MemberFilters } from './member-filters.tsx';
import { MembersTable } from './members-table.tsx';
import styles from './user-group-manager.module.css';
import { isNarrowed, useMemberQuery, useMembers } from './use-members.ts';

const dialogs = () => import('./dialogs.ts');
const InviteDialog = lazyPart(async () => ({ default: (await dialogs()).InviteDialog }));
const ImportDialog = lazyPart(async () => ({ default: (await dialogs()).ImportDialog }));
const MembersSelection = lazyPart(async () => ({ default: (await dialogs()).MembersSelection }));
const MemberDialog = lazyPart(async () => ({ default: (await dialogs()).MemberDialog }));
const InvitationsTab = lazyPart(async () => ({ default: (await dialogs()).InvitationsTab }));
const TeamsTab = lazyPart(async () => ({ default: (await dialogs()).TeamsTab }));

const tabs = ['members', 'invitations', 'teams'] as const;
type OpenDialog =
  | { readonly kind: 'invite' | 'import' }
  | { readonly kind: 'member'; readonly id: string; readonly name: string }
  | null;

/** The members of the organisation, its invitations, and its teams. */
export default function UserGroupManager() {
  const { t } = useTranslation('admin');
  const organization = useSession((session) => session.whoami?.organization_name ?? '');
  const [params] = useSearchParams();
  const { query } = useMemberQuery();
  const [opened, open] = useState<OpenDialog>(null);
  const [changes, count] = useState(0);
  const tab = tabs.find((it) => it === params.get('tab')) ?? 'members';
  const asked = { close: () => open(null), changed: () => count((before) => before + 1) };

  return (
    <Page
      title={t('userGroups.title')}
      actions={
        <>
          {tab === 'members' && <ExportMembers query={query} />}
          {tab !== 'teams' && (
            <button type="button" className="button" onClick={() => open({ kind: 'import' })}>
              {t('userGroups.import.open')}
            </button>
          )}
          {tab !== 'teams' && (
            <button type="button" className="button button-main" onClick={() => open({ kind: 'invite' })}>
              {t('userGroups.invite.open')}
            </button>
          )}
        </>
      }
    >
      <p className={listing.lead}>{t('userGroups.lead', { organization })}</p>
      <Tabs
        isAbove
        label={t('userGroups.tabs.title')}
        current={tab}
        tabs={tabs.map((it) => ({
          id: it,
          name: t(`userGroups.tabs.${it}`),
          to: it === 'members' ? '/user-group-manager' : `/user-group-manager?tab=${it}`,
        }))}
      />
      <Suspense fallback={<LoadingState />}>
        {tab === 'members' && <MembersTab key={changes} open={(id, name) => open({ kind: 'member', id, name })} />}
        {tab === 'invitations' && <InvitationsTab key={changes} />}
        {tab === 'teams' && <TeamsTab />}
        {opened?.kind === 'invite' && <InviteDialog {...asked} />}
        {opened?.kind === 'import' && <ImportDialog {...asked} />}
        {opened?.kind === 'member' && <MemberDialog id={opened.id} name={opened.name} {...asked} />}
      </Suspense>
    </Page>
  );
}

function MembersTab({ open }: { readonly open: (id: string, name: string) => void }) {
  const { t } = useTranslation('admin');
  const { query, change } = useMemberQuery();
  return (
    <>
      <div className={listing.narrow}>
        <SearchField
          label={t('userGroups.search')}
          hint={t('userGroups.searchHint')}
          value={query.q}
          maxLength={memberSearchMaxLength}
          onSearch={(q) => change({ q })}
        />
        <MemberFilters query={query} change={change} />
      </div>
      <Members query={query} change={change} open={open} />
    </>
  );
}

function Members({
  query,
  change,
  open,
}: ReturnType<typeof useMemberQuery> & { readonly open: (id: string, name: string) => void }) {
  const { t } = useTranslation('admin');
  const { rows, isStale, reload, more } = useMembers(query);
  const [chosen, select] = useState<readonly string[]>([]);
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0 && !isStale) {
    return (
      <EmptyState
        title={
          query.q === '' && isNarrowed(query)
            ? t('userGroups.nobody.filtered')
            : t('userGroups.nobody.title', { q: query.q })
        }
        text={t('userGroups.nobody.text')}
        action={
          <button
            type="button"
            className="button"
            onClick={() => change({ q: '', role: null, state: null, team: null })}
          >
            {t('userGroups.nobody.clear')}
          </button>
        }
      />
    );
  }
  const shown = chosen.filter((id) => rows.data.some((member) => member.id === id));
  return (
    <>
      <div className={styles.bar}>
        {shown.length > 0 && (
          <Suspense fallback={null}>
            <MembersSelection members={rows.data} chosen={shown} select={select} reload={reload} />
          </Suspense>
        )}
      </div>
      <MembersTable
        members={rows.data}
        sort={query.sort}
        onSort={(sort) => change({ sort })}
        isStale={isStale}
        chosen={shown}
        select={select}
        open={({ id, username, email }) => open(id, username ?? email)}
      />
      <p role="status" className="visually-hidden">
        {isStale ? '' : t('userGroups.shown', { shown: rows.data.length })}
      </p>
      <MoreRows more={more} label={t('userGroups.more')} />
    </>
  );
}
