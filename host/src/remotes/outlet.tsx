import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import type { Screen } from './registry.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import type { ScreenLoader } from './screen-loader.ts';
import { useScreen } from './use-screen.ts';
import styles from './outlet.module.css';

type Props = { readonly screen: Screen; readonly loader: ScreenLoader };

/** Holds a screen of a remote: a spinner while it comes, a way on where it fails, and nothing else of the page with it. */
export function Outlet({ screen, loader }: Props) {
  const { pathname } = useLocation();
  const { state, retry } = useScreen(screen, loader);
  if (state.status === 'loading') return <LoadingState />;
  if (state.status === 'failed') return <ScreenFailure onRetry={retry} />;
  const { Component } = state;
  return (
    <ScreenBoundary path={pathname} fallback={(again) => <ScreenFailure onRetry={again} />}>
      <Component />
    </ScreenBoundary>
  );
}

/** The text of specification §2, centred. */
export function ScreenFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('host');
  return (
    <div className={styles.failure} role="alert">
      <p>{t('errorBoundary.content')}</p>
      <button type="button" className="button" onClick={onRetry}>{t('errorBoundary.retry')}</button>
    </div>
  );
}
