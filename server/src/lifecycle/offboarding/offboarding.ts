import type { Belongings, offboardMember } from '@parlance/shared/contract/api/offboarding';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import type { Actor, Target } from '../../people/members/held-members.ts';
import { namingTables, requireColleagues } from '../../people/naming/named.ts';
import { requireRoomForAll } from '../../people/privileges/owned.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { giveAll } from '../../studio/automation-control/give.ts';
import { countOfMember } from '../../studio/automation-control/owner-gone.ts';
import { setState } from './changes.ts';
import type { BrokenOff } from './deactivation.ts';

type Receivers = CheckedInput<typeof offboardMember>['body'];
type Kind = Exclude<keyof Belongings, 'automations'>;

/** What a person can own, where it stands, and whom it names beside its owner. */
const places = {
  agents: { table: 'bots', ...namingTables.agent },
  prompt_templates: { table: 'prompt_templates', ...namingTables.prompt_template },
  knowledge: { table: 'knowledge_sources', ...namingTables.knowledge_source },
} as const satisfies Record<Kind, object>;
const kinds = Object.keys(places) as Kind[]; // the keys of an object of ours

/** What a member owns, with what was deleted and can be brought back: its new owner may do that. */
export async function countBelongings(trx: Trx, memberId: string): Promise<Belongings> {
  const count = (kind: Kind) =>
    sql<number>`(select count(*) from ${sql.table(places[kind].table)} where owner_id = ${memberId} and (deleted_at is null or deleted_at > now() - interval '30 days'))::int`.as(
      kind,
    );
  return trx
    .selectNoFrom([
      count('agents'),
      count('prompt_templates'),
      count('knowledge'),
      countOfMember(memberId).as('automations'),
    ])
    .executeTakeFirstOrThrow();
}

/** Hands over what a member owns and deactivates them. Call it with the people of the organisation held. */
export async function handOverAndDeactivate(
  trx: Trx,
  secrets: () => Secrets,
  actor: Actor,
  target: Target,
  receivers: Receivers,
): Promise<{ handedOver: Belongings; broken: BrokenOff }> {
  // First what would belong to nobody as soon as they are deactivated.
  const automations = await handOverAutomations(trx, secrets, actor, target, receivers.automations_to);
  const broken = await setState(trx, actor, target, 'deactivated');
  const handedOver = { ...(await countBelongings(trx, target.id)), automations };
  for (const kind of kinds) {
    const to = receivers[`${kind}_to`];
    if (to === null && handedOver[kind] > 0) throw receiverMissing(kind);
    if (to === null) continue;
    if (kind !== 'prompt_templates')
      await requireRoomForAll(trx, kind === 'agents' ? 'agents' : 'knowledge_sources', { from: target.id, to });
    await requireColleagues(trx, actor.organizationId, [to]);
    await handOver(trx, kind, target.id, to);
  }
  await answerFor(trx, actor, target.id, receivers.agents_to);
  await record(trx, {
    action: 'member.handed_over',
    target: { id: target.id, name: target.email },
    after: { ...handedOver, ...receivers },
  });
  return { handedOver, broken };
}

const receiverMissing = (kind: keyof Belongings) =>
  new ApiError('validation_failed', {
    issues: [{ path: `body.${kind}_to`, message: 'Say who receives this: there is something to hand over.' }],
  });

async function handOverAutomations(
  trx: Trx,
  secrets: () => Secrets,
  { organizationId, memberId }: Actor,
  { id }: Target,
  to: string | null,
): Promise<number> {
  if (to !== null) await requireColleagues(trx, organizationId, [to]);
  const { automations } = await countBelongings(trx, id);
  // Nobody leaves by themselves; that is said before what is missing.
  if (automations === 0 || id === memberId) return 0;
  if (to === null) throw receiverMissing('automations');
  return giveAll(trx, secrets, { from: id, to });
}

/** Whoever owns something is not named beside. */
async function handOver(trx: Trx, kind: Kind, from: string, to: string): Promise<void> {
  const { table, people, of } = places[kind];
  await sql`
    with given as (update ${sql.table(table)} set owner_id = ${to} where owner_id = ${from} returning id)
    delete from ${sql.table(people)} as named using given where named.${sql.ref(of)} = given.id and named.member_id = ${to}`.execute(
    trx,
  );
}

/** Members turn to the person who is responsible for an agent: that, too, is whoever receives the agents. */
async function answerFor(trx: Trx, { memberId: changedBy }: Actor, from: string, to: string | null): Promise<void> {
  await trx.updateTable('bots').set({ responsible_id: to }).where('responsible_id', '=', from).execute();
  await trx
    .updateTable('agent_drafts')
    .set({
      definition: sql<string>`jsonb_set(definition, '{responsible_id}', ${JSON.stringify(to)}::jsonb)`,
      revision: sql<number>`revision + 1`,
      changed_by: changedBy,
    })
    .where(sql<boolean>`definition ->> 'responsible_id' = ${from}`)
    .execute();
}
