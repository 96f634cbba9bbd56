import { currentLanguage } from '@parlance/shared/i18n';
import { formatRelative } from '@parlance/shared/i18n/format';
import styles from './agent-automation.module.css';

/** A relative time, with the exact moment as tooltip. */
export function LastMoment({ at }: { readonly at: string }) {
  const language = currentLanguage();
  return (
    <time dateTime={at} className={styles.quiet} title={new Date(at).toLocaleString(language)}>
      {formatRelative(language, at)}
    </time>
  );
}
