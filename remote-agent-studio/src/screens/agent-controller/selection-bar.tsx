import type { AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { useTranslation } from '@parlance/shared/i18n';
import { SelectionBar } from '@parlance/shared/ui/selection-bar';
import type { AgentChange } from './use-agent-changes.ts';

type Props = {
  readonly agents: readonly AgentSummary[];
  readonly selected: readonly AgentSummary[];
  readonly select: (ids: readonly string[]) => void;
  readonly change: (action: AgentChange) => void;
  readonly remove: () => void;
};

/** The actions on several agents together. */
export function AgentsSelection({ agents, selected, select, change, remove }: Props) {
  const { t } = useTranslation('agent-studio');
  const all = agents.filter(({ can }) => can.switch).map(({ id }) => id);
  const isArchive = selected.some(({ state }) => state === 'archived');
  return (
    <SelectionBar
      label={t('agentController.selection')}
      allLabel={t('agentController.selectAll')}
      all={all}
      selected={selected.map(({ id }) => id)}
      select={select}
      countText={t('agentController.selected', { number: selected.length })}
    >
      {!isArchive && (
        <button type="button" className="button-link" onClick={() => change('enable')}>
          {t('agentController.enable')}
        </button>
      )}
      {!isArchive && (
        <button type="button" className="button-link" onClick={() => change('disable')}>
          {t('agentController.disable')}
        </button>
      )}
      <button type="button" className="button-link" onClick={() => change(isArchive ? 'unarchive' : 'archive')}>
        {isArchive ? t('agentController.unarchive') : t('agentController.archive')}
      </button>
      <button type="button" className="button-link" onClick={remove}>
        {t('agentController.delete')}
      </button>
    </SelectionBar>
  );
}
