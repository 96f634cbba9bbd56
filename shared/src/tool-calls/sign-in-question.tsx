import type { ReactNode } from 'react';
import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import type { ToolCall } from '../contract/api/tools.ts';
import { ToolSignInSteps, useToolSignIn, type ToolSignIn } from '../tool-sign-in/tool-sign-in.ts';
import type { Sending } from '../ui/fields/use-sending.ts';

/** A call whose question is drawn elsewhere: this chunk comes late, and carries none of that twice. */
export type AskedCall = Pick<Sending, 'isSending' | 'forgetFailure'> & {
  readonly made: ToolCall;
  readonly toolId: string;
  /** What is asked once the person has signed in. */
  readonly question: string;
  /** Draws a question about the call, with its arguments and these buttons. */
  readonly ask: (question: string, buttons: ReactNode) => ReactNode;
  /** Sends the answer. An error that `explain` handles is not shown. */
  readonly answer: (allow: boolean, explain?: (error: unknown) => boolean) => void;
};

/**
 * Asks for a sign-in to the tool of a call, and allows the call once it is finished. Whoever has signed in elsewhere
 * meanwhile is asked for the call alone: only a press here allows it.
 */
export default function SignInQuestion({
  made,
  toolId,
  question,
  ask,
  answer,
  isSending,
  forgetFailure,
}: AskedCall): ReactNode {
  const { t } = useTranslation('tool-calls');
  const allow = ({ doubt }: Pick<ToolSignIn, 'doubt'>) =>
    answer(true, (error) => {
      if (error instanceof ApiFailure && error.code === 'tool_sign_in_needed') doubt();
      return false;
    });
  const signIn = useToolSignIn(toolId, allow);
  const { isSignedIn } = signIn;
  const begin = () => {
    forgetFailure();
    signIn.begin();
  };
  return ask(
    isSignedIn ? question : t('signInTo', { tool: made.tool_name }),
    // The same buttons before and after, so that the focus stays on them.
    <ToolSignInSteps
      signIn={{ ...signIn, begin: isSignedIn ? () => allow(signIn) : begin }}
      label={isSignedIn ? t('allow') : t('signInAllow')}
      isBusy={isSending}
    >
      <button type="button" className="button" disabled={isSending} onClick={() => answer(false)}>
        {t('refuse')}
      </button>
    </ToolSignInSteps>,
  );
}
