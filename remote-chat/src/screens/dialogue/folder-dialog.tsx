import type { Folder } from '@parlance/shared/contract/api/folders';
import { MoveDialog } from '../../past-dialogues/move-dialog.tsx';
import { useFolders } from '../../past-dialogues/use-folders.ts';

type Props = {
  readonly from: string | null;
  readonly move: (folder: Folder | null) => Promise<void>;
  readonly close: () => void;
};

/** Asks for the folder of a dialogue. A chunk of its own: the folders are loaded with it. */
export default function FolderDialog({ from, move, close }: Props) {
  return <MoveDialog folders={useFolders()} from={from} move={move} close={close} />;
}
