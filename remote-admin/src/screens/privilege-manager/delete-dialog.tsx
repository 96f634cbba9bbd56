import type { PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { MoreRows } from '@parlance/shared/ui/data';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './privilege-manager.module.css';
import { useGrants } from './use-grants.ts';
import { removeSet } from './use-set.ts';

/** Names the holders of the set, who lose it with its deletion. */
export function DeleteDialog({ set, close }: { readonly set: PermissionSet; readonly close: () => void }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('privileges.delete.title', { name: set.name })} close={close}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await removeSet(set.id);
            void navigate('/privilege-manager');
            return undefined;
          });
        }}
      >
        <Holders setId={set.id} />
        <FormEnd
          label={t('privileges.delete.open')}
          isDangerous
          isSending={isSending}
          failure={failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}

function Holders({ setId }: { readonly setId: string }) {
  const { t } = useTranslation('admin');
  const { rows, reload, more } = useGrants(setId);
  if (rows.status === 'loading') return <LoadingState />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0) return <p>{t('privileges.delete.nobody')}</p>;
  return (
    <>
      <p>{t('privileges.delete.text')}</p>
      <ul>
        {rows.data.map(({ id, holder }) => (
          <li key={id}>
            {holder.kind === 'team' ? t('privileges.holder.teamOf', { name: holder.name }) : holder.name}
          </li>
        ))}
      </ul>
      <MoreRows more={more} label={t('privileges.more')} />
    </>
  );
}
