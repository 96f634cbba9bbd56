import type { Invitation } from '@parlance/shared/contract/api/invitations';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { DataTable, MoreRows, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { useSending } from '@parlance/shared/ui/fields';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import styles from './user-group-manager.module.css';
import { sendAgain, useInvitations, withdrawInvitation } from './use-invitations.ts';

/** The invitations of the organisation, with their status. */
export function InvitationsTab() {
  const { t } = useTranslation('admin');
  const { rows, isStale, reload, more } = useInvitations(null);
  const { send, isSending } = useSending();
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0)
    return <EmptyState title={t('userGroups.invitations.none')} text={t('userGroups.invitations.noneText')} />;
  const day = (at: string) => formatDate(currentLanguage(), at, { dateStyle: 'medium' });

  async function act(work: () => Promise<unknown>, said: string): Promise<'again'> {
    try {
      await work();
      snackbar(said, { tone: 'good' });
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
    reload();
    return 'again';
  }
  const columns: readonly Column<Invitation>[] = [
    { id: 'email', head: t('userGroups.columns.email'), isName: true, cell: ({ email }) => email },
    { id: 'role', head: t('userGroups.columns.role'), cell: ({ role }) => t(`userGroups.roles.${role}`) },
    { id: 'teams', head: t('userGroups.columns.teams'), cell: ({ teams }) => teams.join(', ') },
    { id: 'status', head: t('userGroups.state'), cell: ({ status }) => t(`userGroups.invitations.states.${status}`) },
    { id: 'inviter', head: t('userGroups.invitations.inviter'), cell: ({ inviter }) => inviter },
    { id: 'expires', head: t('userGroups.invitations.expires'), cell: ({ expires_at: at }) => day(at) },
    {
      id: 'actions',
      head: t('userGroups.invitations.actions'),
      hidesHead: true,
      cell: ({ id, email, status }) =>
        (status === 'open' || status === 'expired') && (
          <span className={styles.row}>
            <button
              type="button"
              className="button-link"
              aria-label={t('userGroups.invitations.againTo', { email })}
              aria-disabled={isSending}
              onClick={() => send(() => act(() => sendAgain(id), t('userGroups.invitations.sentAgain', { email })))}
            >
              {t('userGroups.invitations.again')}
            </button>
            <button
              type="button"
              className="button-link"
              aria-label={t('userGroups.invitations.withdrawOf', { email })}
              aria-disabled={isSending}
              onClick={() =>
                send(() => act(() => withdrawInvitation(id), t('userGroups.invitations.withdrawn', { email })))
              }
            >
              {t('userGroups.invitations.withdraw')}
            </button>
          </span>
        ),
    },
  ];
  return (
    <>
      <DataTable caption={t('userGroups.tabs.invitations')} columns={columns} rows={rows.data} isStale={isStale} />
      <MoreRows more={more} label={t('userGroups.more')} />
    </>
  );
}
