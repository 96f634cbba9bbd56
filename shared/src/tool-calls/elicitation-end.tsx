import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './elicitations.module.css';
import tools from './tool-calls.module.css';
import type { ElicitationAnswering } from './use-elicitation-answer.ts';

type Props = { readonly answering: ElicitationAnswering; readonly children?: ReactNode };

/** The end of an elicitation: why it could not be answered, its buttons, and the one that declines. */
export function ElicitationEnd({ answering: { answer, isSending, failure }, children }: Props) {
  const { t } = useTranslation('tool-calls');
  return (
    <>
      <div role="alert">{failure !== null && <p className={tools.failed}>{t(failure)}</p>}</div>
      <div className={`${tools.buttons} ${styles.buttons}`}>
        {children}
        <button
          type="button"
          className="button"
          aria-disabled={isSending}
          onClick={() => answer({ action: 'decline' })}
        >
          {t('elicitation.decline')}
        </button>
      </div>
    </>
  );
}
