import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { useEffect } from 'react';
import { ComingSlowly } from './coming.tsx';
import { TooNewError } from '../load/federation.ts';
import { tellOutcome } from '../load/outcomes.ts';
import type { Screen } from '../known/registry.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import type { ScreenLoader } from '../load/screen-loader.ts';
import { reloadWhereReplaced } from '../known/served-releases.ts';
import { useScreen, type ScreenState } from './use-screen.ts';
import styles from './outlet.module.css';

type Props = { readonly screen: Screen; readonly loader: ScreenLoader };

/**
 * Holds a screen of a remote: its placeholder, and a way to retry if it is slow or fails. The rest of the page is
 * unaffected.
 */
export function Outlet({ screen, loader }: Props) {
  const { pathname } = useLocation();
  const { state, retry } = useScreen(screen, loader);
  const isThere = state.status === 'ready';
  const hasFailed = isFailureOfRemote(state);
  useEffect(() => {
    if (isThere || hasFailed) tellOutcome({ screen, failure: hasFailed ? 'load' : null });
  }, [screen, isThere, hasFailed]);
  const retryBy = (again: () => void) => () => {
    again();
    void reloadWhereReplaced(screen.remote);
  };
  if (state.status === 'loading' || state.status === 'slow')
    return <ComingSlowly screen={screen} isSlow={state.status === 'slow'} onRetry={retryBy(retry)} />;
  if (state.status === 'failed')
    return state.error instanceof TooNewError ? <ScreenTooNew /> : <ScreenFailure onRetry={retryBy(retry)} />;
  const { Component } = state;
  return (
    <ScreenBoundary
      path={pathname}
      onFailure={() => tellOutcome({ screen, failure: 'draw' })}
      fallback={(again) => <ScreenFailure onRetry={retryBy(again)} />}
    >
      <Component />
    </ScreenBoundary>
  );
}

/** Says whether a failure counts against the remote. One that is newer than this page was refused before it ran. */
const isFailureOfRemote = (state: ScreenState): boolean =>
  state.status === 'failed' && !(state.error instanceof TooNewError);

/** The text of specification §2, centred. */
export function ScreenFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('host');
  return <Failure text={t('errorBoundary.content')} action={t('errorBoundary.retry')} onAction={onRetry} />;
}

/** The message for a screen that this shell cannot run: a retry would not help; a newer shell may. */
function ScreenTooNew() {
  const { t } = useTranslation('host');
  return (
    <Failure
      text={t('errorBoundary.tooNew')}
      action={t('errorBoundary.reload')}
      onAction={() => window.location.reload()}
    />
  );
}

function Failure({
  text,
  action,
  onAction,
}: {
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}) {
  return (
    <div className={styles.failure} role="alert">
      <p>{text}</p>
      <button type="button" className="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
