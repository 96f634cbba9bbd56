import { memo } from 'react';
import type { ComponentType } from 'react';
import type { Attachment } from '@parlance/shared/contract/api/attachments';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { AppliedRules } from '@parlance/shared/ui/answer/applied-rules';
import type { Entry } from './entry.ts';
import { messageTime } from './message-time.ts';
import message from './message.module.css';
import { SentFiles } from './sent-files.tsx';

type Prompt = {
  readonly author: string;
  readonly entry: Entry;
  /** The actions on it; always the same component. */
  readonly Actions?: ComponentType<{ readonly entry: Entry }>;
};

/** The person's prompt, as typed, in a bubble. */
export const PromptMessage = memo(function PromptMessage({ author, entry, Actions }: Prompt) {
  const when = messageTime(currentLanguage(), entry.createdAt);
  return (
    <article
      className={message.prompt}
      aria-label={`${author}, ${when}`}
      aria-busy={false}
      data-message={entry.id}
      tabIndex={-1}
    >
      <Bubble author={author} text={entry.answer.text} attachments={entry.attachments} />
      <AppliedRules rules={entry.answer.rules} />
      {Actions !== undefined && <Actions entry={entry} />}
    </article>
  );
});

/** A prompt being sent. */
export function SendingPrompt({ author, text }: { readonly author: string; readonly text: string }) {
  const { t } = useTranslation('chat');
  return (
    <article
      className={`${message.prompt} ${message.sending}`}
      aria-label={`${author}, ${t('composer.sending')}`}
      aria-busy
    >
      <Bubble author={author} text={text} attachments={[]} />
    </article>
  );
}

type Props = { readonly author: string; readonly text: string; readonly attachments: readonly Attachment[] };

function Bubble({ author, text, attachments }: Props) {
  return (
    <>
      <h2 className="visually-hidden">{author}</h2>
      <SentFiles attachments={attachments} />
      <p className={message.bubble} dir="auto">
        {text}
      </p>
    </>
  );
}
