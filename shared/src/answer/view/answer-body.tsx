import { Suspense, useMemo } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import type { RunReading } from '../../contract/api/runs/runs.ts';
import type { ToolCall } from '../../contract/api/tools.ts';
import { AnswerEnd } from './answer-end.tsx';
import { AnswerText } from './answer-text.tsx';
import { AppliedRules } from './applied-rules.tsx';
import body from './answer-body.module.css';
import { isAllowed, isUnderWay } from '../state/answer.ts';
import type { Answer } from '../state/answer.ts';
import { visibleReasoning } from '../state/reasoning.ts';
import { CitedContext } from './citations.ts';
import type { Cited } from './citations.ts';
import { ReasoningDisclosure } from './reasoning.tsx';
import { Sources } from './sources.tsx';

/** Fetched with the first answer that has calls, and with it their texts. */
const ToolCalls = lazyPart(async () => {
  const part = await import('../../tool-calls/tool-calls.tsx');
  await part.fetchTexts();
  return part;
});
/** Fetched with the first answer for which a file was too long. */
const NotRead = lazyPart(() => import('./not-read.tsx'));
/** The height of a folded call with the gap above it in pixels, to reserve room. */
const callHeight = 46;

type Props = {
  readonly id: string;
  readonly answer: Answer;
  /** The name of the bot. */
  readonly name: string;
  /** True while the stream of an answer under way is connected. */
  readonly isConnected: boolean;
  /** A stable callback; a new one would re-render every mark. */
  readonly openPassage: Cited['open'];
};

/** An answer in its present state: its reasoning, its text as it grows, its tool calls, its end, and its sources. */
export function AnswerBody({ id, answer, name, isConnected, openPassage }: Props) {
  const isRunning = isUnderWay(answer.status);
  // Nobody writes while the answer waits for its person or an administrator.
  const isWriting = isRunning && isAllowed(answer) && !answer.calls.some(waitsForPerson);
  const reasoning = visibleReasoning(answer.reasoning);
  // The disclosure of a reasoning shows that something happens, until the model waits for a tool.
  const isAwaited = reasoning === null || (reasoning.isOver && answer.calls.length > 0);
  const isComing = isWriting && answer.text === '';
  const cited = useMemo(() => ({ citations: answer.citations, open: openPassage }), [answer.citations, openPassage]);
  return (
    <CitedContext value={cited}>
      {reasoning !== null && <ReasoningDisclosure id={id} reasoning={reasoning} isRunning={isRunning} />}
      {isComing ? (
        isAwaited && <Coming name={name} reading={answer.reading?.progress ?? null} />
      ) : (
        <AnswerText id={id} blocks={answer.blocks} isGrowing={isWriting} />
      )}
      {answer.calls.length > 0 && (
        <Suspense fallback={<div style={{ minBlockSize: answer.calls.length * callHeight }} />}>
          <ToolCalls calls={answer.calls} isRunning={isRunning} />
        </Suspense>
      )}
      <AppliedRules rules={answer.rules} />
      {!isRunning && answer.reading !== null && answer.reading.files.length > 0 && (
        <Suspense fallback={null}>
          <NotRead files={answer.reading.files} />
        </Suspense>
      )}
      <AnswerEnd answer={answer} isConnected={isConnected} />
      {!isRunning && <Sources citations={answer.citations} open={openPassage} />}
    </CitedContext>
  );
}

const waitsForPerson = ({ state, elicitations = [] }: ToolCall): boolean =>
  state === 'waiting' || (state === 'running' && elicitations.some((asked) => asked.state === 'waiting'));

function Coming({ name, reading }: { readonly name: string; readonly reading: RunReading['progress'] | null }) {
  const { t } = useTranslation('shared');
  return (
    <p className={body.coming}>
      <span aria-hidden="true" className={body.dots}>
        <i />
        <i />
        <i />
      </span>
      <span className="visually-hidden">{t('ui.answer.answering', { name })}</span>
      {reading && <span className={body.reading}>{t('ui.answer.readingParts', reading)}</span>}
    </p>
  );
}
