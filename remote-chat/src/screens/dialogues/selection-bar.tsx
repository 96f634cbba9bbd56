import type { ReactNode } from 'react';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { CloseMark } from '@parlance/shared/ui/marks';
import controls from '../../controls/controls.module.css';
import { ArchiveIcon, DeleteIcon, FolderIcon } from '../../controls/icons.tsx';
import type { DialogueActions } from '../../past-dialogues/use-dialogue-actions.ts';
import rows from './rows.module.css';

type Props = {
  readonly selected: readonly string[];
  /** The ids that can be selected: the listed ones. */
  readonly all: readonly string[];
  readonly isArchive: boolean;
  readonly select: (ids: readonly string[]) => void;
  readonly actions: DialogueActions;
  readonly move: () => void;
};

/** The number of selected dialogues, with actions on them together. */
export function SelectionBar({ selected, all, isArchive, select, actions, move }: Props) {
  const { t } = useTranslation('chat');
  const count = selected.length;
  const isAll = count === all.length;
  return (
    <div className={rows.bar} role="group" aria-label={t('dialogues.selection')} data-active={count > 0}>
      <label className={rows.all}>
        <input
          type="checkbox"
          className={rows.check}
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && !isAll;
          }}
          onChange={() => select(isAll ? [] : all)}
        />
        {count === 0 ? (
          t('dialogues.selectAll')
        ) : (
          <span aria-hidden="true">{t('dialogues.selected', { number: formatNumber(currentLanguage(), count) })}</span>
        )}
        {count > 0 && <span className="visually-hidden">{t('dialogues.selectAll')}</span>}
      </label>
      <span role="status" className="visually-hidden">
        {count === 0 ? '' : t('dialogues.selected', { number: formatNumber(currentLanguage(), count) })}
      </span>
      {count > 0 && (
        <>
          <Act icon={<FolderIcon />} name={t('dialogues.move')} act={move} />
          <Act
            icon={<ArchiveIcon />}
            name={isArchive ? t('dialogues.unarchive') : t('dialogues.archive')}
            act={() => void actions.archive(selected, !isArchive)}
          />
          <Act icon={<DeleteIcon />} name={t('dialogues.delete')} act={() => void actions.remove(selected)} />
          <Act icon={<CloseMark />} name={t('dialogues.selectNone')} act={() => select([])} />
        </>
      )}
    </div>
  );
}

type ActProps = { readonly icon: ReactNode; readonly name: string; readonly act: () => void };

/** A button of the bar; in little room it shows its icon alone. */
function Act({ icon, name, act }: ActProps) {
  return (
    <button type="button" className={controls.quiet} title={name} onClick={act}>
      {icon}
      <span className={rows.actName}>{name}</span>
    </button>
  );
}
