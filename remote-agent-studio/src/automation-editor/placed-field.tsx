import { useRef } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, type Fault } from '@parlance/shared/ui/fields';
import styles from './automation-editor.module.css';
import { insertAt } from './insert-at.ts';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly fault?: Fault | undefined;
  readonly value: string;
  readonly maxLength: number;
  readonly isLong?: boolean;
  readonly rows?: number;
  /** True if the agent's answer can be inserted too. */
  readonly takesAnswer?: boolean;
  readonly change: (value: string) => void;
};

/** A text field with placeholders `{{path}}` for values of the event, which can be inserted. */
export function PlacedField({
  label,
  hint,
  fault,
  value,
  maxLength,
  isLong = false,
  rows = 4,
  takesAnswer = false,
  change,
}: Props) {
  const { t } = useTranslation('agent-automation');
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const answer = '{{answer}}';
  return (
    <div className={styles.placed}>
      <Field label={label} hint={hint} fault={fault}>
        {(control) => {
          const common = { ...control, ref: field, value, maxLength, required: true, 'data-places': '' };
          return isLong ? (
            <textarea {...common} rows={rows} onChange={({ target }) => change(target.value)} />
          ) : (
            <input {...common} onChange={({ target }) => change(target.value)} />
          );
        }}
      </Field>
      {takesAnswer && (
        <button
          type="button"
          className={styles.insert}
          onClick={() => field.current !== null && insertAt(field.current, answer)}
        >
          {answer}
          <span className="visually-hidden">{t('actions.putAnswer', { label })}</span>
        </button>
      )}
    </div>
  );
}
