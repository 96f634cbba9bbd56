import { useTranslation } from '@parlance/shared/i18n';
import { PausedBecause } from '../executions/paused-because.tsx';
import styles from './automation-editor.module.css';
import type { Editing } from './use-automation.ts';

/** The state of the automation: the person it runs as, whether it is active, and why not. */
export function Notices({ editing: { saved } }: { readonly editing: Editing }) {
  const { t } = useTranslation('agent-automation');
  if (saved === null) return <p className={styles.lead}>{t('newAbout')}</p>;
  const { state, paused_because: because, owner } = saved;
  return (
    <p className={styles.lead} role="status">
      <strong className={styles.state} data-state={state}>
        {t(`states.${state}`)}
      </strong>
      {state === 'paused' && because !== null && because !== 'person' && (
        <span className={styles.warn}>
          <PausedBecause reason={because} />
        </span>
      )}
      {state === 'paused' && (because === null || because === 'person') && <span>{t('pausedNote')}</span>}
      <span>{owner === null ? t('noOwner') : t('runsAs', { name: owner.name })}</span>
    </p>
  );
}
