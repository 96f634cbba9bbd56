import { useRef, type ReactNode } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './sign-in-steps.module.css';
import type { ToolSignIn } from './use-tool-sign-in.ts';

type Props = {
  readonly signIn: ToolSignIn;
  /** The label of the button that begins. */
  readonly label: string;
  /** False beside the main button of something else. */
  readonly isMain?: boolean;
  /** True while what follows the sign-in is under way. */
  readonly isBusy?: boolean;
  /** Further buttons, until the sign-in has begun. */
  readonly children?: ReactNode;
};

/** The buttons of a sign-in to a tool, what it waits for, and why it failed. The focus stays on the main button. */
export function ToolSignInSteps({
  signIn: { stage, begin, cancel },
  label,
  isMain = true,
  isBusy = false,
  children,
}: Props) {
  const { t } = useTranslation('shared');
  const main = useRef<HTMLButtonElement>(null);
  const isIdle = stage.name === 'idle';
  return (
    <>
      <div role="status" className={styles.status}>
        {!isIdle && stage.blocked === null && <p>{t('ui.signIn.waiting')}</p>}
        {stage.blocked !== null && (
          <p>
            {t('ui.signIn.blocked')}{' '}
            <a href={stage.blocked} target="_blank" rel="noopener noreferrer">
              {t('ui.signIn.openPage')}
              <span className="visually-hidden"> {t('ui.answer.newTab')}</span>
            </a>
          </p>
        )}
      </div>
      <div role="alert" className={styles.failed}>
        {stage.failure !== null && <p>{t(failureKey(stage.failure))}</p>}
      </div>
      <div className={styles.buttons}>
        <button
          ref={main}
          type="button"
          className={isMain ? 'button button-main' : 'button'}
          aria-disabled={isBusy || stage.name === 'opening'}
          onClick={begin}
        >
          {isIdle ? label : t('ui.signIn.again')}
        </button>
        {isIdle ? (
          children
        ) : (
          <button
            type="button"
            className="button"
            onClick={() => {
              cancel();
              main.current?.focus();
            }}
          >
            {t('fields.cancel')}
          </button>
        )}
      </div>
    </>
  );
}
