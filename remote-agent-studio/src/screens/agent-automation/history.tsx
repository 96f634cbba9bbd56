import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { useAutomation } from '../../automation-editor/use-automation.ts';
import ExecutionHistory from '../../executions/execution-history.tsx';
import ExecutionView from '../../executions/execution-view.tsx';

type Props = { readonly id: string; /** The one to show; null: the list. */ readonly execution: string | null };

/** The executions of an automation. */
export default function History({ id, execution }: Props) {
  const { t } = useTranslation('agent-automation');
  const automation = useAutomation(id);
  const addressOf = (one: string) => `?automation=${id}&part=history&execution=${one}`;
  if (automation.status === 'loading')
    return (
      <Page title={t('history.title')}>
        <LoadingState />
      </Page>
    );
  if (automation.status === 'failed')
    return (
      <Page title={t('history.title')}>
        <ErrorState error={automation.failure} onRetry={automation.retry} />
      </Page>
    );
  const { name } = automation.data;
  const to = execution === null ? `?automation=${id}` : `?automation=${id}&part=history`;
  return (
    <Page
      title={t('history.of', { name })}
      actions={
        <Link className="button" to={to}>
          {execution === null ? t('history.automation') : t('history.all')}
        </Link>
      }
    >
      {execution === null ? (
        <ExecutionHistory of={{ automation_id: id }} addressOf={addressOf} />
      ) : (
        <ExecutionView key={execution} id={execution} addressOf={addressOf} />
      )}
    </Page>
  );
}
