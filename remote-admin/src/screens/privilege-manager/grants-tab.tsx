import type { PermissionGrant } from '@parlance/shared/contract/api/privileges/privileges';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { DataTable, MoreRows, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { useState } from 'react';
import { GrantDialog } from './grant-dialog.tsx';
import styles from './privilege-manager.module.css';
import { revokeGrant, useGrants } from './use-grants.ts';

type OpenDialog = 'give' | PermissionGrant | null;

/** The grants: holder, set, expiry and grantor. */
export function GrantsTab({ setId }: { readonly setId: string | null }) {
  const { t } = useTranslation('admin');
  const [opened, open] = useState<OpenDialog>(null);
  const { rows, reload, more } = useGrants(setId);
  const close = () => open(null);
  return (
    <>
      <div className={styles.bar}>
        <button type="button" className="button button-main" onClick={() => open('give')}>
          {t('privileges.give.open')}
        </button>
        {setId !== null && <Link to="/privilege-manager?tab=grants">{t('privileges.grants.everySet')}</Link>}
      </div>
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && rows.data.length === 0 && (
        <EmptyState title={t('privileges.grants.none')} text={t('privileges.grants.noneText')} />
      )}
      {rows.status === 'ready' && rows.data.length > 0 && <GrantsTable grants={rows.data} revokeGrant={open} />}
      <MoreRows more={more} label={t('privileges.more')} />
      {opened === 'give' && <GrantDialog setId={setId} close={close} changed={reload} />}
      {opened !== null && opened !== 'give' && <TakeBackDialog grant={opened} close={close} changed={reload} />}
    </>
  );
}

function GrantsTable({
  grants,
  revokeGrant: ask,
}: {
  readonly grants: readonly PermissionGrant[];
  readonly revokeGrant: (grant: PermissionGrant) => void;
}) {
  const { t } = useTranslation('admin');
  const nameOf = ({ holder }: PermissionGrant) =>
    holder.kind === 'team' ? t('privileges.holder.teamOf', { name: holder.name }) : holder.name;
  const columns: readonly Column<PermissionGrant>[] = [
    { id: 'holder', head: t('privileges.grants.holder'), isName: true, cell: nameOf },
    {
      id: 'set',
      head: t('privileges.grants.set'),
      cell: ({ set }) => <Link to={`/privilege-manager?set=${set.id}`}>{set.name}</Link>,
    },
    { id: 'until', head: t('privileges.grants.until'), cell: (grant) => <Until grant={grant} /> },
    { id: 'by', head: t('privileges.grants.by'), cell: ({ granted_by }) => granted_by?.name ?? '' },
    {
      id: 'since',
      head: t('privileges.grants.since'),
      cell: ({ created_at }) => formatDate(currentLanguage(), created_at, { dateStyle: 'medium' }),
    },
    {
      id: 'end',
      head: t('privileges.grants.takeBack'),
      hidesHead: true,
      cell: (grant) => (
        <button
          type="button"
          className="button-link"
          aria-label={t('privileges.grants.takeBackOf', { set: grant.set.name, name: nameOf(grant) })}
          onClick={() => ask(grant)}
        >
          {t('privileges.grants.takeBack')}
        </button>
      ),
    },
  ];
  return <DataTable caption={t('privileges.tabs.grants')} columns={columns} rows={grants} />;
}

function Until({ grant: { expires_at, is_expired } }: { readonly grant: PermissionGrant }) {
  const { t } = useTranslation('admin');
  if (expires_at === null) return t('privileges.grants.forGood');
  return (
    <>
      {formatDate(currentLanguage(), expires_at)}
      {is_expired && <span className={styles.ended}>{t('privileges.grants.ended')}</span>}
    </>
  );
}

type TakeBackProps = { readonly grant: PermissionGrant; readonly close: () => void; readonly changed: () => void };

function TakeBackDialog({ grant: { id, set, holder }, close, changed }: TakeBackProps) {
  const { t } = useTranslation('admin');
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('privileges.grants.takeBackTitle', { set: set.name })} close={close}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await revokeGrant(id);
            changed();
            close();
            return undefined;
          });
        }}
      >
        <p>{t('privileges.grants.takeBackText', { name: holder.name })}</p>
        <FormEnd
          label={t('privileges.grants.takeBack')}
          isDangerous
          isSending={isSending}
          failure={failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
