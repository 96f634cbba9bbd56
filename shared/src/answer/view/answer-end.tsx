import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { OfflineMark, StopMark, WarningMark } from '../../ui/controls/marks.tsx';
import body from './answer-body.module.css';
import type { Answer } from '../state/answer.ts';

/** The end of an answer that did not complete, the part that was kept, and the state of its stream. */
export function AnswerEnd({ answer, isConnected }: { readonly answer: Answer; readonly isConnected: boolean }) {
  const { t } = useTranslation('shared');
  const kept = answer.text === '' ? '' : t('ui.answer.kept');
  if (!isConnected) {
    return (
      <p className={body.end} role="status">
        <OfflineMark />
        {t('ui.answer.reconnecting')}
      </p>
    );
  }
  switch (answer.status) {
    case 'stopped':
      // A refusal or a lapse is shown with the approval.
      if (answer.approval?.state === 'refused' || answer.approval?.state === 'lapsed') return null;
      return (
        <p className={body.end}>
          <StopMark />
          {answer.text === '' ? t('ui.answer.stoppedEarly') : `${t('ui.answer.stopped')} ${kept}`}
        </p>
      );
    case 'interrupted':
      return (
        <p className={`${body.end} ${body.interrupted}`}>
          <WarningMark />
          {t('ui.answer.interrupted')} {kept} {t('ui.answer.askAgain')}
        </p>
      );
    case 'failed':
      return (
        <p className={`${body.end} ${body.failed}`} role="alert">
          <WarningMark />
          {t('ui.answer.failed')} {t(failureKey(Object.assign(new Error(), { code: answer.errorCode })))} {kept}
        </p>
      );
    default:
      return null;
  }
}
