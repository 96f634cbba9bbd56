import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { signOut } from '@parlance/shared/session';
import { useState } from 'react';
import styles from './step-page.module.css';

/** Ends the session; reports a failure to reach the server. */
export function SignOut() {
  const { t } = useTranslation('registration');
  const [failure, setFailure] = useState<unknown>(null);
  const leave = () => {
    setFailure(null);
    signOut().catch(setFailure);
  };
  return (
    <div className={styles.leave}>
      <button type="button" className="button-link" onClick={leave}>
        {t('progress.signOut')}
      </button>
      {failure !== null && <p role="alert">{t(failureKey(failure))}</p>}
    </div>
  );
}
