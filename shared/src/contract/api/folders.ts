import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';

/** The most folders of one member. One more is refused with folders_full. */
export const foldersAtMost = 200;
export const folderNameMaxLength = 80;

/** A folder of the caller's dialogues. Folders do not nest. */
export const folder = z.object({ id: z.uuid(), name: z.string(), dialogues: z.number() });
export type Folder = z.infer<typeof folder>;

const folderParams = z.object({ folder_id: z.uuid() });
const folderBody = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(folderNameMaxLength)),
});

/** Lists the folders by name. Unpaged: there are never more than 200. */
export const listFolders = endpoint({
  method: 'GET',
  path: '/folders/v1/folders',
  requires: {},
  summary: 'The caller’s folders of dialogues.',
  response: z.object({ items: z.array(folder) }),
});

/** Creates a folder. Answers 409 name_taken if the caller has one of this name. */
export const createFolder = endpoint({
  method: 'POST',
  path: '/folders/v1/folders',
  requires: {},
  summary: 'Makes a folder.',
  body: folderBody,
  response: folder,
});

export const renameFolder = endpoint({
  method: 'PATCH',
  path: '/folders/v1/folders/:folder_id',
  requires: {},
  summary: 'Renames a folder.',
  params: folderParams,
  body: folderBody,
  response: folder,
});

/** Deletes a folder. Its dialogues stay, in no folder. */
export const deleteFolder = endpoint({
  method: 'DELETE',
  path: '/folders/v1/folders/:folder_id',
  requires: {},
  summary: 'Deletes a folder, not what is in it.',
  params: folderParams,
  response: z.object({}),
});
