import { useState } from 'react';
import { refreshTool, type Tool } from '@parlance/shared/contract/api/tools';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Actions, FormEnd, useSending } from '@parlance/shared/ui/fields';
import { useFailureText } from './failure-text.ts';
import { LeftOut } from './left-out.tsx';
import { ServerWords } from './server-words.tsx';
import styles from './tools.module.css';

type Props = Output<typeof refreshTool>;

/** Reads the functions of a tool anew, and shows added, removed and changed ones. */
export function RefreshTool({
  tool: { id, name },
  changed,
  close,
}: {
  readonly tool: Tool;
  readonly changed: () => void;
  readonly close: () => void;
}) {
  const { t } = useTranslation('agent-studio');
  const { send, isSending, failure } = useSending();
  const [read, show] = useState<Props | null>(null);
  return (
    <Dialog title={t('tools.refreshOf', { name })} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            show(await call(refreshTool, { params: { tool_id: id } }));
            changed();
            return 'again';
          });
        }}
      >
        {read === null && <p>{t('tools.refreshed.about')}</p>}
        <div role="status" className={styles.form}>
          {read !== null && <Changes {...read} />}
          {read !== null && read.left_out.length > 0 && <LeftOut functions={read.left_out} />}
        </div>
        {read === null || read.tool.error_code !== null ? (
          <FormEnd label={t('tools.refresh')} isSending={isSending} failure={failure} onCancel={close} />
        ) : (
          <Actions>
            <button type="button" className="button button-main" onClick={close}>
              {t('tools.refreshed.close')}
            </button>
          </Actions>
        )}
      </form>
    </Dialog>
  );
}

function Changes({ tool, changes, issues = [] }: Props) {
  const { t } = useTranslation('agent-studio');
  const failureText = useFailureText();
  if (tool.error_code !== null) {
    return (
      <>
        <p className={styles.bad}>
          {failureText(tool.error_code)} {t('tools.refreshed.failed')}
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
