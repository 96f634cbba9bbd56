import { useEffect, useEffectEvent } from 'react';
import * as api from '@parlance/shared/contract/api/file-manager';
import {
  listKnowledge,
  listKnowledgePassages,
  type KnowledgeSource,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { listDeletedKnowledge, type DeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import type { FilePassage } from '@parlance/shared/contract/api/files';
import { call, download } from '@parlance/shared/http';
import {
  useComposed,
  useComposedPages,
  useEndpoint,
  useEndpointPages,
  useEveryRow,
  type Pages,
  type Retried,
} from '@parlance/shared/loading';
import type { DialogueFileQuery, FileQuery } from './file-query.ts';

/** The poll interval of files being read, in milliseconds. */
const pause = 1_500;
/** The page size if all are requested. */
const pageSize = 100;
const passagesAtOnce = 10;

/** Says whether a file is still changing. One that could not be indexed stays so until a person retries. */
export const isOnItsWay = ({
  state,
  is_refreshing: isRefreshing,
  error_code: code,
}: Pick<KnowledgeSource, 'state' | 'is_refreshing' | 'error_code'>): boolean =>
  isRefreshing || state === 'waiting' || state === 'reading' || (state === 'indexing' && code !== 'index_failed');

/** Reloads with each `version`. */
function useAsking(ask: () => void, version: number): void {
  const again = useEffectEvent(() => ask());
  useEffect(() => {
    if (version > 0) again();
  }, [version]);
}

/** Loads the files of a query. */
export function useFiles(query: FileQuery, version: number): Pages<api.ManagedFile> {
  const pages = useEndpointPages(
    api.listManagedFiles,
    { query },
    {
      keepsRows: true,
      lookAgain: { every: pause, while: (rows) => rows.some(isOnItsWay) },
    },
  );
  useAsking(pages.reload, version);
  return pages;
}

export function useFolders(version: number): Retried<readonly KnowledgeSource[]> {
  const loaded = useEveryRow(listKnowledge, { query: { kind: 'folder', limit: pageSize } });
  useAsking(loaded.retry, version);
  return loaded;
}

export function useOwners(version: number): readonly { readonly id: string; readonly name: string }[] {
  const loaded = useEndpoint(api.getFileOwners, {});
  useAsking(loaded.retry, version);
  return loaded.status === 'ready' ? loaded.data.owners : [];
}

export function useStorage(version: number): Retried<api.FileStorage> {
  const loaded = useEndpoint(api.getFileStorage, {});
  useAsking(loaded.retry, version);
  return loaded;
}

export function useFile(id: string, version: number): Retried<api.ManagedDetail> {
  const loaded = useEndpoint(
    api.getManagedFile,
    { params: { source_id: id } },
    { lookAgain: { every: pause, while: isOnItsWay } },
  );
  useAsking(loaded.retry, version);
  return loaded;
}

export function useDeleted(version: number): Pages<DeletedKnowledge> {
  const pages = useEndpointPages(listDeletedKnowledge, {});
  useAsking(pages.reload, version);
  return pages;
}

export const useDialogueFiles = (query: DialogueFileQuery, seen: string): Pages<api.DialogueFile> =>
  useEndpointPages(api.listDialogueFiles, { query }, { keepsRows: true, visit: seen });

export const useDialogueFile = (id: string, seen: string): Retried<api.DialogueFile> =>
  useEndpoint(api.getDialogueFile, { params: { attachment_id: id } }, { visit: seen });

/** Loads the bytes of a picture. */
export const usePicture = (id: string): Retried<Blob> =>
  useComposed('admin/dialogue-picture', [id], (signal) =>
    download(api.downloadDialogueFile, { params: { attachment_id: id } }, { signal }),
  );

type Passage = FilePassage & { readonly id: string };
type Read = (
  query: { from: number; limit: number },
  signal: AbortSignal,
) => Promise<{ passages: number; items: readonly FilePassage[] }>;

/** Loads the text of a file as the search has it, some passages at a time. `seen` changes with the content. */
function usePassagesOf(file: readonly string[], read: Read): Pages<Passage> {
  return useComposedPages('admin/passages', file, async (cursor, signal) => {
    const from = Number(cursor ?? 1);
    const { passages, items } = await read({ from, limit: passagesAtOnce }, signal);
    const isMore = items.length > 0 && from + items.length <= passages;
    return {
      items: items.map((passage) => ({ ...passage, id: String(passage.position) })),
      next_cursor: isMore ? String(from + items.length) : null,
    };
  });
}

export const usePassages = (id: string, seen: string): Pages<Passage> =>
  usePassagesOf(['managed', id, seen], (query, signal) =>
    call(listKnowledgePassages, { params: { source_id: id }, query }, { signal }),
  );

export const useDialogueFileText = (id: string): Pages<Passage> =>
  usePassagesOf(['of a dialogue', id], (query, signal) =>
    call(api.readDialogueFile, { params: { attachment_id: id }, query }, { signal }),
  );
