import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import { ScreenOutline } from '../../frame/outline/outline.tsx';
import { titleOf, type Screen } from '../known/registry.ts';
import styles from './outlet.module.css';

/** The router's key for the address a page was opened with. */
const keyOfFirst = 'default';

/** The placeholder of a loading screen: a spinner, and for the first one of the page the painted outline. */
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
 * The placeholder of a slow screen. The outline stays; the message and the retry button are centred below the spinner.
 */
export function ComingSlowly({ screen, isSlow, onRetry }: SlowProps) {
  const { t } = useTranslation('host');
  return (
    <div className={styles.coming}>
      <Coming screen={screen} />
      <div className={styles.slow}>
        {/* Rendered from the beginning: a live region must exist before its content changes. */}
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
