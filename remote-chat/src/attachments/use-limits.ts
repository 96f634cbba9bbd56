import { attachmentMaxBytes, attachmentsAtMost } from '@parlance/shared/contract/api/attachments';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes } from '@parlance/shared/i18n/format';
import type { SeesImages } from './chosen-file.ts';

/** Returns the limits of attachments, shown before one is chosen. */
export function useLimits(seesImages: SeesImages): string {
  const { t } = useTranslation('chat');
  const limits = t('attachments.limits', {
    number: attachmentsAtMost,
    size: formatBytes(currentLanguage(), attachmentMaxBytes),
  });
  return seesImages === false ? `${limits} ${t('attachments.noImages')}` : limits;
}
