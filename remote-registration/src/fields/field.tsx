import { useTranslation } from '@parlance/shared/i18n';
import { useId, type ReactNode } from 'react';
import type { Fault } from './faults.ts';
import styles from './fields.module.css';

/** What a control needs to be named, described and told wrong. */
export type ControlProps = { readonly id: string; readonly 'aria-describedby': string; readonly 'aria-invalid': boolean };

type FieldProps = {
  /** As the contract calls it: the text of a fault is found by it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: Fault | undefined;
  /** What the fault's text says beyond the fault. */
  readonly faultDetail?: Readonly<Record<string, unknown>>;
  readonly isOptional?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
};

/** A control with its label above and its help below, in whose place the fault stands where there is one. */
export function Field({ name, label, hint, fault, faultDetail = {}, isOptional = false, children }: FieldProps) {
  const { t } = useTranslation('registration');
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> {t('field.optional')}</span>}
      </label>
      {children({ id, 'aria-describedby': note, 'aria-invalid': fault !== undefined })}
      <div id={note} className={fault === undefined ? styles.hint : styles.fault}>
        {fault === undefined ? hint : t([`registration:fault.${fault}.${name}`, `registration:fault.${fault}.other`], faultDetail)}
      </div>
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & {
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly autoComplete: string;
  readonly type?: 'text' | 'email';
  readonly inputMode?: 'numeric';
  readonly readOnly?: boolean;
  /** Several lines. */
  readonly isLong?: boolean;
};

/** One line of text, or several. */
export function TextField({ value, onType, autoComplete, type = 'text', inputMode, readOnly = false, isLong = false, ...field }: TextFieldProps) {
  const common = { name: field.name, value, autoComplete, readOnly, required: field.isOptional !== true, className: styles.control };
  return (
    <Field {...field}>
      {(control) =>
        isLong ? (
          <textarea {...common} {...control} rows={5} onChange={(event) => onType(event.target.value)} />
        ) : (
          <input
            {...common}
            {...control}
            type={type}
            inputMode={inputMode}
            {...(type === 'email' ? { autoCapitalize: 'none', spellCheck: false } : {})}
            onChange={(event) => onType(event.target.value)}
          />
        )
      }
    </Field>
  );
}
