import { attachmentMaxBytes } from '@parlance/shared/contract/api/attachments';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatNumber } from '@parlance/shared/i18n/format';
import { CheckMark, CloseMark, WarningMark } from '@parlance/shared/ui/marks';
import { RecognitionText, useRecognizedPages } from '@parlance/shared/ui/recognition';
import { useUnreadPages } from '@parlance/shared/ui/unread-pages';
import controls from '../controls/controls.module.css';
import { AgainIcon, FileIcon, PictureIcon } from '../controls/icons.tsx';
import styles from './attachment-chips.module.css';
import { recognitionOf } from './chosen-file.ts';
import type { ChosenFile } from './chosen-file.ts';
import type { Attachments } from './use-attachments.ts';

/** The files of a prompt being written: the progress of each, the reason for a failure, and a button to remove it. */
export default function AttachmentChips({ attachments }: { readonly attachments: Attachments }) {
  const { t } = useTranslation('chat');
  return (
    <ul className={styles.chips} aria-label={t('attachments.list')}>
      {attachments.files.map((file) => (
        <Chip key={file.key} file={file} attachments={attachments} />
      ))}
    </ul>
  );
}

function Chip({ file, attachments }: { readonly file: ChosenFile; readonly attachments: Attachments }) {
  const { t } = useTranslation('chat');
  const { problem, state, unread } = file;
  const recognition = recognitionOf(file);
  const cancels = state === 'uploading' ? 'cancel' : recognition === null ? 'remove' : 'cancelRecognition';
  const removes = t(`attachments.${cancels}`, { name: file.name });
  const hasNote = recognition !== null || (state === 'ready' && unread !== null);
  return (
    <li className={`${styles.chip} ${problem === null ? '' : styles.problem} ${hasNote ? styles.noted : ''}`}>
      {file.preview === null ? (
        <span className={styles.kind}>{file.isImage ? <PictureIcon /> : <FileIcon />}</span>
      ) : (
        <img className={styles.preview} src={file.preview} alt="" />
      )}
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <State file={file} />
      {state === 'failed' && (
        <button
          type="button"
          className={controls.quiet}
          aria-label={t(file.id === null ? 'attachments.retry' : 'attachments.lookAgain', { name: file.name })}
          title={t('loading.retry')}
          onClick={() => attachments.retry(file)}
        >
          <AgainIcon />
        </button>
      )}
      <button
        type="button"
        className={controls.quiet}
        aria-label={removes}
        title={removes}
        onClick={() => attachments.remove(file)}
      >
        <CloseMark />
      </button>
    </li>
  );
}

/** The step of the announced progress, so that a screen reader is not told of every byte. */
const step = 0.25;

function State({ file }: { readonly file: ChosenFile }) {
  const { t } = useTranslation('chat');
  const language = currentLanguage();
  if (file.problem !== null) {
    return (
      <span className={styles.state} role="alert">
        <WarningMark />
        {t(file.problem, { size: formatBytes(language, attachmentMaxBytes) })}
      </span>
    );
  }
  if (file.state === 'uploading') {
    return (
      <span className={styles.state}>
        <progress aria-label={t('attachments.uploading', { name: file.name })} max={1} value={file.part} />
        <span className="visually-hidden" role="status">
          {formatNumber(language, Math.floor(file.part / step) * step, { style: 'percent' })}
        </span>
      </span>
    );
  }
  return (
    <span className={styles.state} role="status">
      {file.state === 'restoring' && t('attachments.restoring')}
      {file.state === 'reading' && <Reading file={file} />}
      {file.state === 'ready' && <Ready file={file} />}
    </span>
  );
}

function Reading({ file }: { readonly file: ChosenFile }) {
  const { t } = useTranslation('chat');
  const recognition = recognitionOf(file);
  if (recognition === null) return t('attachments.reading');
  return (
    <>
      {/* The words beside it say the same. */}
      <progress aria-hidden="true" max={recognition.pages} value={recognition.done} />
      <RecognitionText progress={recognition} />
    </>
  );
}

function Ready({ file }: { readonly file: ChosenFile }) {
  const { t } = useTranslation('chat');
  const unread = useUnreadPages(file.unread);
  const recognized = useRecognizedPages(file.unread);
  return (
    <>
      {unread === null && <CheckMark />}
      <span className="visually-hidden">{t('attachments.ready')}</span> {formatBytes(currentLanguage(), file.size)}
      {unread !== null && (
        <>
          {' '}
          <span className={styles.unread}>
            <WarningMark /> {unread}
          </span>
        </>
      )}
      {recognized !== null && `${unread === null ? ' · ' : ' '}${recognized}`}
    </>
  );
}
