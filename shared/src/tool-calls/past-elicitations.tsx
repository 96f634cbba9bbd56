import { useTranslation } from '@parlance/shared/i18n';
import type { Elicitation } from '../contract/api/tools/elicitations.ts';
import styles from './past-elicitations.module.css';

/** What the server of a call has asked, and whether it was answered; never the answer. */
export function PastElicitations({ elicitations }: { readonly elicitations: readonly Elicitation[] }) {
  const { t } = useTranslation('tool-calls');
  if (elicitations.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('elicitation.past')}>
      {elicitations.map(({ id, message, state }) => (
        <li key={id}>
          <span className={styles.message} dir="auto">
            {message}
          </span>
          {/* One that waits when its call is over was not answered. */}
          <span className={styles.state}>{t(`elicitation.state.${state === 'waiting' ? 'cancelled' : state}`)}</span>
        </li>
      ))}
    </ul>
  );
}
