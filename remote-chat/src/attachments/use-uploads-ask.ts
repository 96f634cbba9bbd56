import { useUnloadAsks } from '@parlance/shared/ui/leaving';
import type { Attachments } from './use-attachments.ts';

/** Asks before the page is closed during an upload, which would be lost. Within the product it continues. */
export function useUploadsAsk({ files }: Attachments): void {
  useUnloadAsks(
    files.some(({ state }) => state === 'uploading'),
    false,
  );
}
