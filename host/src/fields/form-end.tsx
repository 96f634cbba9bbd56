import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './fields.module.css';

type Props = {
  readonly label: string;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly onCancel?: () => void;
  /** It deletes something. */
  readonly isDangerous?: boolean;
};

/** The end of a form: what went wrong and that nothing is lost, the button that sends it, and the way out. */
export function FormEnd({ label, isSending, failure, onCancel, isDangerous = false }: Props) {
  const { t } = useTranslation('host');
  return (
    <>
      {/* There before it says something, so that it is heard. */}
      <div role="alert" className={styles.failure}>{failure !== null && `${t(failureKey(failure))} ${t('fields.kept')}`}</div>
      <div className={styles.actions}>
        {/* Not `disabled`: the focus would be lost. What is pressed meanwhile is not sent. */}
        <button type="submit" className={`button ${isDangerous ? styles.danger : 'button-main'}`} aria-disabled={isSending}>
          {isSending ? t('fields.sending') : label}
        </button>
        {onCancel !== undefined && <button type="button" className="button" onClick={onCancel}>{t('fields.cancel')}</button>}
      </div>
    </>
  );
}
