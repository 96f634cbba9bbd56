import { useTranslation } from '@parlance/shared/i18n';
import { useState, type ReactNode } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Props = Omit<FieldProps, 'isOptional'> & {
  readonly name?: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly onFocus?: () => void;
  readonly autoComplete: 'new-password' | 'current-password';
  /** Content below the field, announced when it changes. */
  readonly children?: ReactNode;
};

/** A password field that can be revealed. Pasting and password managers work as everywhere. */
export function PasswordField({ label, hint, fault, name, value, onType, onFocus, autoComplete, children }: Props) {
  const { t } = useTranslation('shared');
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Field label={label} hint={hint} fault={fault}>
        {(control) => (
          <div className="field-password">
            <input
              {...control}
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
              {t(isShown ? 'fields.hide' : 'fields.show')}
              <span className="visually-hidden"> {label}</span>
            </button>
          </div>
        )}
      </Field>
      {children}
    </>
  );
}
