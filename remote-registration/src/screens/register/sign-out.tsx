import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { signOut } from '@parlance/shared/session';
import { Button } from '@parlance/shared/ui/core';
import { useState } from 'react';
import styles from './register.module.css';

/** Ends the session; says why where the server did not hear of it. */
export function SignOut() {
  const { t } = useTranslation('registration');
  const [failure, setFailure] = useState<unknown>(null);
  const leave = () => {
    setFailure(null);
    signOut().catch(setFailure);
  };
  return (
    <div className={styles.leave}>
      <Button onClick={leave}>{t('register.signOut')}</Button>
      {failure !== null && <p role="alert">{t(failureKey(failure))}</p>}
    </div>
  );
}
