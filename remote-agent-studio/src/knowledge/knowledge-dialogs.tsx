import type { KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import { DeletedDialog } from './deleted-dialog.tsx';
import { FolderDialog, PageDialog, TextDialog } from './new-source-dialogs.tsx';
import { PassagesDialog } from './passages-dialog.tsx';
import { DeleteDialog, MoveDialog, RenameDialog, ScheduleDialog } from './source-dialogs.tsx';
import { EditTextDialog } from './text-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** The open dialog and its subject. */
export type OpenDialog =
  | { readonly kind: 'page' | 'text' | 'folder' | 'choose' | 'deleted' }
  | {
      readonly kind: 'passages' | 'rename' | 'move' | 'schedule' | 'edit-text' | 'share' | 'delete';
      readonly source: KnowledgeSource;
    };

type Props = {
  readonly opened: OpenDialog;
  readonly agentId: string;
  /** Called with a new source of the agent. */
  readonly added: (id: string) => void;
  readonly changed: () => void;
  readonly close: () => void;
};

/** The open dialog, except the one that chooses sources. */
export function KnowledgeDialogs({ opened, agentId, added, changed, close }: Props) {
  if (!('source' in opened)) {
    if (opened.kind === 'page') return <PageDialog added={added} close={close} />;
    if (opened.kind === 'text') return <TextDialog added={added} close={close} />;
    if (opened.kind === 'folder') return <FolderDialog added={added} close={close} />;
    return opened.kind === 'deleted' ? <DeletedDialog changed={changed} close={close} /> : null;
  }
  const props = { source: opened.source, changed, close };
  switch (opened.kind) {
    case 'passages':
      return <PassagesDialog source={opened.source} agentId={agentId} close={close} />;
    case 'rename':
      return <RenameDialog {...props} />;
    case 'move':
      return <MoveDialog {...props} />;
    case 'schedule':
      return <ScheduleDialog {...props} />;
    case 'edit-text':
      return <EditTextDialog {...props} />;
    case 'share':
      return <ShareDialog {...props} />;
    case 'delete':
      return <DeleteDialog {...props} />;
  }
}
