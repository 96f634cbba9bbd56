import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import ExecutionView from '../executions/execution-view.tsx';
import styles from './automation-editor.module.css';

type Props = { readonly automationId: string; readonly executionId: string; readonly close: () => void };

/** A test as it happens: the prompt, the answer, and the effects the actions would have. */
export default function TestDialog({ automationId, executionId, close }: Props) {
  const { t } = useTranslation('agent-automation');
  return (
    <Dialog title={t('test.result')} close={close}>
      <div className={styles.tested}>
        <ExecutionView
          id={executionId}
          addressOf={(id) => `?automation=${automationId}&part=history&execution=${id}`}
        />
      </div>
    </Dialog>
  );
}
