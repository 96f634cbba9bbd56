import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { useOwnName } from '../../frame/page-title.tsx';

/** The screen of any other path under the shell (specification §2). */
export function NotFound() {
  const { t } = useTranslation('host');
  useOwnName(t('notFound.title'));
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Link className="button button-main" to="/">
          {t('notFound.home')}
        </Link>
      }
    />
  );
}
