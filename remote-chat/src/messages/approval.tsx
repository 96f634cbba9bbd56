import type { RunApproval } from '@parlance/shared/contract/api/runs/runs';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import message from './message.module.css';

/**
 * The note that an administrator has to allow the prompt before it is answered, or their decision. A stopped prompt
 * waits for nobody.
 */
export function Approval({
  approval: { state, message: words, note, lapses_at: lapsesAt },
}: {
  readonly approval: RunApproval;
}) {
  const { t } = useTranslation('chat');
  if (state === 'withdrawn') return null;
  return (
    <div className={message.approval} role="status">
      <p>
        <strong>{t(`approval.${state}`)}</strong>
      </p>
      {state !== 'allowed' && <p>{words}</p>}
      {note !== '' && <p>{t('approval.note', { note })}</p>}
      {state === 'waiting' && (
        <p className={message.approvalNote}>{t('approval.until', { when: formatDate(currentLanguage(), lapsesAt) })}</p>
      )}
    </div>
  );
}
