import type { Trigger, TriggerKind } from '@parlance/shared/contract/agents/automation';
import { type MemberHolder, findHolder } from '../../people/privileges/holder.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { isHeld, setOff } from './set-off.ts';

const active = (trx: Trx, organizationId: string, kind: TriggerKind) =>
  trx
    .selectFrom('automations')
    .where('organization_id', '=', organizationId)
    .where('trigger_kind', '=', kind)
    .where('state', '=', 'active')
    .where('deleted_at', 'is', null);

/** Whether anything waits for events of this kind: asked before more is read of what has happened. */
export const isAwaited = async (trx: Trx, organizationId: string, kind: TriggerKind): Promise<boolean> =>
  (await active(trx, organizationId, kind).select('id').limit(1).executeTakeFirst()) !== undefined;

type Of<Kind extends TriggerKind> = Extract<Trigger, { kind: Kind }>;
/** What happened in the product, and whom it is for. */
type TriggerEvent<Kind extends TriggerKind> = {
  readonly organizationId: string;
  readonly kind: Kind;
  /** Asked for where an automation waits for it, and not otherwise. */
  readonly event: () => Promise<unknown>;
  readonly depth: () => Promise<number>;
  readonly isWanted: (trigger: Of<Kind>) => boolean;
  /** Whether the owner of an automation may read what it is about, at this moment. */
  readonly isReadable: (owner: MemberHolder) => Promise<boolean>;
};

/**
 * Sets off the automations that wait for what has just happened, in the transaction in which it happens: both are kept,
 * or neither.
 */
export async function raiseEvent<Kind extends TriggerKind>(
  trx: Trx,
  { organizationId, kind, event, depth, isWanted, isReadable }: TriggerEvent<Kind>,
): Promise<void> {
  const waiting = await active(trx, organizationId, kind).orderBy('id').selectAll().execute();
  const wanted = waiting.filter(
    ({ definition: { trigger } }) => trigger.kind === kind && isWanted(trigger as Of<Kind>),
  ); // its kind was just asked
  if (wanted.length === 0 || (await isHeld(trx, organizationId))) return;
  const meant = [];
  for (const automation of wanted) {
    const owner = automation.owner_id === null ? null : await findHolder(trx, automation.owner_id);
    if (owner !== null && (await isReadable(owner))) meant.push(automation);
  }
  if (meant.length === 0) return;
  const happened = { event: await event(), depth: await depth() };
  const { id } = await trx
    .insertInto('automation_events')
    .values({ organization_id: organizationId, kind, event: jsonOf(happened.event), depth: happened.depth })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const automation of meant) await setOff(trx, automation, { id, ...happened });
}
