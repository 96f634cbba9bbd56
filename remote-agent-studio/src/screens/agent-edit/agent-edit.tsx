import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { useReachable } from '@parlance/shared/remote/reachable';
import { Link, useParams, useSearchParams } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { LoadingState } from '@parlance/shared/ui/page';
import { Tabs } from '@parlance/shared/ui/tabs';
import { AgentDesk } from '../../agent-form/agent-desk.tsx';
import { AgentForm } from '../../agent-form/agent-form.tsx';
import { IsShown } from '../../agent-form/is-shown.ts';
import { Workbench } from '../../agent-form/workbench.tsx';
import { TestChat } from '../../test-chat/test-chat.tsx';

const Versions = lazyPart(() => import('./versions.tsx'));
const Tests = lazyPart(() => import('./tests.tsx'));
const tabs = ['form', 'versions', 'tests'] as const;

/**
 * Edits an agent: its form, its versions, its tests. The address holds the tab. Requests of the form, and input in the
 * tests, survive behind another tab.
 */
export default function AgentEdit() {
  const { t } = useTranslation('agent-studio');
  const { botId = '' } = useParams();
  const [params] = useSearchParams();
  const hasPages = useReachable('/bots/any');
  const tab = tabs.find((it) => it === params.get('tab')) ?? 'form';
  const [hasForm, setHasForm] = useState(false);
  const [isTyped, setTyped] = useState(false);
  if (tab === 'form' && !hasForm) setHasForm(true);
  return (
    <AgentDesk
      agentId={botId}
      actions={({ id, state }) =>
        hasPages &&
        state === 'published' && (
          <Link className="button" to={`/bots/${id}`}>
            {t('agentEdit.use')}
          </Link>
        )
      }
    >
      {({ agent, draft, reload }) => (
        <>
          <Tabs
            isAbove
            label={t('agentEdit.tabs.title')}
            current={tab}
            tabs={tabs.map((it) => ({
              id: it,
              name: t(`agentEdit.tabs.${it}`),
              to: it === 'form' ? `/agent-edit/${botId}` : `/agent-edit/${botId}?tab=${it}`,
            }))}
          />
          {(tab === 'form' || hasForm) && (
            <Behind isShown={tab === 'form'}>
              <Workbench
                form={<AgentForm value={draft.definition} onChange={draft.change} agent={agent} reload={reload} />}
                chat={<TestChat agentId={agent.id} definition={draft.definition} />}
              />
            </Behind>
          )}
          <Suspense fallback={<LoadingState />}>
            {tab === 'versions' && <Versions key={agent.version} agent={agent} draft={draft} />}
          </Suspense>
          <Suspense fallback={<LoadingState />}>
            {(tab === 'tests' || isTyped) && (
              <Behind isShown={tab === 'tests'}>
                <Tests agent={agent} draft={draft} typed={setTyped} />
              </Behind>
            )}
          </Suspense>
        </>
      )}
    </AgentDesk>
  );
}

/** A part of the page that may be hidden behind another tab, with its state. */
function Behind({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  return (
    <IsShown value={isShown}>
      <div hidden={!isShown}>{children}</div>
    </IsShown>
  );
}
