import { useTranslation } from '@parlance/shared/i18n';
import { FileButton } from '@parlance/shared/uploads';
import type { OpenDialog } from './knowledge-dialogs.tsx';
import styles from './knowledge.module.css';

type Adding = { readonly open: (opened: OpenDialog) => void; readonly choose: (files: readonly File[]) => void };

/** The buttons that add knowledge. */
export function AddButtons({ open, choose }: Adding) {
  const { t } = useTranslation('agent-studio');
  return (
    <div className={styles.buttons}>
      <FileButton label={t('knowledge.addFiles')} choose={choose} />
      <button type="button" className="button" onClick={() => open({ kind: 'page' })}>
        {t('knowledge.addPage')}
      </button>
      <button type="button" className="button" onClick={() => open({ kind: 'text' })}>
        {t('knowledge.addText')}
      </button>
      <button type="button" className="button" onClick={() => open({ kind: 'folder' })}>
        {t('knowledge.addFolder')}
      </button>
      <button type="button" className="button" onClick={() => open({ kind: 'choose' })}>
        {t('knowledge.choose')}
      </button>
      <button type="button" className="button-link" onClick={() => open({ kind: 'deleted' })}>
        {t('knowledge.deleted.open')}
      </button>
    </div>
  );
}
