import type { LeftOutFunction } from '@parlance/shared/contract/api/tools';
import { useTranslation } from '@parlance/shared/i18n';
import { Actions } from '@parlance/shared/ui/fields';
import styles from './tools.module.css';

/** The unusable functions of a tool, each with the reason. */
export function LeftOut({ functions }: { readonly functions: readonly LeftOutFunction[] }) {
  const { t } = useTranslation('agent-studio');
  return (
    <section>
      <h3>{t('tools.leftOut.title')}</h3>
      <p>{t('tools.leftOut.about')}</p>
      <ul className={styles.names}>
        {functions.map(({ name, reason, at }, index) => (
          // Two of them may have the same name, so the index is the key.
          <li key={index}>
            <span className={styles.name}>{name}</span>
            <p className={styles.note}>
              {t(`tools.faults.${reason}`)}
              {at !== undefined && at !== '' && (
                <>
                  {' '}
                  <code>{at}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The unusable functions of a tool that was just saved, before the next step. */
export function LeftOutOfSaved({
  left_out: functions,
  close,
}: {
  readonly left_out: readonly LeftOutFunction[];
  readonly close: () => void;
}) {
  const { t } = useTranslation('agent-studio');
  return (
    <div role="status" className={styles.form}>
      <LeftOut functions={functions} />
      <Actions>
        <button type="button" className="button button-main" onClick={close}>
          {t('tools.refreshed.close')}
        </button>
      </Actions>
    </div>
  );
}
