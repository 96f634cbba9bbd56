import { isErrorCode, type ErrorCode } from '@parlance/shared/contract/errors';
import { ApiFailure, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import type { ReactNode } from 'react';
import './fields.css';

type Props = {
  readonly label: string;
  readonly isSending: boolean;
  readonly failure: unknown;
  /** True if it deletes something. */
  readonly isDangerous?: boolean;
  /** Called when the form is closed without effect. */
  readonly onCancel?: () => void;
  /** The address of the previous step. */
  readonly back?: string;
  readonly children?: ReactNode;
};

/** The end of a form: its failure, with the reassurance that nothing is lost, the submit button, and the ways out. */
export function FormEnd({ label, isSending, failure, isDangerous = false, onCancel, back, children }: Props) {
  const { t } = useTranslation('shared');
  return (
    <>
      <SubmitFailure failure={failure} isTyped />
      <Actions>
        {/* Not `disabled`, which would lose the focus. A press meanwhile is ignored. */}
        <button
          type="submit"
          className={`button ${isDangerous ? 'button-danger' : 'button-main'}`}
          aria-disabled={isSending}
        >
          {isSending ? t('fields.sending') : label}
        </button>
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            {t('fields.cancel')}
          </button>
        )}
        {back !== undefined && (
          <Link className="button" to={back}>
            {t('fields.back')}
          </Link>
        )}
        {children}
      </Actions>
    </>
  );
}

/** The row of buttons at the end of a form: the main one first. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className="form-actions">{children}</div>;
}

type FailureProps = {
  readonly failure: unknown;
  /** True if something was typed, and is still there. */
  readonly isTyped?: boolean;
  /** Replacements for the texts of codes that address somebody else. */
  readonly instead?: Readonly<Partial<Record<ErrorCode, string>>>;
};

/** Announces a failure as soon as it occurs. The live region is rendered before, so that it is announced. */
export function SubmitFailure({ failure, isTyped = false, instead = {} }: FailureProps) {
  const { t } = useTranslation('shared');
  const code = failure instanceof ApiFailure && isErrorCode(failure.code) ? failure.code : null;
  const text =
    (code === null ? undefined : instead[code]) ?? t(navigator.onLine ? failureKey(failure) : 'fields.offline');
  return (
    <div role="alert" className="form-failure">
      {failure !== null && (
        <p>
          {text} {isTyped && t('fields.kept')}
        </p>
      )}
    </div>
  );
}
