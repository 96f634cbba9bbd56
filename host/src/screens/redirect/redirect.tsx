import { useTranslation } from '@parlance/shared/i18n';
import { Link, Navigate, useSearchParams } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { useOwnName } from '../../frame/page-title.tsx';
import { readDestination } from './destination.ts';
import styles from './redirect.module.css';

/** Redirects to own paths at once; an address elsewhere is shown in full, with a button to continue and one to stay. */
export function Redirect() {
  const { t } = useTranslation('host');
  const [search] = useSearchParams();
  const destination = readDestination(search.get('to'), window.location.origin);
  useOwnName(t('redirect.title'));
  const stay = (
    <Link className="button" to="/">
      {t('redirect.stay')}
    </Link>
  );
  if (destination.kind === 'here') return <Navigate to={destination.path} replace />;
  if (destination.kind === 'nowhere') return <EmptyState level={1} title={t('redirect.nowhere')} action={stay} />;
  return (
    <EmptyState
      level={1}
      title={t('redirect.title')}
      text={
        <>
          {t('redirect.text')}
          <bdi className={styles.address}>{destination.url}</bdi>
        </>
      }
      action={
        <div className={styles.choice}>
          <a className="button button-main" href={destination.url} rel="noreferrer">
            {t('redirect.go')}
          </a>
          {stay}
        </div>
      }
    />
  );
}
