import { changeManagedFiles, restoreFileVersion, type FileVersion } from '@parlance/shared/contract/api/file-manager';
import {
  changeKnowledge,
  createKnowledgeFolder,
  setKnowledgeAccess,
  type KnowledgeScope,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { listColleagues, type Colleague } from '@parlance/shared/contract/api/shares';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { bodyOf, type Access } from '@parlance/shared/ui/access';

/** The number of colleagues that are offered; further letters narrow them down. */
const mostOffered = 8;

/** Does one thing with some files. */
export const changeFiles = (body: Input<typeof changeManagedFiles>['body']) => call(changeManagedFiles, { body });

export const makeFolder = (name: string) => call(createKnowledgeFolder, { body: { name } });
export const renameFile = (id: string, name: string) =>
  call(changeKnowledge, { params: { source_id: id }, body: { name } });
export const shareFile = (id: string, access: Access<KnowledgeScope>) =>
  call(setKnowledgeAccess, { params: { source_id: id }, body: bodyOf(access) });
export const putBack = (id: string, version: FileVersion) =>
  call(restoreFileVersion, { params: { source_id: id, version_id: version.id } });

/** Finds colleagues by the beginning of a name, oneself excluded. */
export const findColleagues = async (q: string, signal: AbortSignal): Promise<readonly Colleague[]> =>
  (await call(listColleagues, { query: { q, limit: mostOffered } }, { signal })).items;
