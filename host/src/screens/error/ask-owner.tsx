import { useTranslation } from '@parlance/shared/i18n';
import { EmptyState } from '@parlance/shared/ui/page';
import type { ReactNode } from 'react';
import { useOwners } from './use-owners.ts';
import styles from './ask-owner.module.css';

type Props = { readonly title: string; readonly action: ReactNode };

/** The notice for a member of an expired workspace: an owner can renew it, named as soon as known. */
export function AskOwner({ title, action }: Props) {
  const { t } = useTranslation('host');
  const owners = useOwners();
  return (
    <EmptyState
      level={1}
      title={title}
      text={owners.length > 1 ? t('error.expiredOwners') : t('error.codes.workspace-expired.text')}
      action={
        <>
          <div className={styles.owners} aria-live="polite">
            {owners.map(({ username, email }) => (
              <p key={email}>
                {username} <a href={`mailto:${email}`}>{email}</a>
              </p>
            ))}
          </div>
          {action}
        </>
      }
    />
  );
}
