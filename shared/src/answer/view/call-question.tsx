import type { ReactNode } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import type { ToolCall } from '../../contract/api/tools.ts';
import { CallText } from './call-text.tsx';
import { readableName } from './tool-texts.ts';
import tools from './tool-calls.module.css';

type Props = {
  readonly made: ToolCall;
  readonly question: string;
  /** The reason that it is asked, if the question does not say it. */
  readonly because?: string | null;
  /** The reason that the answer could not be sent; null if it could. */
  readonly failure: unknown;
  readonly children: ReactNode;
};

/** The frame of a question about a call: what is asked, the exact arguments, and the buttons as children. */
export function CallQuestion({ made, question, because = null, failure, children }: Props) {
  const { t } = useTranslation('shared');
  return (
    <section className={tools.question} aria-label={question}>
      <p role="status" className={tools.ask}>
        {question}
      </p>
      {because !== null && <p className={tools.because}>{because}</p>}
      <CallText label={t('ui.tools.arguments')} text={readableName(made.arguments)} />
      <div role="alert">{failure !== null && <p className={tools.failed}>{t(failureKey(failure))}</p>}</div>
      {children}
    </section>
  );
}
