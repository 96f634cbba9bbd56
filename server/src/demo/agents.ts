import { agentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import * as z from 'zod/mini';
import type { Trx } from '../platform/db/database.ts';
import { jsonOf } from '../platform/db/json.ts';
import { insertDraft, insertPublished } from '../studio/agents/insert-agent.ts';
import { columnsOf } from '../studio/agents/projection.ts';
import type { DemoOrganizations } from './organizations.ts';

/** An agent that was in use and is switched off. */
const travelDesk = {
  avatar: '✈️',
  category: 'people',
  instructions: 'You help to plan business trips: trains, hotels and what may be claimed.',
  name: {
    en: 'Travel Desk',
    'zh-TW': '差旅服務台',
    'th-TH': 'ศูนย์บริการเดินทาง',
    'es-ES': 'Oficina de viajes',
    'fr-FR': 'Service des voyages',
    'pt-PT': 'Balcão de viagens',
    'de-DE': 'Reiseservice',
    'it-IT': 'Ufficio viaggi',
    'nl-NL': 'Reisbalie',
  },
  description: {
    en: 'Plans business trips. Switched off while the travel policy is being revised.',
    'zh-TW': '規劃出差行程。差旅規定修訂期間停用。',
    'th-TH': 'วางแผนการเดินทางไปทำงาน ปิดใช้ระหว่างปรับปรุงระเบียบการเดินทาง',
    'es-ES': 'Planifica viajes de trabajo. Desactivada mientras se revisan las normas.',
    'fr-FR': 'Planifie les déplacements. Désactivé pendant la révision des règles.',
    'pt-PT': 'Planeia viagens de trabalho. Desativado enquanto as normas são revistas.',
    'de-DE': 'Plant Dienstreisen. Abgeschaltet, solange die Reiserichtlinie überarbeitet wird.',
    'it-IT': 'Pianifica le trasferte. Disattivato durante la revisione delle regole.',
    'nl-NL': 'Plant dienstreizen. Uitgeschakeld zolang het reisbeleid wordt herzien.',
  },
};
/** Somebody's idea that nobody else sees yet. */
const draft = {
  avatar: '🔬',
  category: 'writing',
  name: { en: 'Study summaries' },
  instructions: 'You sum up studies in plain words: question, method, finding, and what it does not show.',
};

/**
 * Gives the Pro organisation agents in the states that the studio shows: changed since, switched off, and a draft of a
 * member.
 */
export async function seedDemoAgents(trx: Trx, { pro }: DemoOrganizations): Promise<void> {
  const members = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('organization_id', '=', pro)
    .select(['memberships.id', 'users.email'])
    .execute();
  const [owner, member] = ['owner@pro.example', 'member@pro.example'].map((email) =>
    members.find((it) => it.email === email),
  );
  if (owner === undefined || member === undefined)
    throw new Error('The Pro organisation of the demonstration has no owner or no member.');
  const disabled = await insertPublished(trx, {
    organizationId: pro,
    ownerId: owner.id,
    definition: z.parse(agentDefinition, travelDesk),
    fileIds: [],
  });
  await trx.updateTable('bots').set({ is_disabled: true }).where('id', '=', disabled).execute();
  await insertDraft(trx, { organizationId: pro, ownerId: member.id, definition: z.parse(agentDefinition, draft) });
  await publishAgain(trx, pro, owner.id);
}

/** A second version of the bot of the people’s desk. */
async function publishAgain(trx: Trx, organizationId: string, memberId: string): Promise<void> {
  const { bot_id, definition } = await trx
    .selectFrom('agent_drafts')
    .innerJoin('bots', 'bots.id', 'agent_drafts.bot_id')
    .where('bots.organization_id', '=', organizationId)
    .where((is) => is(is.ref('bots.name', '->>').key('en'), '=', 'People Desk'))
    .select(['agent_drafts.bot_id', 'agent_drafts.definition'])
    .executeTakeFirstOrThrow();
  const changed = {
    ...definition,
    instructions: `${definition.instructions} Name the form that is needed, where there is one.`,
  };
  await trx
    .updateTable('agent_drafts')
    .set({ definition: jsonOf(changed), revision: 2 })
    .where('bot_id', '=', bot_id)
    .execute();
  await trx
    .insertInto('agent_versions')
    .values({
      organization_id: organizationId,
      bot_id,
      number: 2,
      definition: jsonOf(changed),
      revision: 2,
      name: 'Forms',
      message: 'Names the form that is needed.',
      published_by: memberId,
    })
    .execute();
  await trx
    .updateTable('bots')
    .set({ ...columnsOf(changed), version: 2 })
    .where('id', '=', bot_id)
    .execute();
}
