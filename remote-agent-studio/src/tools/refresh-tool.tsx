import { useRef, useState } from 'react';
import { refreshTool, type Tool } from '@parlance/shared/contract/api/tools';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Actions, FormEnd, useSending } from '@parlance/shared/ui/fields';
import { codeOf, signInNeeded, useFailureText } from './failure-text.ts';
import { LeftOut } from './left-out.tsx';
import { ServerWords } from './server-words.tsx';
import { SignInFirst } from './sign-in-steps.tsx';
import styles from './tools.module.css';

type Read = Output<typeof refreshTool>;

type Props = {
  readonly tool: Tool;
  /** Called when the list is outdated. */
  readonly changed: () => void;
  readonly close: () => void;
};

/** Reads the functions of a tool anew, and shows added, removed and changed ones. */
export function RefreshTool({ tool, changed, close }: Props) {
  const { t } = useTranslation('agent-studio');
  return (
    <Dialog title={t('tools.refreshOf', { name: tool.name })} close={close}>
      <ReadFunctions tool={tool} about={t('tools.refreshed.about')} changed={changed} close={close} />
    </Dialog>
  );
}

/** Reads the functions of a tool; of one whose server wants a sign-in, once the person has signed in to it. */
export function ReadFunctions({
  tool: { id, is_signed_in: isSignedIn },
  about,
  changed,
  close,
}: Props & { readonly about: string }) {
  const { t } = useTranslation('agent-studio');
  const { send, isSending, failure } = useSending();
  const [read, show] = useState<Read | null>(null);
  const [isRefused, refuse] = useState(isSignedIn === false);
  const status = useRef<HTMLDivElement>(null);
  const refresh = () => {
    refuse(false);
    send(
      async () => {
        const now = await call(refreshTool, { params: { tool_id: id } });
        show(now);
        refuse(now.tool.error_code === signInNeeded);
        changed();
        return 'again';
      },
      (error) => {
        refuse(codeOf(error) === signInNeeded);
        return false;
      },
    );
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRefused) refresh();
      }}
    >
      {read === null && <p>{about}</p>}
      <div ref={status} role="status" tabIndex={-1} className={styles.form}>
        {read !== null && <Changes {...read} />}
        {read !== null && read.left_out.length > 0 && <LeftOut functions={read.left_out} />}
      </div>
      {isRefused ? (
        <>
          <p>{t('tools.signIn.read')}</p>
          <SignInFirst
            toolId={id}
            finished={() => {
              // The focused button is gone with the sign-in.
              status.current?.focus();
              refresh();
            }}
            close={close}
          />
        </>
      ) : read === null || read.tool.error_code !== null ? (
        <FormEnd label={t('tools.refresh')} isSending={isSending} failure={failure} onCancel={close} />
      ) : (
        <Actions>
          <button type="button" className="button button-main" onClick={close}>
            {t('tools.refreshed.close')}
          </button>
        </Actions>
      )}
    </form>
  );
}

function Changes({ tool, changes, issues = [] }: Read) {
  const { t } = useTranslation('agent-studio');
  const failureText = useFailureText();
  if (tool.error_code !== null) {
    return (
      <>
        <p className={styles.bad}>
          {failureText(tool.error_code)} {tool.functions.length > 0 && t('tools.refreshed.failed')}
        </p>
        <ServerWords issues={issues} />
      </>
    );
  }
  const lists = [
    { label: t('tools.refreshed.added'), names: changes.added },
    { label: t('tools.refreshed.changed'), names: changes.changed },
    { label: t('tools.refreshed.removed'), names: changes.removed },
  ].filter(({ names }) => names.length > 0);
  if (lists.length === 0) return <p>{t('tools.refreshed.nothing')}</p>;
  const about = new Map(tool.functions.map(({ name, description }) => [name, description]));
  return lists.map(({ label, names }) => (
    <section key={label}>
      <h3>{label}</h3>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name}>
            <span className={styles.name}>{name}</span>
            <p className={styles.note}>{about.get(name)}</p>
          </li>
        ))}
      </ul>
    </section>
  ));
}
