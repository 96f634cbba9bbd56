import { useRef } from 'react';
import type { Tool } from '@parlance/shared/contract/api/tools';
import { useTranslation } from '@parlance/shared/i18n';
import { useToolSignIn } from '@parlance/shared/tool-sign-in';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Actions } from '@parlance/shared/ui/fields';
import { ReadFunctions } from './refresh-tool.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import styles from './tools.module.css';

type Props = {
  readonly tool: Tool;
  /** Called when the list is outdated. */
  readonly changed: () => void;
  readonly close: () => void;
};

/** Signs the person in to the server of a tool, and reads its functions if they could not be read before. */
export function SignInTool({ tool, changed, close }: Props) {
  const { t } = useTranslation('agent-studio');
  const isUnread = tool.can.refresh && tool.error_code !== null;
  return (
    <Dialog title={t('tools.signIn.beginOf', { name: tool.name })} close={close}>
      {isUnread ? (
        <ReadFunctions tool={tool} about={t('tools.signIn.own')} changed={changed} close={close} />
      ) : (
        <div className={styles.form}>
          <p>{t('tools.signIn.own')}</p>
          <SignInState tool={tool} changed={changed} isMain />
          <Actions>
            <button type="button" className="button" onClick={close}>
              {t('tools.refreshed.close')}
            </button>
          </Actions>
        </div>
      )}
    </Dialog>
  );
}

/** Whether the person has signed in to the server of a tool, and the way to do so. */
export function SignInState({
  tool,
  changed,
  isMain = false,
}: Pick<Props, 'tool' | 'changed'> & { readonly isMain?: boolean }) {
  const { t } = useTranslation('agent-studio');
  const said = useRef<HTMLParagraphElement>(null);
  const signIn = useToolSignIn(tool.id, () => {
    // The focused button is gone with the sign-in.
    said.current?.focus();
    changed();
  });
  const isSignedIn = tool.is_signed_in === true || signIn.isSignedIn;
  return (
    <>
      <p ref={said} role="status" tabIndex={-1}>
        {isSignedIn ? t('tools.signIn.signedIn') : t('tools.signIn.notSignedIn')}
      </p>
      {!isSignedIn && <SignInSteps signIn={signIn} isMain={isMain} />}
    </>
  );
}

/** The rest of saving a tool that could not be read without a sign-in. */
export function SignInToSaved({ tool, changed, close }: Props) {
  const { t } = useTranslation('agent-studio');
  return <ReadFunctions tool={tool} about={t('tools.signIn.savedWithout')} changed={changed} close={close} />;
}
