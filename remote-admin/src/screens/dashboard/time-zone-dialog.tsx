import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Field, FormEnd, useSending } from '@parlance/shared/ui/fields';
import styles from './dashboard.module.css';
import { saveTimeZone } from './use-dashboard.ts';

type Props = { readonly zone: string; readonly close: () => void; readonly saved: () => void };

/** Sets the time zone of the organisation's days. */
export function TimeZoneDialog({ zone, close, saved }: Props) {
  const { t } = useTranslation('admin');
  const [chosen, choose] = useState(zone);
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('dashboard.zone.title')} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await saveTimeZone(chosen);
            saved();
            close();
            return undefined;
          });
        }}
      >
        <p>{t('dashboard.zone.text')}</p>
        <Field label={t('dashboard.zone.title')}>
          {(control) => (
            <select {...control} value={chosen} onChange={({ target }) => choose(target.value)}>
              {zonesWith(zone).map((it) => (
                <option key={it} value={it}>
                  {it.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormEnd label={t('dashboard.zone.save')} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}

/** Adds UTC, which browsers do not list, since it is no place on earth. */
const zonesWith = (zone: string): readonly string[] => [
  ...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')]),
];
