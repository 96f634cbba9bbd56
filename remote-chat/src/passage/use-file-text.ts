import { useState } from 'react';
import { readFileText } from '@parlance/shared/contract/api/files';
import type { FilePassage, FileText } from '@parlance/shared/contract/api/files';
import { call } from '@parlance/shared/http';
import { useEndpoint } from '@parlance/shared/loading';

/** Passages that are loaded before the wanted one, for its context. */
const before = 2;
/** Passages that are loaded at once. */
const pageSize = 8;

type More = { readonly load: () => void; readonly isLoading: boolean };
export type FileReading =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: unknown; readonly retry: () => void }
  | {
      readonly status: 'ready';
      readonly file: FileText;
      readonly passages: readonly FilePassage[];
      readonly earlier: More | null;
      readonly later: More | null;
      readonly failure: unknown;
    };

/** Loads the text of a file around a passage, and further in both directions. */
export function useFileText(fileId: string, position: number): FileReading {
  const first = Math.max(1, position - before);
  const file = useEndpoint(readFileText, { params: { file_id: fileId }, query: { from: first, limit: pageSize } });
  const [more, setMore] = useState<readonly FilePassage[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  if (file.status === 'loading') return { status: 'loading' };
  if (file.status === 'failed') return file;

  const known = new Map([...file.data.items, ...more].map((passage) => [passage.position, passage]));
  const passages = [...known.values()].sort((one, other) => one.position - other.position);
  const start = passages[0]?.position ?? 1;
  const end = passages.at(-1)?.position ?? 0;

  async function read(from: number, limit: number): Promise<void> {
    setIsLoading(true);
    setFailure(null);
    try {
      const { items } = await call(readFileText, { params: { file_id: fileId }, query: { from, limit } });
      setMore((others) => [...others, ...items]);
    } catch (reason) {
      setFailure(reason);
    } finally {
      setIsLoading(false);
    }
  }
  const to = (from: number, limit: number): More => ({
    load: () => void (isLoading ? undefined : read(from, limit)),
    isLoading,
  });
  return {
    status: 'ready',
    file: file.data,
    passages,
    earlier: start > 1 ? to(Math.max(1, start - pageSize), Math.min(pageSize, start - 1)) : null,
    later: end < file.data.passages ? to(end + 1, pageSize) : null,
    failure,
  };
}
