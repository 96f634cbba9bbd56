import { memo, useMemo } from 'react';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { isUnderWay } from '../../answer/answer.ts';
import { AnswerText } from '../../answer/answer-text.tsx';
import { CitedContext } from '../../answer/citations.ts';
import { Avatar } from '../../controls/avatar.tsx';
import { CopyButton } from '../../controls/copy-button.tsx';
import { AnswerEnd } from './answer-end.tsx';
import type { Entry } from './conversation.ts';
import { messageTime } from './message-time.ts';
import message from './message.module.css';
import { Sources } from './sources.tsx';

type Answered = {
  readonly entry: Entry;
  readonly bot: BotSummary;
  readonly isConnected: boolean;
  readonly openPassage: (citation: Citation, from: HTMLElement) => void;
};

/** What the bot said or is saying. It stands on the page; an entry that did not change is not drawn again. */
export const AnswerMessage = memo(function AnswerMessage({ entry, bot, isConnected, openPassage }: Answered) {
  const { t } = useTranslation('chat');
  const { answer } = entry;
  const isRunning = isUnderWay(answer.status);
  const cited = useMemo(() => ({ citations: answer.citations, open: openPassage }), [answer.citations, openPassage]);
  const time = messageTime(currentLanguage(), entry.createdAt);
  return (
    <article className={message.answer} aria-label={`${bot.name}, ${time}`} aria-busy={isRunning}>
      <header className={message.author}>
        <Avatar emoji={bot.avatar} size="small" />
        <h2>{bot.name}</h2>
        <time dateTime={entry.createdAt}>{time}</time>
      </header>
      <CitedContext value={cited}>
        {isRunning && answer.text === '' ? <Thinking name={bot.name} /> : <AnswerText id={entry.id} blocks={answer.blocks} isGrowing={isRunning} />}
        <AnswerEnd answer={answer} isConnected={isConnected} />
        {!isRunning && <Sources citations={answer.citations} open={openPassage} />}
      </CitedContext>
      {!isRunning && answer.text !== '' && (
        <footer className={message.actions}>
          <CopyButton label={t('dialogue.copy')} textOf={() => answer.text} />
        </footer>
      )}
    </article>
  );
});

function Thinking({ name }: { readonly name: string }) {
  const { t } = useTranslation('chat');
  return (
    <p className={message.thinking}>
      <span aria-hidden="true" className={message.dots}>
        <i />
        <i />
        <i />
      </span>
      <span className="visually-hidden">{t('dialogue.answering', { name })}</span>
    </p>
  );
}
