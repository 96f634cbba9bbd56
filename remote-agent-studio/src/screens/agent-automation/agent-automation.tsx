import './texts.ts';
import '../../executions/texts.ts';
import { Suspense } from 'react';
import { i18n, useTranslation } from '@parlance/shared/i18n';
import { useSearchParams } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { LoadingState, Page } from '@parlance/shared/ui/page';
import { AutomationList } from './automation-list.tsx';

const ControlRoom = lazyPart(() => import('../../automation-control/control-room.tsx'));
const AutomationEditor = lazyPart(() => import('../../automation-editor/automation-editor.tsx'));
const History = lazyPart(() => import('./history.tsx'));

// Preloaded together with the texts of the screen: a list with rows would have to wait for them.
void i18n.loadNamespaces('executions');

/** The automations of agents: the list, the editor of one, or its history. */
export default function AgentAutomation() {
  const { t } = useTranslation('agent-automation');
  const [params] = useSearchParams();
  const isAdmin = useSession(({ subject }) => subject?.isAdmin === true);
  const id = params.get('automation');
  if (id === null && isAdmin && params.get('view') === 'control') {
    return (
      <Page title={t('agent-studio:agentAutomation.title')}>
        <Suspense fallback={<LoadingState />}>
          <ControlRoom />
        </Suspense>
      </Page>
    );
  }
  if (id === null) return <AutomationList isAdmin={isAdmin} />;
  return (
    <Suspense
      fallback={
        <Page title={t('agent-studio:agentAutomation.title')}>
          <LoadingState />
        </Page>
      }
    >
      {params.get('part') === 'history' ? (
        <History key={id} id={id} execution={params.get('execution')} />
      ) : (
        <AutomationEditor id={id} from={params.get('from')} />
      )}
    </Suspense>
  );
}
