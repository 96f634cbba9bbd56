import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import { ScreenOutline } from '../../frame/outline/outline.tsx';
import { titleOf, type Screen } from '../known/registry.ts';
import styles from './outlet.module.css';

/** The key that the router gives to the address a page was opened with. */
const keyOfFirst = 'default';

/**
 * In the place of a screen that is on its way: a spinner, and for the first one of the page what the page was painted
 * with.
 */
export function Coming({ screen }: { readonly screen: Screen }) {
  const { i18n } = useTranslation('host');
  const { key } = useLocation();
  return screen.frame === 'shell' && key === keyOfFirst ? (
    <ScreenOutline title={titleOf(screen, i18n.language)} outline={screen.outline} />
  ) : (
    <LoadingState />
  );
}

type SlowProps = { readonly screen: Screen; readonly isSlow: boolean; readonly onRetry: () => void };

/**
 * What stands there stays when it takes long: what is said then, and the way to begin anew, stand in the middle, below
 * the spinner.
 */
export function ComingSlowly({ screen, isSlow, onRetry }: SlowProps) {
  const { t } = useTranslation('host');
  return (
    <div className={styles.coming}>
      <Coming screen={screen} />
      <div className={styles.slow}>
        {/* There from the beginning, or what comes into it is not read out. */}
        <p role="status">{isSlow && t('errorBoundary.slow')}</p>
        {isSlow && (
          <button type="button" className="button" onClick={onRetry}>
            {t('errorBoundary.retry')}
          </button>
        )}
      </div>
    </div>
  );
}
