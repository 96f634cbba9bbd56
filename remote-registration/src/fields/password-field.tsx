import { passwordMinLength } from '@parlance/shared/contract/password';
import { useTranslation } from '@parlance/shared/i18n';
import { useState, type ReactNode } from 'react';
import type { Fault } from './faults.ts';
import { Field } from './field.tsx';
import styles from './fields.module.css';

type Props = {
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly onFocus?: () => void;
  readonly autoComplete: 'new-password' | 'current-password';
  readonly hint?: ReactNode;
  readonly fault?: Fault | undefined;
  /** Below the field, and said when it changes. */
  readonly children?: ReactNode;
};

/** A password that can be looked at. Pasting and password managers work as everywhere. */
export function PasswordField({ value, onType, onFocus, autoComplete, hint, fault, children }: Props) {
  const { t } = useTranslation('registration');
  const [isShown, setShown] = useState(false);
  // One that is chosen and one that is asked for again are wrong in other ways.
  const name = autoComplete === 'new-password' ? 'password' : 'currentPassword';
  return (
    <>
      <Field name={name} label={t('field.password')} hint={hint} fault={fault} faultDetail={{ min: passwordMinLength }}>
        {(control) => (
          <div className={styles.password}>
            <input
              {...control}
              className={styles.control}
              name={name}
              type={isShown ? 'text' : 'password'}
              value={value}
              autoComplete={autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              required
              onFocus={onFocus}
              onChange={(event) => onType(event.target.value)}
            />
            <button type="button" aria-controls={control.id} onClick={() => setShown(!isShown)}>
              {t(isShown ? 'field.hide' : 'field.show')}
              <span className="visually-hidden"> {t('field.password')}</span>
            </button>
          </div>
        )}
      </Field>
      {children}
    </>
  );
}
