import { createFolder, deleteFolder, listFolders, renameFolder } from '@parlance/shared/contract/api/folders';
import type { Folder } from '@parlance/shared/contract/api/folders';
import { call } from '@parlance/shared/http';
import { pick, useEndpoint, type Loaded } from '@parlance/shared/loading';
import { tellDialoguesChanged } from './dialogue-news.ts';
import { useDialogueNews } from './use-dialogue-news.ts';

export type Folders = {
  readonly loaded: Loaded<readonly Folder[]>;
  readonly retry: () => void;
  /** The following reject with the reason of a failure. */
  readonly create: (name: string) => Promise<Folder>;
  readonly rename: (folder: Folder, name: string) => Promise<void>;
  readonly remove: (folder: Folder) => Promise<void>;
};

/** Loads one's own folders, by name. */
export function useFolders(): Folders {
  const { retry, ...loaded } = pick(useEndpoint(listFolders, {}), ({ items }) => items);
  // A moved dialogue changes the counts.
  useDialogueNews(retry);
  return {
    loaded,
    retry,
    async create(name) {
      const folder = await call(createFolder, { body: { name } });
      tellDialoguesChanged();
      return folder;
    },
    async rename({ id }, name) {
      await call(renameFolder, { params: { folder_id: id }, body: { name } });
      tellDialoguesChanged();
    },
    async remove({ id }) {
      await call(deleteFolder, { params: { folder_id: id } });
      tellDialoguesChanged();
    },
  };
}
