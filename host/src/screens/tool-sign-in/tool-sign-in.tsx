import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { EmptyState, LoadingState } from '@parlance/shared/ui/page';
import { useEffect, useState } from 'react';
import { profileScreen } from '../../frame/own-screens.ts';
import styles from './tool-sign-in.module.css';
import { isFinal, useFinishedSignIn } from './use-finished-sign-in.ts';

/** The page to which an authorization server sends the browser back: the end of a sign-in to a tool. */
export default function ToolSignIn() {
  const finished = useFinishedSignIn();
  return (
    <div aria-live="polite">
      {finished.status === 'sending' && <LoadingState />}
      {finished.status === 'done' && <Done tool={finished.tool.name} />}
      {finished.status === 'failed' && <Failed failure={finished.failure} retry={finished.retry} />}
    </div>
  );
}

function Done({ tool }: { readonly tool: string }) {
  const { t } = useTranslation('host');
  // A browser closes only windows that a page has opened.
  useEffect(() => window.close(), []);
  return (
    <EmptyState level={1} title={t('toolSignIn.done', { tool })} text={t('toolSignIn.doneText')} action={<Ways />} />
  );
}

/** A failure, with the way on: after one on the way to the server what was given can be sent again. */
function Failed({ failure, retry }: { readonly failure: unknown; readonly retry: () => void }) {
  const { t } = useTranslation('host');
  const isOver = isFinal(failure);
  const said = isOver ? failure.issues.find(({ path }) => path === 'said')?.message : undefined;
  return (
    <EmptyState
      level={1}
      title={t('toolSignIn.failed')}
      text={
        <>
          {t(failureKey(failure))}
          {said !== undefined && (
            <span className={styles.said} dir="auto">
              {t('toolSignIn.said', { words: said })}
            </span>
          )}
        </>
      }
      action={
        isOver ? (
          <Ways />
        ) : (
          <button type="button" className="button button-main" onClick={retry}>
            {t('shared:ui.retry')}
          </button>
        )
      }
    />
  );
}

/** The ways on: out of the window, or to the accounts. */
function Ways() {
  const { t } = useTranslation('host');
  const [isStuck, setStuck] = useState(false);
  const close = () => {
    window.close();
    setStuck(!window.closed);
  };
  return (
    <div className={styles.ways}>
      <button type="button" className="button button-main" onClick={close}>
        {t('toolSignIn.close')}
      </button>
      <Link className="button" to={profileScreen.path}>
        {t('toolSignIn.profile')}
      </Link>
      <p role="status" className={styles.stuck}>
        {isStuck && t('toolSignIn.stuck')}
      </p>
    </div>
  );
}
