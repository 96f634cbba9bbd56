import { useTranslation } from '@parlance/shared/i18n';
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './fields.module.css';
import type { Fault } from './use-form.ts';

/** What a control needs to be named, described and told wrong. */
export type ControlProps = { readonly id: string; readonly className: string | undefined; readonly 'aria-describedby': string; readonly 'aria-invalid': boolean };

type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: Fault | undefined;
  readonly children: (control: ControlProps) => ReactNode;
};

/** A control with its label above and its help below, with the fault before the help where there is one. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const { t } = useTranslation('host');
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, className: styles.control, 'aria-describedby': `${id}-fault ${id}-hint`, 'aria-invalid': fault !== undefined })}
      <p id={`${id}-fault`} className={styles.fault} role="alert">{fault !== undefined && t(fault.key, fault.values ?? {})}</p>
      {hint !== undefined && <p id={`${id}-hint`} className={styles.hint}>{hint}</p>}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & {
  readonly value: string;
  readonly onType: (value: string) => void;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoCapitalize' | 'spellCheck'>;

/** One line of text. */
export function TextField({ value, onType, label, hint, fault, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => <input type="text" required {...input} {...control} value={value} onChange={(event) => onType(event.target.value)} />}
    </Field>
  );
}
