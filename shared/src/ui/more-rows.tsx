/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import type { Pages } from '../loading/loading.ts';
import styles from './more-rows.module.css';
import { ErrorState } from './page.tsx';

type MoreRowsProps = { readonly more: Pages<unknown>['more']; readonly label: string };

/** Loads the next page of a list, if there is one; shows the reason if that fails. */
export function MoreRows({ more, label }: MoreRowsProps) {
  const { t } = useTranslation('shared');
  if (more === null) return null;
  if (more.failure !== null) return <ErrorState error={more.failure} onRetry={more.load} />;
  return (
    <div className={styles.more}>
      <button type="button" className="button" onClick={more.load} disabled={more.isLoading}>
        {more.isLoading ? t('ui.loading') : label}
      </button>
    </div>
  );
}
