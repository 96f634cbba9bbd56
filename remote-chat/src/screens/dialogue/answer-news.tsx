import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import type { Entry } from './conversation.ts';
import { plainText } from './plain-text.ts';

type Watched = { readonly running: Entry | null; readonly entries: readonly Entry[]; readonly name: string };

/**
 * Tells a screen reader that an answer has begun, and reads it when it is finished: politely and once, not by every
 * piece that arrives. Nothing is said of answers that were there before.
 */
export function AnswerNews({ running, entries, name }: Watched) {
  const { t } = useTranslation('chat');
  const [followed, setFollowed] = useState<string | null>(running?.id ?? null);
  if (running !== null && running.id !== followed) setFollowed(running.id);
  const answer = entries.find(({ id }) => id === followed)?.answer;
  const isFinished = running === null && answer !== undefined;
  return (
    <p className="visually-hidden" role="status">
      {running !== null && t('dialogue.answering', { name })}
      {isFinished && t('dialogue.answered', { name, text: plainText(answer.text) })}
    </p>
  );
}
