import { useId, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import styles from './automation-editor.module.css';
import type { Editing, Secrets } from './use-automation.ts';

type Props = {
  readonly editing: Editing;
  readonly of: keyof Secrets;
  /** True if something is signed with it. */ readonly isUsed: boolean;
};

/** A secret, shown this one time, and a button to replace it. Renders nothing before the automation is saved. */
export function SecretOnce({ editing, of, isUsed }: Props) {
  const { t } = useTranslation('agent-automation');
  const [isAsked, ask] = useState(false);
  const secret = editing.secrets[of];
  if (!isUsed || editing.saved === null) return null;
  // Nothing uses an unknown secret, so replacing it breaks nothing.
  const isUntold = secret === null && editing.saved.untold_secrets.includes(of);
  return (
    <div className={styles.secret}>
      <div role="status">
        {secret !== null && (
          <>
            <p>{t('secrets.once')}</p>
            <CopyLine label={t(`secrets.${of}`)} value={secret} />
          </>
        )}
      </div>
      {secret === null &&
        (isUntold ? (
          <p className={styles.warn}>{t(`secrets.${of}Untold`)}</p>
        ) : (
          <p className={styles.note}>{t(`secrets.${of}Note`)}</p>
        ))}
      {isUntold && (
        <button type="button" className="button" onClick={() => void editing.rotate(of)}>
          {t('secrets.rotate')}
        </button>
      )}
      {!isUntold &&
        (isAsked ? (
          <div className={styles.adds}>
            <p>{t('secrets.rotateText')}</p>
            <button type="button" className="button" onClick={() => void editing.rotate(of).then(() => ask(false))}>
              {t('secrets.rotate')}
            </button>
            <button type="button" className="button" onClick={() => ask(false)}>
              {t('cancel')}
            </button>
          </div>
        ) : (
          <button type="button" className="button-link" onClick={() => ask(true)}>
            {t('secrets.rotate')}
          </button>
        ))}
    </div>
  );
}

/** A text in one line with a copy button. */
export function CopyLine({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation('agent-automation');
  const id = useId();
  return (
    <div className={styles.copied}>
      <label htmlFor={id}>{label}</label>
      <span>
        <input id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
        <CopyButton label={t('copyOfWhat', { what: label })} textOf={() => value} />
      </span>
    </div>
  );
}
