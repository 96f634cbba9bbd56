import { Suspense, useRef } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import type { ToolCall } from '../../contract/api/tools.ts';
import { CallQuestion } from './call-question.tsx';
import { CallText } from './call-text.tsx';
import { readableName, toolNameOf } from './tool-texts.ts';
import tools from './tool-calls.module.css';
import { useCallAnswer } from './use-call-answer.ts';

/** Fetched with the first call that asks for a sign-in: few tools do. */
const SignInQuestion = lazyPart(() => import('./sign-in-question.tsx'));

/** The tool calls of an answer: name, arguments and result, and the question whether one is allowed. */
export function ToolCalls({ calls, isRunning }: { readonly calls: readonly ToolCall[]; readonly isRunning: boolean }) {
  const { t } = useTranslation('shared');
  const list = useRef<HTMLUListElement>(null);
  if (calls.length === 0) return null;
  return (
    <ul ref={list} tabIndex={-1} className={tools.calls} aria-label={t('ui.tools.calls')}>
      {calls.map((made) => (
        <li key={made.id}>
          {made.state === 'waiting' && isRunning ? (
            <Question made={made} onAnswered={() => list.current?.focus()} />
          ) : (
            <Call made={made} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Call({ made }: { readonly made: ToolCall }) {
  const { t } = useTranslation('shared');
  return (
    <details className={tools.call}>
      <summary>
        <span className={tools.name}>{toolNameOf(made, t)}</span>
        <span className={`${tools.state} ${tools[made.state] ?? ''}`}>{t(`ui.tools.state.${made.state}`)}</span>
      </summary>
      <CallText label={t('ui.tools.arguments')} text={readableName(made.arguments)} />
      {made.result !== '' && (
        <CallText
          label={made.is_cut ? t('ui.tools.resultCut') : t('ui.tools.result')}
          text={readableName(made.result)}
        />
      )}
    </details>
  );
}

/** Asks whether a call is allowed, or first for a sign-in to the tool where it needs one. */
function Question({ made, onAnswered }: { readonly made: ToolCall; readonly onAnswered: () => void }) {
  const { t } = useTranslation('shared');
  const { answer, isSending, failure } = useCallAnswer(made, onAnswered);
  if (made.asks_because === 'sign-in' && made.tool_id !== null)
    return (
      <Suspense fallback={<Call made={made} />}>
        <SignInQuestion made={made} toolId={made.tool_id} onAnswered={onAnswered} />
      </Suspense>
    );
  return (
    <CallQuestion
      made={made}
      question={t('ui.tools.question', { name: toolNameOf(made, t) })}
      because={made.asks_because === 'address' ? t('ui.tools.notNamed') : null}
      failure={failure}
    >
      <div className={tools.buttons}>
        <button type="button" className="button button-main" disabled={isSending} onClick={() => answer(true)}>
          {t('ui.tools.allow')}
        </button>
        <button type="button" className="button" disabled={isSending} onClick={() => answer(false)}>
          {t('ui.tools.refuse')}
        </button>
      </div>
    </CallQuestion>
  );
}
