import { useTranslation } from '@parlance/shared/i18n';
import { NamesField } from '@parlance/shared/ui/names-field';
import type { PartProps } from './schedule-form.tsx';
import { SearchedField } from './searched-field.tsx';
import { findAgents } from './use-schedule.ts';

/** Chooses one of the agents that the person may use. */
export function AgentField({ draft: { agent }, change, faults }: PartProps) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <SearchedField label={t('fields.agent')} fault={faults.bot_id}>
      <NamesField
        label={t('fields.agent')}
        chosenLabel={t('fields.agentChosen')}
        hint={t('fields.agentHint')}
        nothing={(search) => t('fields.noAgent', { search })}
        chosen={agent === null ? [] : [agent]}
        change={([chosen]) => change({ agent: chosen === undefined ? null : { id: chosen.id, name: chosen.name } })}
        atMost={1}
        find={findAgents}
      />
    </SearchedField>
  );
}
