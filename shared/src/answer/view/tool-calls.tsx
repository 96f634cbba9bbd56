import { Suspense, useRef } from 'react';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { answerToolCall } from '../../contract/api/runs/tool-calls.ts';
import type { ToolCall } from '../../contract/api/tools.ts';
import { useSending } from '../../ui/fields/use-sending.ts';
import type { AskedCall } from './sign-in-question.tsx';
import { readableName, toolNameOf } from './tool-texts.ts';
import tools from './tool-calls.module.css';

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
      <Text label={t('ui.tools.arguments')} text={readableName(made.arguments)} />
      {made.result !== '' && (
        <Text label={made.is_cut ? t('ui.tools.resultCut') : t('ui.tools.result')} text={readableName(made.result)} />
      )}
    </details>
  );
}

/**
 * Asks whether a call is allowed, with exactly the arguments shown: the server refuses any others. The buttons
 * disappear with the answer: `onAnswered` keeps the focus near.
 */
function Question({ made, onAnswered }: { readonly made: ToolCall; readonly onAnswered: () => void }) {
  const { t } = useTranslation('shared');
  // An answer, once sent, is final: the stream removes the question.
  const { send, isSending, failure, forgetFailure } = useSending();
  const answer: AskedCall['answer'] = (allow, explain) =>
    send(async () => {
      await call(answerToolCall, { params: { call_id: made.id }, body: { allow, arguments: made.arguments } });
      onAnswered();
      return undefined;
    }, explain);
  const question = t('ui.tools.question', { name: toolNameOf(made, t) });
  const ask: AskedCall['ask'] = (asked, buttons) => (
    <section className={tools.question} aria-label={asked}>
      <p role="status" className={tools.ask}>
        {asked}
      </p>
      {/* What is allowed along with the sign-in. */}
      {asked !== question && <div className={tools.name}>{question}</div>}
      {made.asks_because === 'address' && <p className={tools.because}>{t('ui.tools.notNamed')}</p>}
      <Text label={t('ui.tools.arguments')} text={readableName(made.arguments)} />
      <div role="alert">{failure !== null && <p className={tools.failed}>{t(failureKey(failure))}</p>}</div>
      {buttons}
    </section>
  );
  if (made.asks_because === 'sign-in' && made.tool_id !== null)
    return (
      <Suspense fallback={<Call made={made} />}>
        <SignInQuestion made={made} toolId={made.tool_id} {...{ question, ask, answer, isSending, forgetFailure }} />
      </Suspense>
    );
  return ask(
    question,
    <div className={tools.buttons}>
      <button type="button" className="button button-main" disabled={isSending} onClick={() => answer(true)}>
        {t('ui.tools.allow')}
      </button>
      <button type="button" className="button" disabled={isSending} onClick={() => answer(false)}>
        {t('ui.tools.refuse')}
      </button>
    </div>,
  );
}

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={tools.text}>
      <span>{label}</span>
      <pre tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
