import { executionKeptDays } from '@parlance/shared/contract/agents/executions';
import { sql } from 'kysely';
import { isAllFree, isFree } from '../../people/organizations/held.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';

const keptFor = days(executionKeptDays);

/** Events go with the executions that they have set off. */
export const oldAutomationEvents: Due = {
  table: 'automation_events',
  by: 'created_at',
  keptFor,
  where: isAllFree('automation_events.organization_id'),
};
export const oldAutomationEffects: Due = { table: 'automation_effects', by: 'created_at', keptFor };
/** Once nothing of them is left to be read. */
export const deletedAutomations: Due = {
  table: 'automations',
  by: 'deleted_at',
  keptFor,
  where: sql<boolean>`${isFree('automations.organization_id', 'automations.owner_id')} and ${isAllFree('automations.organization_id')}`,
};
