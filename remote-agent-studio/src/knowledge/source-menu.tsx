import type { KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import { useTranslation } from '@parlance/shared/i18n';
import { Menu, type MenuItem } from '@parlance/shared/ui/menu';
import type { OpenDialog } from './knowledge-dialogs.tsx';

type Props = {
  readonly source: KnowledgeSource;
  readonly open: (opened: OpenDialog) => void;
  readonly again: () => void;
  readonly addFiles: () => void;
  readonly replace: () => void;
  /** Removes it from the agent; undefined if it cannot be. */
  readonly remove: (() => void) | undefined;
};

/** The actions on a source that the server allows; no button if there are none. */
export function SourceMenu({ source, open, again, addFiles, replace, remove }: Props) {
  const { t } = useTranslation('agent-studio');
  const { kind, can, folder_id: folderId } = source;
  const item = (isThere: boolean, label: string, run: () => void, isDangerous = false): MenuItem[] =>
    isThere ? [{ label, run, isDangerous }] : [];
  const groups = [
    [
      ...item(can.edit && kind === 'folder', t('knowledge.addFilesInto'), addFiles),
      ...item(can.edit && kind === 'text', t('knowledge.editText'), () => open({ kind: 'edit-text', source })),
      ...item(can.edit && kind === 'file', t('knowledge.replace'), replace),
      ...item(can.edit, t('knowledge.refresh'), again),
    ],
    [
      ...item(can.edit, t('knowledge.rename'), () => open({ kind: 'rename', source })),
      ...item(can.edit && kind !== 'folder', t('knowledge.move'), () => open({ kind: 'move', source })),
      ...item(can.edit && kind === 'web-page', t('knowledge.schedule'), () => open({ kind: 'schedule', source })),
      ...item(can.share && folderId === null, t('knowledge.share'), () => open({ kind: 'share', source })),
    ],
    [
      ...item(remove !== undefined, t('knowledge.removeFromAgent'), () => remove?.()),
      ...item(can.edit, t('knowledge.delete'), () => open({ kind: 'delete', source }), true),
    ],
  ];
  return groups.every((group) => group.length === 0) ? null : (
    <Menu label={t('knowledge.actionsFor', { name: source.name })} groups={groups} />
  );
}
