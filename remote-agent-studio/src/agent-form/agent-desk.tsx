import { Suspense, useState, type ReactNode } from 'react';
import type { Agent } from '@parlance/shared/contract/api/agents/agents';
import { textIn } from '@parlance/shared/contract/values/language';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { Conflict } from './conflict.tsx';
import { SaveState } from './save-state.tsx';
import { useAgent } from './use-agent.ts';
import { useDraft, type Draft } from './use-draft.ts';
import { DeskHold, useHolds, useLeaving } from './use-leaving.ts';
import { usePresence } from './use-presence.ts';

const PublishDialog = lazyPart(() => import('./publish-dialog.tsx'));

type Props = {
  readonly agentId: string;
  /** Renders the actions beside the publish button. */
  readonly actions: (agent: Agent) => ReactNode;
  readonly children: (desk: { readonly agent: Agent; readonly draft: Draft; readonly reload: () => void }) => ReactNode;
};

/** The frame of an agent being edited: its draft, the save state, other editors, and the publish button. */
export function AgentDesk({ agentId, actions, children }: Props) {
  const loaded = useAgent(agentId);
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  return (
    <Desk key={agentId} agent={loaded.data} reload={loaded.retry} actions={actions}>
      {children}
    </Desk>
  );
}

function Desk({
  agent,
  reload,
  actions,
  children,
}: Omit<Props, 'agentId'> & { readonly agent: Agent; readonly reload: () => void }) {
  const { t } = useTranslation('agent-studio');
  const draft = useDraft(agent);
  const others = usePresence(agent, draft);
  const { held, hold } = useHolds();
  const leaving = useLeaving(draft, held);
  const [isPublishing, setPublishing] = useState(false);
  const name = textIn(draft.definition.name, currentLanguage());

  async function publish(): Promise<void> {
    if ((await draft.save()) !== null) setPublishing(true);
  }
  return (
    <Page
      title={name === '' ? t('agents.unnamed') : name}
      actions={
        <>
          {actions(agent)}
          {agent.can.publish && (
            <button type="button" className="button button-main" onClick={() => void publish()}>
              {t('agentForm.publish.open')}
            </button>
          )}
        </>
      }
    >
      <SaveState draft={draft} others={others} />
      <Conflict draft={draft} />
      <DeskHold value={hold}>{children({ agent, draft, reload })}</DeskHold>
      {isPublishing && (
        <Suspense fallback={null}>
          <PublishDialog agent={agent} draft={draft} close={() => setPublishing(false)} published={reload} />
        </Suspense>
      )}
      {leaving !== null && (
        <Dialog title={t('agentForm.leave.title')} close={leaving.stay}>
          <p>{t('agentForm.leave.text')}</p>
          <div className="form-actions">
            <button type="button" className="button button-main" onClick={leaving.stay}>
              {t('agentForm.leave.stay')}
            </button>
            <button type="button" className="button" onClick={leaving.leave}>
              {t('agentForm.leave.leave')}
            </button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}
