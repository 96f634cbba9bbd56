import type { ReactNode } from 'react';
import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { ToolSignInSteps, useToolSignIn, type ToolSignIn } from '@parlance/shared/tool-sign-in';
import { ServerWords } from './server-words.tsx';

type Props = {
  readonly toolId: string;
  readonly finished: () => void;
  /** Leaves without signing in. */
  readonly close?: () => void;
};

/** A sign-in to the server of a tool that has asked for one. */
export function SignInFirst({ toolId, finished, close }: Props) {
  const { t } = useTranslation('agent-studio');
  return (
    <SignInSteps signIn={useToolSignIn(toolId, finished)}>
      {close !== undefined && (
        <button type="button" className="button" onClick={close}>
          {t('shared:fields.cancel')}
        </button>
      )}
    </SignInSteps>
  );
}

type StepsProps = {
  readonly signIn: ToolSignIn;
  /** False beside the main button of something else. */
  readonly isMain?: boolean;
  readonly children?: ReactNode;
};

/** The steps of a sign-in, for whoever manages tools: with the words of the server if it fails. */
export function SignInSteps({ signIn, isMain = true, children }: StepsProps) {
  const { t } = useTranslation('agent-studio');
  const { failure } = signIn.stage;
  return (
    <div>
      {failure instanceof ApiFailure && <ServerWords issues={failure.issues} />}
      <ToolSignInSteps signIn={signIn} label={t('tools.signIn.begin')} isMain={isMain}>
        {children}
      </ToolSignInSteps>
    </div>
  );
}
