import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import type { Answer } from '../../answer/answer.ts';
import { OfflineIcon, StopIcon, WarningIcon } from '../../controls/icons.tsx';
import message from './message.module.css';

/** How an answer ended that did not end by itself, what was kept of it, and whether its stream is there. */
export function AnswerEnd({ answer, isConnected }: { readonly answer: Answer; readonly isConnected: boolean }) {
  const { t } = useTranslation('chat');
  const kept = answer.text === '' ? '' : t('dialogue.kept');
  if (!isConnected) {
    return (
      <p className={message.end} role="status">
        <OfflineIcon />
        {t('dialogue.reconnecting')}
      </p>
    );
  }
  switch (answer.status) {
    case 'stopped':
      return (
        <p className={message.end}>
          <StopIcon />
          {t('dialogue.stopped')} {kept}
        </p>
      );
    case 'interrupted':
      return (
        <p className={`${message.end} ${message.interrupted}`}>
          <WarningIcon />
          {t('dialogue.interrupted')} {kept} {t('dialogue.askAgain')}
        </p>
      );
    case 'failed':
      return (
        <p className={`${message.end} ${message.failed}`} role="alert">
          <WarningIcon />
          {t('dialogue.failed')} {t(failureKey(Object.assign(new Error(), { code: answer.errorCode })))} {kept}
        </p>
      );
    default:
      return null;
  }
}
