import type { ManagedFile } from '@parlance/shared/contract/api/file-manager';
import type { useTranslation } from '@parlance/shared/i18n';

/** Returns the type of a file in words, or the kind of anything else. */
export const typeText = (
  t: ReturnType<typeof useTranslation<'file-manager'>>['t'],
  { kind, type }: ManagedFile,
): string => (kind === 'file' && type !== null ? t(`types.${type}`) : t(`kinds.${kind}`));
