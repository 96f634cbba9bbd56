import { useEffect, useRef, useState } from 'react';
import { downloadDialogueFile, type DialogueFile } from '@parlance/shared/contract/api/file-manager';
import { addressOf } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate } from '@parlance/shared/i18n/format';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { Facts, Panel } from './detail-panel.tsx';
import styles from './file-manager.module.css';
import { Passages } from './passages.tsx';
import { useDialogueFile, useDialogueFileText, usePicture } from './use-files.ts';

type Props = {
  readonly id: string;
  readonly seen: string;
  /** True if names are shown: then the content may be opened. */ readonly isNamed: boolean;
  readonly close: () => void;
};

/** A file of a dialogue. Its content opens only on request, because the audit log records that. */
export function DialogueFileDetail({ id, seen, isNamed, close }: Props) {
  const { t } = useTranslation('file-manager');
  const loaded = useDialogueFile(id, seen);
  const [isOpen, setOpen] = useState(false);
  const title =
    loaded.status === 'ready'
      ? (loaded.data.name ?? t('dialogues.unnamed', { type: t(`types.${loaded.data.type}`) }))
      : t('detail.title');
  return (
    <Panel title={title} close={close}>
      {loaded.status === 'loading' && <LoadingState />}
      {loaded.status === 'failed' && <ErrorState error={loaded.failure} onRetry={loaded.retry} />}
      {loaded.status === 'ready' && (
        <>
          <About file={loaded.data} />
          {!isNamed && <p className={styles.note}>{t('dialogues.closed')}</p>}
          {isNamed && <p className={styles.note}>{t('dialogues.recorded')}</p>}
          {isNamed && (
            <p className={styles.actions}>
              {!isOpen && loaded.data.state === 'ready' && (
                <button type="button" className="button" onClick={() => setOpen(true)}>
                  {t('dialogues.look')}
                </button>
              )}
              <a className="button" href={addressOf(downloadDialogueFile, { params: { attachment_id: id } })}>
                {t('actions.download')}
              </a>
            </p>
          )}
          {isNamed && isOpen && (loaded.data.type === 'picture' ? <Picture id={id} name={title} /> : <Text id={id} />)}
        </>
      )}
    </Panel>
  );
}

function About({ file: { type, size, created_at: createdAt } }: { readonly file: DialogueFile }) {
  const { t } = useTranslation('file-manager');
  const language = currentLanguage();
  return (
    <Facts
      facts={[
        [t('columns.type'), t(`types.${type}`)],
        [t('columns.size'), formatBytes(language, size)],
        [t('dialogues.created'), formatDate(language, createdAt)],
      ]}
    />
  );
}

function Text({ id }: { readonly id: string }) {
  const { t } = useTranslation('file-manager');
  return <Passages title={t('preview')} pages={useDialogueFileText(id)} />;
}

/**
 * Shows the file as an image only, through an object URL, because the content security policy allows no other images.
 */
function Picture({ id, name }: { readonly id: string; readonly name: string }) {
  const loaded = usePicture(id);
  const image = useRef<HTMLImageElement>(null);
  const bytes = loaded.status === 'ready' ? loaded.data : null;
  useEffect(() => {
    if (bytes === null || image.current === null) return undefined;
    const address = URL.createObjectURL(bytes);
    image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  return bytes === null ? <LoadingState /> : <img ref={image} className={styles.picture} alt={name} />;
}
