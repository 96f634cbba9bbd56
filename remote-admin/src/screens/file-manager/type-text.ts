import type { ManagedFile } from '@parlance/shared/contract/api/file-manager';
import type { useTranslation } from '@parlance/shared/i18n';

/** What a file is, in words: its type, or for what is no file its kind. */
export const typeText = (t: ReturnType<typeof useTranslation<'file-manager'>>['t'], { kind, type }: ManagedFile): string => (kind === 'file' && type !== null ? t(`types.${type}`) : t(`kinds.${kind}`));
