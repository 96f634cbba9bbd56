import type { KeyboardEvent } from 'react';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { Menu } from '@parlance/shared/ui/menu';
import { Avatar } from '../../controls/avatar.tsx';
import controls from '../../controls/controls.module.css';
import { FolderIcon, PinIcon } from '../../controls/icons.tsx';
import rows from './rows.module.css';
import { actForKey, menuOf, type RowAction } from './row-actions.tsx';

type Props = {
  readonly dialogue: DialogueSummary;
  /** The name of the folder, if the list covers all folders. */
  readonly folderName: string | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (isRange: boolean) => void;
  readonly act: (action: RowAction) => void;
};

/** The row of a dialogue: the name is the link; actions are in its menu, and on keys while the link has the focus. */
export function DialogueRow({ dialogue, folderName, isSelected, onSelect, act }: Props) {
  const { t } = useTranslation('chat');
  const { id, title, bot, is_pinned: isPinned, is_answering: isAnswering } = dialogue;

  function onKeyDown(event: KeyboardEvent<HTMLAnchorElement>): void {
    const action = actForKey(event, dialogue);
    if (action === null) return;
    event.preventDefault();
    if (action === 'select') onSelect(event.shiftKey);
    else act(action);
  }
  return (
    <li className={rows.row} data-selected={isSelected}>
      <input
        type="checkbox"
        className={rows.check}
        aria-label={t('dialogues.select', { title })}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <Avatar emoji={bot.avatar} size="small" />
      <div className={rows.about}>
        <Link className={rows.title} to={`/dialogue/${id}`} title={title} data-dialogue={id} onKeyDown={onKeyDown}>
          {title}
        </Link>
        <span className={rows.notes}>
          {isPinned && <PinnedNote />}
          {isAnswering && <span className={rows.answering}>{t('dialogues.answering')}</span>}
          {folderName !== undefined && (
            <span className={rows.folder}>
              <FolderIcon />
              <span>{folderName}</span>
            </span>
          )}
          <span className={rows.bot}>{bot.name}</span>
        </span>
      </div>
      <Changed at={dialogue.updated_at} />
      <Menu
        label={t('dialogues.actions', { title })}
        className={`${controls.quiet} ${rows.menu}`}
        groups={menuOf(t, dialogue, act)}
      />
    </li>
  );
}

function PinnedNote() {
  const { t } = useTranslation('chat');
  return (
    <span className={rows.pinned} title={t('dialogues.pinned')}>
      <PinIcon />
      <span className="visually-hidden">{t('dialogues.pinned')}</span>
    </span>
  );
}

function Changed({ at }: { readonly at: string }) {
  const language = currentLanguage();
  return (
    <time
      className={rows.time}
      dateTime={at}
      title={formatDate(language, at, { dateStyle: 'full', timeStyle: 'short' })}
    >
      {formatRelative(language, at)}
    </time>
  );
}
