import { useTranslation } from '@parlance/shared/i18n';
import type { Pages } from '@parlance/shared/loading';
import controls from '../controls/controls.module.css';
import { Failed } from './failed.tsx';
import styles from './more.module.css';

type Next = {
  readonly more: Pages<unknown>['more'];
  /** The label, if “Load more” does not fit. */ readonly label?: string;
};

/** Loads the next page of a list, if there is one. */
export function More({ more, label }: Next) {
  const { t } = useTranslation('chat');
  if (more === null) return null;
  if (more.failure !== null && !more.isLoading) return <Failed failure={more.failure} retry={more.load} />;
  return (
    <div className={styles.more}>
      <button type="button" className={controls.button} onClick={more.load} disabled={more.isLoading}>
        {more.isLoading ? t('loading.loading') : (label ?? t('loading.more'))}
      </button>
    </div>
  );
}
