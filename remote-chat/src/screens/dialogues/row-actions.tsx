import type { KeyboardEvent } from 'react';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { useTranslation } from '@parlance/shared/i18n';
import type { MenuItem } from '@parlance/shared/ui/menu';
import { ArchiveIcon, DeleteIcon, EditIcon, FolderIcon, PinIcon } from '../../controls/icons.tsx';

/** The actions on one dialogue of a list. */
export type RowAction = 'rename' | 'pin' | 'unpin' | 'move' | 'archive' | 'unarchive' | 'delete';
type Translate = ReturnType<typeof useTranslation<'chat'>>['t'];
type State = Pick<DialogueSummary, 'is_pinned' | 'is_archived'>;

/** The shortcuts that work while a dialogue's name has the focus, and nowhere else. */
const keys: Readonly<Record<string, (dialogue: State) => RowAction | 'select'>> = {
  F2: () => 'rename',
  Delete: () => 'delete',
  p: (dialogue) => (dialogue.is_pinned ? 'unpin' : 'pin'),
  m: () => 'move',
  e: (dialogue) => (dialogue.is_archived ? 'unarchive' : 'archive'),
  x: () => 'select',
};

/**
 * Returns the action of a key on a dialogue, or null. A key with a modifier is the browser's or the system's; a held
 * one acts once.
 */
export function actForKey(
  { key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent,
  dialogue: State,
): RowAction | 'select' | null {
  if (ctrlKey || metaKey || altKey || repeat) return null;
  return keys[key.length === 1 ? key.toLowerCase() : key]?.(dialogue) ?? null;
}

/** Returns the actions as a menu, with the keys; deletion is in a group of its own. */
export function menuOf(
  t: Translate,
  { is_pinned: isPinned, is_archived: isArchived }: State,
  act: (action: RowAction) => void,
): readonly (readonly MenuItem[])[] {
  const pin: MenuItem = isPinned
    ? { label: t('dialogues.unpin'), keys: 'P', icon: <PinIcon />, run: () => act('unpin') }
    : { label: t('dialogues.pin'), keys: 'P', icon: <PinIcon />, run: () => act('pin') };
  const archive: MenuItem = isArchived
    ? { label: t('dialogues.unarchive'), keys: 'E', icon: <ArchiveIcon />, run: () => act('unarchive') }
    : { label: t('dialogues.archive'), keys: 'E', icon: <ArchiveIcon />, run: () => act('archive') };
  return [
    [
      { label: t('dialogues.rename'), keys: 'F2', icon: <EditIcon />, run: () => act('rename') },
      pin,
      { label: t('dialogues.move'), keys: 'M', icon: <FolderIcon />, run: () => act('move') },
      archive,
    ],
    [
      {
        label: t('dialogues.delete'),
        keys: t('dialogues.deleteKey'),
        icon: <DeleteIcon />,
        isDangerous: true,
        run: () => act('delete'),
      },
    ],
  ];
}
