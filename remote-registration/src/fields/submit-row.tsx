import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import type { ReactNode } from 'react';
import { Actions } from './actions.tsx';
import styles from './fields.module.css';

type Props = {
  readonly label: string;
  readonly isSending: boolean;
  readonly failure: unknown;
  /** The step before. */
  readonly back?: string | undefined;
  readonly children?: ReactNode;
};

/** The end of a form: what went wrong and what was kept, the main button, and the way back. */
export function SubmitRow({ label, isSending, failure, back, children }: Props) {
  const { t } = useTranslation('registration');
  return (
    <>
      <SubmitFailure failure={failure} />
      <Actions>
        {/* Not `disabled`: the focus would be lost. What is pressed meanwhile is not sent. */}
        <button type="submit" className="button button-main" aria-disabled={isSending}>{isSending ? t('field.sending') : label}</button>
        {back !== undefined && <Link className="button" to={back}>{t('field.back')}</Link>}
        {children}
      </Actions>
    </>
  );
}

/** Says what failed as soon as it has. The region is there before, so that it is heard. */
export function SubmitFailure({ failure }: { readonly failure: unknown }) {
  const { t } = useTranslation('registration');
  const key = navigator.onLine ? failureKey(failure) : 'registration:field.offline';
  return <div role="alert" className={styles.failure}>{failure !== null && <p>{t(key)} {t('field.kept')}</p>}</div>;
}
