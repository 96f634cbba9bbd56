import { memo } from 'react';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { messageTime } from './message-time.ts';
import message from './message.module.css';

type Prompt = {
  readonly author: string;
  readonly text: string;
  /** Null while it is on its way to the server. */
  readonly createdAt: string | null;
};

/** What the person said: their own words as they typed them, in a bubble. */
export const PromptMessage = memo(function PromptMessage({ author, text, createdAt }: Prompt) {
  const { t } = useTranslation('chat');
  const isSending = createdAt === null;
  const when = isSending ? t('composer.sending') : messageTime(currentLanguage(), createdAt);
  return (
    <article className={message.prompt} aria-label={`${author}, ${when}`} aria-busy={isSending}>
      <h2 className="visually-hidden">{author}</h2>
      <p className={`${message.bubble} ${isSending ? message.sending : ''}`}>{text}</p>
    </article>
  );
});
