import { useTranslation } from '@parlance/shared/i18n';
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import type { Fault } from './faults.ts';
import './fields.css';

/** The props that name and describe a control and mark it invalid. */
export type ControlProps = {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
};

export type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: Fault | undefined;
  /** Says behind the label that the field may stay empty. `TextField` says it only while it is empty. */
  readonly isOptional?: boolean;
};

type AnyFieldProps = FieldProps & { readonly children: (control: ControlProps) => ReactNode };

/** A control with its label above and its help below, replaced by the fault if there is one. */
export function Field({ label, hint, fault, isOptional = false, children }: AnyFieldProps) {
  const { t } = useTranslation('shared');
  const id = useId();
  const help = fault === undefined ? hint : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="field-optional"> {t('fields.optional')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-${help === undefined ? 'fault' : 'hint'}`,
        'aria-invalid': fault !== undefined,
      })}
      {/* Rendered before it has content, so that it is announced even if the focus does not move. */}
      <div id={`${id}-fault`} className="field-fault" role="alert">
        {fault !== undefined && t(keysOf(fault), fault.values ?? {})}
      </div>
      {help !== undefined && (
        <div id={`${id}-hint`} className="field-hint">
          {help}
        </div>
      )}
    </div>
  );
}

/** Casts the keys: i18next changes no list, but its types do not say so. */
const keysOf = ({ key }: Fault): string | string[] => (typeof key === 'string' ? key : [...key]);

type TextFieldProps = FieldProps & {
  readonly value: string;
  readonly onType: (value: string) => void;
  /** True for several lines. */
  readonly isLong?: boolean;
} & Readonly<
    Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'autoComplete' | 'maxLength' | 'readOnly' | 'inputMode'>
  > & { readonly type?: 'text' | 'email' };

/** A text field of one line, or several. */
export function TextField({
  label,
  hint,
  fault,
  isOptional = false,
  value,
  onType,
  isLong = false,
  type = 'text',
  inputMode,
  ...input
}: TextFieldProps) {
  const common = { ...input, value, required: !isOptional };
  return (
    <Field label={label} hint={hint} fault={fault} isOptional={isOptional && value === ''}>
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
