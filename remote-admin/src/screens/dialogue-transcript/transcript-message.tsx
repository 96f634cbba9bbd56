import { Suspense, useId, useMemo, useState } from 'react';
import type { LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import type { Message, Rating } from '@parlance/shared/contract/api/dialogues';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { AppliedRules } from '@parlance/shared/ui/answer/applied-rules';
import { AnswerLater } from '@parlance/shared/ui/answer/later';
import { answerOf } from '@parlance/shared/ui/answer/state';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import styles from '../../dialogue-log/dialogue-log.module.css';
import { memberText } from '../../dialogue-log/member-text.ts';

const TestQuestionDialog = lazyPart(async () => ({
  default: (await import('./test-question-dialog.tsx')).TestQuestionDialog,
}));

type Props = { readonly message: Message; readonly dialogue: LoggedDialogue };

/** A prompt or an answer as it was written, with its files, its sources, and the member's rating. */
export function TranscriptMessage({ message, dialogue: { member, bot } }: Props) {
  const { t } = useTranslation('admin');
  const name = useId();
  const [isAsking, ask] = useState(false);
  const isAnswer = message.author === 'bot';
  return (
    <article className={styles.message} data-author={message.author} aria-labelledby={name}>
      <header>
        <strong id={name}>{isAnswer ? bot.name : memberText(t, member)}</strong>
        <time dateTime={message.created_at}>{formatDate(currentLanguage(), message.created_at)}</time>
        {message.versions.length > 1 && (
          <span>
            {t('dialogueLog.transcript.version', {
              place: message.versions.indexOf(message.id) + 1,
              of: message.versions.length,
            })}
          </span>
        )}
      </header>
      <Said message={message} name={bot.name} />
      {message.run?.status === 'failed' && <WhyFailed run={message.run} />}
      {message.attachments.length > 0 && (
        <p className={styles.note}>
          {t('dialogueLog.transcript.attached', { files: message.attachments.map((it) => it.name).join(', ') })}
        </p>
      )}
      {message.rating !== null && <Thought rating={message.rating} />}
      {isAnswer && (
        <button type="button" className="button-link" onClick={() => ask(true)}>
          {t('dialogueLog.test.open')}
        </button>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <TestQuestionDialog messageId={message.id} bot={bot} close={() => ask(false)} />
        </Suspense>
      )}
    </article>
  );
}

/** A prompt as it was typed; an answer as its member saw it, with the passages it rests on. */
function Said({
  message: { id, author, content, citations, applied_rules },
  name,
}: {
  readonly message: Message;
  readonly name: string;
}) {
  const { t } = useTranslation('admin');
  const answer = useMemo(
    () => answerOf({ content, citations, status: 'complete', errorCode: null, applied_rules }),
    [content, citations, applied_rules],
  );
  if (content === '') return <p className={styles.text}>{t('dialogueLog.transcript.empty')}</p>;
  return author === 'bot' ? (
    <AnswerLater id={id} answer={answer} name={name} />
  ) : (
    <>
      <p className={styles.text}>{content}</p>
      <AppliedRules rules={answer.rules} />
    </>
  );
}

/** The reason an answer failed: as shown to its member, and in the words of the model's provider. */
function WhyFailed({ run: { error_code: code, failure } }: { readonly run: NonNullable<Message['run']> }) {
  const { t } = useTranslation('admin');
  const request = failure?.request_id ?? null;
  const said =
    failure === undefined
      ? ''
      : [failure.status, failure.words].filter((part) => part !== null && part !== '').join(' · ');
  return (
    <div className={styles.thought}>
      <strong>{t('dialogueLog.transcript.failed')}</strong>
      <span>{t([`shared:errors.${code ?? 'internal'}`, 'shared:errors.internal'])}</span>
      {said !== '' && <span dir="auto">{t('dialogueLog.transcript.providerSaid', { words: said })}</span>}
      {request !== null && <span>{t('dialogueLog.transcript.request', { id: request })}</span>}
    </div>
  );
}

function Thought({ rating: { value, reasons, comment } }: { readonly rating: Rating }) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.thought} data-value={value}>
      <strong>{t(`dialogueLog.transcript.rated.${value}`)}</strong>
      {reasons.length > 0 && <span>{reasons.map((reason) => t(`dialogueLog.reasons.${reason}`)).join(', ')}</span>}
      {comment !== '' && <q>{comment}</q>}
    </div>
  );
}
