import type { FormField, Trigger } from '@parlance/shared/contract/agents/automation';
import { useTranslation } from '@parlance/shared/i18n';
import { Field } from '@parlance/shared/ui/fields';
import styles from './automation-editor.module.css';

/** A preview of the public form; nothing in it can be submitted. */
export function FormPreview({
  trigger: { title, description, fields },
}: {
  readonly trigger: Extract<Trigger, { kind: 'form' }>;
}) {
  const { t } = useTranslation('agent-automation');
  return (
    <div className={styles.sheet} role="group" aria-label={t('form.preview')}>
      <strong>{title}</strong>
      {description !== '' && <p>{description}</p>}
      {fields.map((field) => (
        <Shown key={field.name} field={field} />
      ))}
    </div>
  );
}

function Shown({ field: { label, kind, options, is_required: isRequired } }: { readonly field: FormField }) {
  if (kind === 'checkbox') {
    return (
      <label className={styles.check}>
        <input type="checkbox" disabled />
        {label}
      </label>
    );
  }
  return (
    <Field label={label} isOptional={!isRequired}>
      {(control) => {
        if (kind === 'paragraph') return <textarea {...control} rows={3} disabled />;
        if (kind === 'select')
          return (
            <select {...control} disabled>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          );
        return <input {...control} type={kind === 'date' ? 'date' : 'text'} disabled />;
      }}
    </Field>
  );
}
