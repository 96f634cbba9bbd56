import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { Field, type Fault } from '@parlance/shared/ui/fields';
import own from './schedule-form.module.css';
import { frequencies, type Simple, weekdays } from './when.ts';

type Props = { readonly simple: Simple; readonly enter: (simple: Simple) => void; readonly fault: Fault | undefined };

/** Edits the times, in a form that needs no knowledge of cron. */
export function SimpleFields({ simple, enter, fault }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const { every, minute, time, days, day } = simple;
  const lacksDays = every === 'week' && days.length === 0;
  return (
    <>
      <div className={own.row}>
        <Field label={t('when.every')}>
          {(control) => (
            <select
              {...control}
              value={every}
              onChange={({ target }) =>
                enter({ ...simple, every: frequencies.find((it) => it === target.value) ?? every })
              }
            >
              {frequencies.map((it) => (
                <option key={it} value={it}>
                  {t(`when.frequencies.${it}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {every === 'month' && (
          <Field label={t('when.day')}>
            {(control) => (
              <select
                {...control}
                value={day}
                onChange={({ target }) => enter({ ...simple, day: Number(target.value) })}
              >
                {Array.from({ length: 31 }, (_, index) => index + 1).map((it) => (
                  <option key={it} value={it}>
                    {it}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {every === 'hour' ? (
          <Field label={t('when.minute')} fault={fault}>
            {(control) => (
              <select
                {...control}
                value={minute}
                onChange={({ target }) => enter({ ...simple, minute: Number(target.value) })}
              >
                {Array.from({ length: 60 }, (_, it) => it).map((it) => (
                  <option key={it} value={it}>
                    {String(it).padStart(2, '0')}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : (
          <Field label={t('when.time')} fault={lacksDays ? undefined : fault}>
            {(control) => (
              <input
                {...control}
                type="time"
                value={time}
                required
                onChange={({ target }) => enter({ ...simple, time: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {every === 'month' && day > 28 && <p className={own.note}>{t('when.shortMonths', { day })}</p>}
      {every === 'week' && <Days simple={simple} enter={enter} fault={lacksDays ? fault : undefined} />}
    </>
  );
}

/** A Sunday, the base of the weekday names. */
const sunday = Date.UTC(2026, 10, 22);
const dayMs = 86_400_000;

function Days({ simple, enter, fault }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const { days } = simple;
  const name = (day: number, weekday: 'short' | 'long') =>
    formatDate(currentLanguage(), sunday + day * dayMs, { weekday, timeZone: 'UTC' });
  return (
    <fieldset className={own.days}>
      <legend>{t('when.days')}</legend>
      {weekdays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            aria-label={name(day, 'long')}
            aria-invalid={fault !== undefined}
            checked={days.includes(day)}
            onChange={({ target }) =>
              enter({ ...simple, days: target.checked ? [...days, day] : days.filter((it) => it !== day) })
            }
          />
          <span aria-hidden="true">{name(day, 'short')}</span>
        </label>
      ))}
      <div className="field-fault" role="alert">
        {fault !== undefined && t(typeof fault.key === 'string' ? fault.key : [...fault.key])}
      </div>
    </fieldset>
  );
}
