import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import type { ToolCall } from '../../contract/api/tools.ts';
import { ToolSignInSteps, useToolSignIn, type ToolSignIn } from '../../tool-sign-in/tool-sign-in.ts';
import { CallQuestion } from './call-question.tsx';
import { toolNameOf } from './tool-texts.ts';
import { useCallAnswer } from './use-call-answer.ts';

type Props = { readonly made: ToolCall; readonly toolId: string; readonly onAnswered: () => void };

/**
 * Asks for a sign-in to the tool of a call, and allows the call once it is finished. Whoever has signed in elsewhere
 * meanwhile is asked for the call alone: only a press here allows it.
 */
export default function SignInQuestion({ made, toolId, onAnswered }: Props) {
  const { t } = useTranslation('shared');
  const { answer, isSending, failure, forgetFailure } = useCallAnswer(made, onAnswered);
  const allow = ({ doubt }: Pick<ToolSignIn, 'doubt'>) =>
    answer(true, (error) => {
      if (error instanceof ApiFailure && error.code === 'tool_sign_in_needed') doubt();
    });
  const signIn = useToolSignIn(toolId, allow);
  const begin = () => {
    forgetFailure();
    signIn.begin();
  };
  const { isSignedIn } = signIn;
  return (
    <CallQuestion
      made={made}
      question={
        isSignedIn
          ? t('ui.tools.question', { name: toolNameOf(made, t) })
          : t('ui.tools.signInTo', { tool: made.tool_name })
      }
      failure={failure}
    >
      {/* The same buttons before and after, so that the focus stays on them. */}
      <ToolSignInSteps
        signIn={{ ...signIn, begin: isSignedIn ? () => allow(signIn) : begin }}
        label={isSignedIn ? t('ui.tools.allow') : t('ui.tools.signInAllow')}
        isBusy={isSending}
      >
        <button type="button" className="button" disabled={isSending} onClick={() => answer(false)}>
          {t('ui.tools.refuse')}
        </button>
      </ToolSignInSteps>
    </CallQuestion>
  );
}
