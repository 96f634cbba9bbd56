import { Suspense, useRef } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import type { ToolCall } from '../contract/api/tools.ts';
import { FoldedCall } from './folded-call.tsx';
import { PermissionQuestion } from './permission-question.tsx';
import { toolNameOf } from './readable-call.ts';
import tools from './tool-calls.module.css';

export { fetchTexts } from './texts.ts';

/** Fetched with the first server that asks the person something: few do. */
const ElicitationQuestion = lazyPart(() => import('./elicitation-question.tsx'));

/**
 * The tool calls of an answer: name, arguments and result, the question whether one is allowed, and what its server
 * asks the person while it runs.
 */
export default function ToolCalls({
  calls,
  isRunning,
}: {
  readonly calls: readonly ToolCall[];
  readonly isRunning: boolean;
}) {
  const { t } = useTranslation('tool-calls');
  const list = useRef<HTMLUListElement>(null);
  const focusList = () => list.current?.focus();
  const asking = isRunning ? calls.find((made) => waitingIn(made).length > 0) : undefined;
  return (
    <>
      <ul ref={list} tabIndex={-1} className={tools.calls} aria-label={t('calls')}>
        {calls.map((made) => (
          <li key={made.id}>
            {!isRunning ? (
              <FoldedCall made={made} />
            ) : made.state === 'waiting' ? (
              <PermissionQuestion made={made} onAnswered={focusList} />
            ) : (
              <RunningCall made={made} onAnswered={focusList} />
            )}
          </li>
        ))}
      </ul>
      {/* There before anything is asked, so that it is announced. The focus stays with what the person writes. */}
      <p role="status" className="visually-hidden">
        {asking !== undefined && t('elicitation.waits', { name: toolNameOf(asking, t) })}
      </p>
    </>
  );
}

/** A call of an answer under way: what its server asks the person, in its place. */
function RunningCall({ made, onAnswered }: { readonly made: ToolCall; readonly onAnswered: () => void }) {
  const waiting = waitingIn(made);
  if (waiting.length === 0) return <FoldedCall made={made} />;
  return (
    <Suspense fallback={<FoldedCall made={made} />}>
      {waiting.map(({ elicitation, asked }) => (
        <ElicitationQuestion key={elicitation.id} {...{ made, elicitation, asked, onAnswered }} />
      ))}
    </Suspense>
  );
}

/** Returns what the server of a call waits for, and what it is. */
const waitingIn = ({ state, elicitations = [] }: ToolCall) =>
  state === 'running'
    ? elicitations.flatMap((elicitation) =>
        elicitation.state === 'waiting' && elicitation.asked !== undefined
          ? [{ elicitation, asked: elicitation.asked }]
          : [],
      )
    : [];
