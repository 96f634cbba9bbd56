import { useState } from 'react';
import { changedAtOnce, type ManagedFile } from '@parlance/shared/contract/api/file-manager';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { useSending } from '@parlance/shared/ui/fields';
import { DeleteDialog, HandOverDialog, MoveDialog } from './file-dialogs.tsx';
import styles from './file-manager.module.css';
import { tellOutcome } from './told.ts';
import { changeFiles } from './use-changes.ts';

type Props = {
  readonly files: readonly ManagedFile[];
  readonly all: readonly ManagedFile[];
  readonly select: (ids: readonly string[]) => void;
  /** Called after an action on them. */ readonly done: () => void;
};

/** The number of selected files, with actions on all of them. */
export function SelectionBar({ files, all, select, done }: Props) {
  const { t } = useTranslation('file-manager');
  const [opened, open] = useState<'move' | 'hand-over' | 'delete' | null>(null);
  const { send, isSending } = useSending();
  const ids = files.map(({ id }) => id);
  const most = all.slice(0, changedAtOnce);
  const isAll = files.length === most.length;
  const asked = { files, changed: done, close: () => open(null) };
  const again = () =>
    send(async () => {
      await tellOutcome(t, changeFiles({ action: 'refresh', ids }), 'refreshed');
      done();
      return 'again';
    });
  return (
    <div className={styles.bar} role="group" aria-label={t('selection.title')}>
      <label>
        <input
          type="checkbox"
          className={styles.check}
          checked={isAll}
          onChange={() => select(isAll ? [] : most.map(({ id }) => id))}
        />
        {t('selection.all')}
      </label>
      <span role="status">{t('selection.count', { number: formatNumber(currentLanguage(), files.length) })}</span>
      <button type="button" className="button-link" onClick={() => open('move')}>
        {t('actions.move')}
      </button>
      <button type="button" className="button-link" onClick={() => open('hand-over')}>
        {t('actions.handOver')}
      </button>
      <button type="button" className="button-link" aria-disabled={isSending} onClick={again}>
        {t('actions.refresh')}
      </button>
      <button type="button" className="button-link" onClick={() => open('delete')}>
        {t('actions.delete')}
      </button>
      {opened === 'move' && <MoveDialog {...asked} />}
      {opened === 'hand-over' && <HandOverDialog {...asked} />}
      {opened === 'delete' && <DeleteDialog {...asked} />}
    </div>
  );
}
