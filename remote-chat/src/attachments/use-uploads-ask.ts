import { useUnloadAsks } from '@parlance/shared/ui/leaving';
import type { Attachments } from './use-attachments.ts';

/**
 * Closing the page asks while a file of the prompt is being uploaded: it would not arrive. Within the product it goes
 * on.
 */
export function useUploadsAsk({ files }: Attachments): void {
  useUnloadAsks(
    files.some(({ state }) => state === 'uploading'),
    false,
  );
}
