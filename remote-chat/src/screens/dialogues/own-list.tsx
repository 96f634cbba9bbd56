import { useState } from 'react';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { Folder } from '@parlance/shared/contract/api/folders';
import { useTranslation } from '@parlance/shared/i18n';
import { Failed } from '../../loading/failed.tsx';
import { More } from '../../loading/more.tsx';
import { useDialogueActions } from '../../past-dialogues/use-dialogue-actions.ts';
import type { DialogueQuery } from './dialogue-query.ts';
import { DialogueRow } from './dialogue-row.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { MoveDialog } from '../../past-dialogues/move-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { NothingListed } from './nothing-listed.tsx';
import type { RowAction } from './row-actions.tsx';
import rows from './rows.module.css';
import { nothingSelected, stillListed, toggleSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { Folders } from '../../past-dialogues/use-folders.ts';
import { useOwnDialogues } from './use-listed.ts';
import { useRowFocus } from './use-row-focus.ts';

type OpenDialog =
  | { readonly what: 'rename'; readonly dialogue: DialogueSummary }
  | { readonly what: 'move'; readonly ids: readonly string[]; readonly from: string | null };
type Props = { readonly query: DialogueQuery; readonly folders: Folders };

/** One's own dialogues, with actions on one or several of them. */
export function OwnList({ query, folders }: Props) {
  const { t } = useTranslation('chat');
  const pages = useOwnDialogues(query);
  const [selection, setSelection] = useState(nothingSelected);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const listed = pages.rows.status === 'ready' ? pages.rows.data : [];
  const actions = useDialogueActions(listed);
  const ids = listed.map(({ id }) => id);
  const selected = stillListed(selection, ids);
  const { list, onKeyDown } = useRowFocus(ids);

  if (pages.rows.status === 'loading') return <LoadingRows />;
  if (pages.rows.status === 'failed') return <Failed failure={pages.rows.failure} retry={pages.reload} />;
  if (listed.length === 0) return <NothingListed query={query} />;

  const known = folders.loaded.status === 'ready' ? folders.loaded.data : [];
  const ask = (what: OpenDialog | null) => setAsked(what);
  function act(dialogue: DialogueSummary, action: RowAction): void {
    const { id } = dialogue;
    if (action === 'rename') ask({ what: 'rename', dialogue });
    else if (action === 'move') ask({ what: 'move', ids: [id], from: dialogue.folder_id });
    else if (action === 'delete') void actions.remove([id]);
    else if (action === 'pin' || action === 'unpin') void actions.pin([id], action === 'pin');
    else void actions.archive([id], action === 'archive');
  }
  return (
    <>
      <SelectionBar
        selected={selected}
        all={ids}
        isArchive={query.view === 'archived'}
        select={(chosen) => setSelection({ ids: new Set(chosen), last: null })}
        actions={actions}
        move={() => ask({ what: 'move', ids: selected, from: null })}
      />
      <ul ref={list} className={rows.list} aria-label={t('dialogues.list')} onKeyDown={onKeyDown}>
        {listed.map((dialogue) => (
          <DialogueRow
            key={dialogue.id}
            dialogue={dialogue}
            folderName={query.folder === null ? nameOf(known, dialogue.folder_id) : undefined}
            isSelected={selection.ids.has(dialogue.id)}
            onSelect={(isRange) => setSelection(toggleSelection(selection, dialogue.id, ids, isRange))}
            act={(action) => act(dialogue, action)}
          />
        ))}
      </ul>
      <More more={pages.more} />
      {asked?.what === 'rename' && (
        <NameDialog
          kind="dialogue"
          name={asked.dialogue.title}
          save={(title) => actions.rename(asked.dialogue, title)}
          close={() => ask(null)}
        />
      )}
      {asked?.what === 'move' && (
        <MoveDialog
          folders={folders}
          from={asked.from}
          move={(folder) => actions.move(asked.ids, folder)}
          close={() => ask(null)}
        />
      )}
    </>
  );
}

const nameOf = (folders: readonly Folder[], id: string | null) => folders.find((folder) => folder.id === id)?.name;
