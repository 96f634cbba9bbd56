import { isErrorCode, type ErrorCode } from '@parlance/shared/contract/errors';
import { ApiFailure, failureKey } from '@parlance/shared/http';
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
      <SubmitFailure failure={failure} isTyped />
      <Actions>
        {/* Not `disabled`: the focus would be lost. What is pressed meanwhile is not sent. */}
        <button type="submit" className="button button-main" aria-disabled={isSending}>{isSending ? t('field.sending') : label}</button>
        {back !== undefined && <Link className="button" to={back}>{t('field.back')}</Link>}
        {children}
      </Actions>
    </>
  );
}

type FailureProps = {
  readonly failure: unknown;
  /** Something was typed, and is still there. */
  readonly isTyped?: boolean;
  /** The text of a code whose own speaks to somebody else. */
  readonly instead?: Readonly<Partial<Record<ErrorCode, string>>>;
};

/** Says what failed as soon as it has. The region is there before, so that it is heard. */
export function SubmitFailure({ failure, isTyped = false, instead = {} }: FailureProps) {
  const { t } = useTranslation('registration');
  const code = failure instanceof ApiFailure && isErrorCode(failure.code) ? failure.code : null;
  const text = (code === null ? undefined : instead[code]) ?? t(navigator.onLine ? failureKey(failure) : 'registration:field.offline');
  return <div role="alert" className={styles.failure}>{failure !== null && <p>{text} {isTyped && t('field.kept')}</p>}</div>;
}
