import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import { useEffect, useRef } from 'react';
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
      <FocusOnArrival key={`${screen.remote.remote.name}/${screen.id}`} />
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

/** Whoever was led to another screen by keyboard or screen reader begins at its heading, unless the screen took the focus itself. */
function FocusOnArrival() {
  const { key } = useLocation();
  const first = useRef(key === 'default');
  useEffect(() => {
    // Of the page that was just loaded the browser's own focus is right.
    if (first.current) return;
    const main = document.querySelector('main');
    if (main === null || main.contains(document.activeElement)) return;
    const heading = main.querySelector<HTMLElement>('h1');
    if (heading !== null && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    (heading ?? main).focus({ preventScroll: true });
    main.scrollTo(0, 0);
  }, []);
  return null;
}
