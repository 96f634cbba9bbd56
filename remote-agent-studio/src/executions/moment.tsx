import { currentLanguage } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import styles from './executions.module.css';

/** A moment exactly and, below it, how far off it is. `zone`: where it is told, if not where the person is. */
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
