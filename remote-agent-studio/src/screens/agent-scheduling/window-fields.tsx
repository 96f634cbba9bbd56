import { useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import own from './schedule-form.module.css';
import type { PartProps } from './schedule-form.tsx';

/** Edits start, end and daily maximum: limits that most schedules do not need. */
export function WindowFields({ draft: { starts, ends, maximum }, change, faults }: PartProps) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <section>
      <h2>{t('window.title')}</h2>
      <div className={own.row}>
        <Field label={t('window.starts')} isOptional fault={faults.starts_at}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={starts}
              onChange={({ target }) => change({ starts: target.value })}
            />
          )}
        </Field>
        <Field label={t('window.ends')} isOptional fault={faults.ends_at}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={ends}
              onChange={({ target }) => change({ ends: target.value })}
            />
          )}
        </Field>
        <TextField
          label={t('window.maximum')}
          isOptional
          inputMode="numeric"
          maxLength={4}
          value={maximum}
          fault={faults.maximum_a_day}
          onType={(typed) => change({ maximum: typed.trim() })}
        />
      </div>
      <p className={own.note}>{t('window.hint')}</p>
    </section>
  );
}
