import { currentLanguage } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import styles from './executions.module.css';

/** A moment exactly and, below it, relative to now. `zone`: its time zone, if not the person's. */
export function Moment({ at, zone }: { readonly at: string; readonly zone?: string }) {
  const language = currentLanguage();
  return (
    <time dateTime={at} className={styles.moment}>
      {formatDate(language, at, {
        dateStyle: 'medium',
        timeStyle: 'short',
        ...(zone === undefined ? {} : { timeZone: zone }),
      })}
      <small>{formatRelative(language, at)}</small>
    </time>
  );
}
