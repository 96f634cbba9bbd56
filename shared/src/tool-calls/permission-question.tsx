import { Suspense } from 'react';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { answerToolCall } from '../contract/api/runs/tool-calls.ts';
import type { ToolCall } from '../contract/api/tools.ts';
import { useSending } from '../ui/fields/use-sending.ts';
import { CallText } from './call-text.tsx';
import { FoldedCall } from './folded-call.tsx';
import { toolNameOf } from './readable-call.ts';
import type { AskedCall } from './sign-in-question.tsx';
import tools from './tool-calls.module.css';

/** Fetched with the first call that asks for a sign-in: few tools do. */
const SignInQuestion = lazyPart(() => import('./sign-in-question.tsx'));

/**
 * Asks whether a call is allowed, with exactly the arguments shown: the server refuses any others. The buttons
 * disappear with the answer: `onAnswered` keeps the focus near.
 */
export function PermissionQuestion({ made, onAnswered }: { readonly made: ToolCall; readonly onAnswered: () => void }) {
  const { t } = useTranslation('tool-calls');
  // An answer, once sent, is final: the stream removes the question.
  const { send, isSending, failure, forgetFailure } = useSending();
  const answer: AskedCall['answer'] = (allow, explain) =>
    send(async () => {
      await call(answerToolCall, { params: { call_id: made.id }, body: { allow, arguments: made.arguments } });
      onAnswered();
      return undefined;
    }, explain);
  const question = t('question', { name: toolNameOf(made, t) });
  const ask: AskedCall['ask'] = (asked, buttons) => (
    <section className={tools.question} aria-label={asked}>
      <p role="status" className={tools.ask}>
        {asked}
      </p>
      {/* What is allowed along with the sign-in. */}
      {asked !== question && <div className={tools.name}>{question}</div>}
      {made.asks_because === 'address' && <p className={tools.because}>{t('notNamed')}</p>}
      <CallText label={t('arguments')} text={made.arguments} />
      <div role="alert">{failure !== null && <p className={tools.failed}>{t(failureKey(failure))}</p>}</div>
      {buttons}
    </section>
  );
  if (made.asks_because === 'sign-in' && made.tool_id !== null)
    return (
      <Suspense fallback={<FoldedCall made={made} />}>
        <SignInQuestion made={made} toolId={made.tool_id} {...{ question, ask, answer, isSending, forgetFailure }} />
      </Suspense>
    );
  return ask(
    question,
    <div className={tools.buttons}>
      <button type="button" className="button button-main" disabled={isSending} onClick={() => answer(true)}>
        {t('allow')}
      </button>
      <button type="button" className="button" disabled={isSending} onClick={() => answer(false)}>
        {t('refuse')}
      </button>
    </div>,
  );
}
