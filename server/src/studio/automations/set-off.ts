import { fillPlaces, unmetConditions } from '@parlance/shared/contract/agents/automation-places';
import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import { depthAtMost } from '@parlance/shared/contract/agents/executions';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { makeExecution } from '../executions/make.ts';
import type { AutomationRow } from './repository.ts';

/** Resolves to true if an organisation is held: none of its events has an effect. */
export async function isHeld(trx: Trx, organizationId: string): Promise<boolean> {
  return (
    (await trx
      .selectFrom('automation_holds')
      .where('organization_id', '=', organizationId)
      .select('organization_id')
      .executeTakeFirst()) !== undefined
  );
}

type Event = { readonly id: string; readonly event: unknown; readonly depth: number };

/**
 * Makes the execution of an automation for an event, in the transaction that stores the event. Does nothing if the
 * event does not meet the conditions; one that is too deep means that the automation triggers itself, and pauses it.
 */
export async function setOff(trx: Trx, automation: AutomationRow, { id, event, depth }: Event): Promise<void> {
  const { organization_id: organizationId, owner_id: ownerId, definition, name } = automation;
  if (ownerId === null) return;
  const isLoop = depth > depthAtMost;
  const skipped = isLoop ? 'loop' : unmetConditions(definition.conditions, event).length > 0 ? 'condition' : null;
  await makeExecution(trx, {
    ...{
      organizationId,
      of: { automationId: automation.id },
      memberId: ownerId,
      botId: definition.bot_id,
      cause: 'event',
      dueAt: new Date(),
      eventId: id,
      depth,
      input: event,
    },
    ...promptOf(definition, event),
    ...(skipped === null ? { actions: definition.actions } : { skipped }),
  });
  if (!isLoop) return;
  await trx
    .updateTable('automations')
    .set({ state: 'paused', paused_because: 'loop', updated_at: sql<Date>`now()` })
    .where('id', '=', automation.id)
    .execute();
  await record(trx, {
    action: 'automation.paused',
    target: { id: automation.id, name },
    after: { because: 'loop' },
    organizationId,
  });
}

/** The prompt that an event makes. */
export function promptOf(
  { prompt }: Pick<AutomationRow['definition'], 'prompt'>,
  event: unknown,
): { readonly prompt: string; readonly eventPlaces: readonly EventPlace[] } {
  const { text, places } = fillPlaces(prompt, event, { longest: promptMaxLength });
  return { prompt: text, eventPlaces: places };
}
