import { useState } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { StopMark } from '@parlance/shared/ui/marks';
import controls from '../controls/controls.module.css';
import composer from './composer.module.css';

/** A button that stops the answer under way, and reports a failure to. */
export function StopButton({
  stop,
  onStopped,
}: {
  readonly stop: () => Promise<void>;
  readonly onStopped: () => void;
}) {
  const { t } = useTranslation('chat');
  const [isStopping, setIsStopping] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function tryStopping(): Promise<void> {
    setIsStopping(true);
    setFailure(null);
    try {
      await stop();
      onStopped();
    } catch (reason) {
      setFailure(reason);
    } finally {
      setIsStopping(false);
    }
  }

  return (
    <>
      {failure !== null && (
        <p className={composer.stopFailed} role="alert">
          {t('composer.notStopped')} {t(failureKey(failure))}
        </p>
      )}
      <button
        type="button"
        className={`${controls.button} ${composer.action}`}
        aria-label={t('composer.stop')}
        title={t('composer.stop')}
        disabled={isStopping}
        onClick={(event) => {
          // The second click of a double click on “Send” lands here and is ignored.
          if (event.detail <= 1) void tryStopping();
        }}
      >
        <StopMark />
      </button>
    </>
  );
}
