import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import controls from './controls.module.css';
import dialogs from './dialog-form.module.css';

type End = {
  /** The label of the main button. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly cancel: () => void;
  /** True if the action cannot be undone. */
  readonly isDangerous?: boolean;
  /** The action; absent in a form, which the main button submits. */
  readonly act?: () => void;
};

/** The end of a dialog or a form in the chat: the main button and “Cancel”. */
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

/** The reason of a failure, below the input. */
export function DialogProblem({ failure, id }: { readonly failure: unknown; readonly id?: string }) {
  const { t } = useTranslation('chat');
  if (failure === null) return null;
  return (
    <p id={id} role="alert" className={dialogs.problem}>
      {t(failureKey(failure))}
    </p>
  );
}
