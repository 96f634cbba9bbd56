import { memo } from 'react';
import type { ComponentType } from 'react';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { AnswerBody } from '@parlance/shared/ui/answer';
import { isAllowed, isUnderWay } from '@parlance/shared/ui/answer/state';
import { Avatar } from '../controls/avatar.tsx';
import { Approval } from './approval.tsx';
import type { Entry } from './entry.ts';
import { messageTime } from './message-time.ts';
import message from './message.module.css';

type Props = {
  readonly entry: Entry;
  readonly bot: BotSummary;
  readonly isConnected: boolean;
  readonly openPassage: (citation: Citation, from: HTMLElement) => void;
  /** The actions on a finished answer; always the same component. */
  readonly Actions: ComponentType<{ readonly entry: Entry }>;
};

/** The bot's answer, finished or under way, directly on the page; an unchanged entry is not re-rendered. */
export const AnswerMessage = memo(function AnswerMessage({ entry, bot, isConnected, openPassage, Actions }: Props) {
  useTranslation('chat'); // re-renders when the language changes
  const { answer } = entry;
  const isRunning = isUnderWay(answer.status);
  const time = messageTime(currentLanguage(), entry.createdAt);
  return (
    <article
      className={message.answer}
      aria-label={`${bot.name}, ${time}`}
      aria-busy={isRunning}
      data-message={entry.id}
      tabIndex={-1}
    >
      <header className={message.author}>
        <Avatar emoji={bot.avatar} size="small" />
        <h2>{bot.name}</h2>
        <time dateTime={entry.createdAt}>{time}</time>
      </header>
      {answer.approval !== null && <Approval approval={answer.approval} />}
      <AnswerBody id={entry.id} answer={answer} name={bot.name} isConnected={isConnected} openPassage={openPassage} />
      {!isRunning && isAllowed(answer) && <Actions entry={entry} />}
    </article>
  );
});
