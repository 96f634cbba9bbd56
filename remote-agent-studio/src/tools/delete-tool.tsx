import { deleteTool, getTool, type Tool } from '@parlance/shared/contract/api/tools';
import { call } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { useEndpoint } from '@parlance/shared/loading';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './tools.module.css';

type Props = { readonly tool: Tool; readonly deleted: (tool: Tool) => void; readonly close: () => void };

/** Asks for confirmation before a tool is deleted, and lists the agents that will lose it. */
export function DeleteTool({ tool, deleted, close }: Props) {
  const { t } = useTranslation('agent-studio');
  const { id, name } = tool;
  const loaded = useEndpoint(getTool, { params: { tool_id: id } });
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('tools.deletion.title', { name })} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await call(deleteTool, { params: { tool_id: id } });
            deleted(tool);
            return undefined;
          });
        }}
      >
        {loaded.status === 'failed' && <ErrorState error={loaded.failure} onRetry={loaded.retry} />}
        {loaded.status === 'loading' && <LoadingState />}
        {loaded.status === 'ready' && (
          <>
            <Users agents={loaded.data.used_by} others={loaded.data.used_by_others} />
            <FormEnd
              label={t('tools.deletion.delete')}
              isDangerous
              isSending={isSending}
              failure={failure}
              onCancel={close}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}

function Users({
  agents,
  others,
}: {
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly others: number;
}) {
  const { t } = useTranslation('agent-studio');
  if (agents.length + others === 0) return <p>{t('tools.deletion.unused')}</p>;
  return (
    <>
      <p>{t('tools.deletion.used')}</p>
      <ul className={styles.names}>
        {agents.map(({ id, name }) => (
          <li key={id}>{name === '' ? t('tools.deletion.unnamed') : name}</li>
        ))}
        {others > 0 && <li>{t('tools.deletion.others', { number: formatNumber(currentLanguage(), others) })}</li>}
      </ul>
    </>
  );
}
