import { useTranslation } from '@parlance/shared/i18n';
import { useState, type ReactNode } from 'react';
import { Field } from './field.tsx';
import styles from './fields.module.css';
import type { Fault } from './use-form.ts';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly autoComplete: 'new-password' | 'current-password';
  readonly hint?: ReactNode;
  readonly fault?: Fault | undefined;
};

/** A password that can be looked at. Pasting and password keepers work as everywhere. */
export function PasswordField({ label, value, onType, autoComplete, hint, fault }: Props) {
  const { t } = useTranslation('host');
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => (
        <div className={styles.password}>
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            value={value}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            onChange={(event) => onType(event.target.value)}
          />
          <button type="button" aria-controls={control.id} aria-pressed={isShown} aria-label={t('fields.showOf', { field: label })} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'login.hide' : 'login.show')}
          </button>
        </div>
      )}
    </Field>
  );
}
