import { useTranslation } from '@parlance/shared/i18n';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import type { Attachments } from './use-attachments.ts';

/** Leaving asks while a file of the prompt is being uploaded: it would not arrive. */
export function useUploadsAsk({ files }: Attachments): void {
  const { t } = useTranslation('shared');
  useLeavingAsks(files.some(({ state }) => state === 'uploading'), { text: t('uploads.leave'), isKept: false });
}
