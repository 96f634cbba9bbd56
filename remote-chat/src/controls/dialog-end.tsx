import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import controls from './controls.module.css';
import dialogs from './dialog-form.module.css';

type End = {
  /** What the main button does, in words. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly cancel: () => void;
  /** What it does cannot be undone. */
  readonly isDangerous?: boolean;
  /** Absent in a form, which its main button sends. */
  readonly act?: () => void;
};

/** The end of a dialog or a form in the chat: the button that does it, and the way out. */
export function DialogEnd({ label, isDisabled, cancel, isDangerous = false, act }: End) {
  const { t } = useTranslation('chat');
  return (
    <div className={dialogs.end}>
      <button
        type={act === undefined ? 'submit' : 'button'}
        className={`${controls.button} ${isDangerous ? dialogs.danger : controls.primary}`}
        disabled={isDisabled}
        onClick={act}
      >
        {label}
      </button>
      <button type="button" className={controls.button} onClick={cancel}>
        {t('dialogues.cancel')}
      </button>
    </div>
  );
}

/** Why it was not done, below what was typed. */
export function DialogProblem({ failure, id }: { readonly failure: unknown; readonly id?: string }) {
  const { t } = useTranslation('chat');
  if (failure === null) return null;
  return (
    <p id={id} role="alert" className={dialogs.problem}>
      {t(failureKey(failure))}
    </p>
  );
}
