import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { isAllowed } from '../state/answer.ts';
import type { Answer } from '../state/answer.ts';
import { plainText } from '../../contract/values/plain-text.ts';
import { visibleReasoning } from '../state/reasoning.ts';

type NewsEntry = { readonly id: string; readonly answer: Answer };
type Props = {
  /** The answer under way. */
  readonly running: NewsEntry | null;
  readonly entries: readonly NewsEntry[];
  /** The name of the bot. */
  readonly name: string;
};

/** The most characters read aloud: some minutes of listening. The rest can be read in the message. */
const spokenMaxLength = 3_000;

/**
 * Announces to a screen reader that an answer is being reasoned, that it has begun, and reads it when it is finished:
 * politely and once, not piece by piece. Nothing is announced for earlier answers, nor for one whose prompt waits for
 * an administrator: that is announced in its place.
 */
export function AnswerNews({ running, entries, name }: Props) {
  const { t } = useTranslation('shared');
  const runningId = running?.id ?? null;
  const [followed, setFollowed] = useState(runningId);
  const [finished, setFinished] = useState<string | null>(null);
  if (runningId !== followed) {
    // A waiting answer may begin at the moment the previous one ends.
    if (followed !== null) setFinished(followed);
    setFollowed(runningId);
  }
  const answer = entries.find(({ id }) => id === finished)?.answer;
  return (
    <div className="visually-hidden" role="status">
      {answer !== undefined && isAllowed(answer) && <p>{t('ui.answer.answered', { name, text: spoken(answer) })}</p>}
      {running !== null && isAllowed(running.answer) && (
        <p>{isReasoned(running.answer) ? t('ui.answer.isThinking', { name }) : t('ui.answer.answering', { name })}</p>
      )}
    </div>
  );
}

/** Says whether an answer has been reasoned and nothing else yet, also between two tool calls: that is said once. */
const isReasoned = ({ reasoning, text }: Answer): boolean => visibleReasoning(reasoning) !== null && text === '';

function spoken({ text: markdown, citations }: Answer): string {
  const text = plainText(markdown, { sources: new Set(citations.map(({ number }) => number)) });
  return text.length <= spokenMaxLength ? text : `${text.slice(0, spokenMaxLength).replace(/[\uD800-\uDBFF]$/, '')} …`;
}
