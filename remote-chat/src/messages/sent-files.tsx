import { downloadFile } from '@parlance/shared/contract/api/files';
import type { Attachment } from '@parlance/shared/contract/api/attachments';
import { addressOf } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes } from '@parlance/shared/i18n/format';
import chips from '@parlance/shared/ui/answer/chips.module.css';
import { FileIcon, PictureIcon } from '../controls/icons.tsx';
import styles from './sent-files.module.css';

/** The files of a prompt, by name; the link of each downloads it. */
export function SentFiles({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const { t } = useTranslation('chat');
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('attachments.list')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <a
            className={chips.chip}
            href={addressOf(downloadFile, { params: { file_id: attachment.file_id } })}
            title={t('attachments.save', { name: attachment.name })}
          >
            {attachment.kind === 'image' ? <PictureIcon /> : <FileIcon />}
            <span className={chips.name}>{attachment.name}</span>
            <span className={styles.size}>{formatBytes(currentLanguage(), attachment.size)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
