import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import { useTranslation } from '@parlance/shared/i18n';
import { FilePanel } from './file-panel.tsx';
import { FileText } from './file-text.tsx';

/** A quoted passage in its file. */
export function PassagePanel({ citation, close }: { readonly citation: Citation; readonly close: () => void }) {
  const { t } = useTranslation('chat');
  const { file_id: fileId, position } = citation;
  return (
    <FilePanel
      title={t('passage.title', { number: citation.number, file: citation.file_name })}
      subject={citation}
      close={close}
    >
      <FileText key={`${fileId} ${position}`} fileId={fileId} position={position} quoted={citation} />
    </FilePanel>
  );
}
