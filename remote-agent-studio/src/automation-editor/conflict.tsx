import type { Automation } from '@parlance/shared/contract/api/automations';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './automation-editor.module.css';
import type { Editing } from './use-automation.ts';

/** Somebody else, or the same person elsewhere, has saved meanwhile. Nothing is lost before one has chosen. */
export default function Conflict({ theirs, settle }: { readonly theirs: Automation; readonly settle: Editing['settle'] }) {
  const { t } = useTranslation('agent-automation');
  return (
    <section className={styles.notice} role="alert" aria-label={t('conflict.title')}>
      <p>{t('conflict.text', { name: theirs.name })}</p>
      <div className={styles.adds}>
        <button type="button" className="button button-main" onClick={() => settle('mine')}>{t('conflict.mine')}</button>
        <button type="button" className="button" onClick={() => settle('theirs')}>{t('conflict.theirs')}</button>
      </div>
    </section>
  );
}
