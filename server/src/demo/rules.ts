import { ruleDefinition } from '@parlance/shared/contract/api/governance/rule';
import * as z from 'zod/mini';
import type { Trx } from '../platform/db/database.ts';
import { jsonOf } from '../platform/db/json.ts';
import type { DemoOrganizations } from './organizations.ts';

/** Notes what it finds in prompts and changes nothing: whoever tries the product is answered as without it. */
const watched = {
  name: 'Cards and bank accounts',
  target: 'prompt',
  action: 'monitor',
  conditions: [{ kind: 'personal', detectors: ['card', 'iban'] }],
};

/** Gives the Pro organisation a rule that its owner has made. */
export async function seedDemoRules(trx: Trx, { pro }: DemoOrganizations): Promise<void> {
  const owner = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('organization_id', '=', pro)
    .where('users.email', '=', 'owner@pro.example')
    .select('memberships.id')
    .executeTakeFirstOrThrow();
  const definition = jsonOf(z.parse(ruleDefinition, watched));
  const { id } = await trx
    .insertInto('governance_rules')
    .values({ organization_id: pro, definition, position: 1, is_enabled: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('governance_rule_versions')
    .values({ organization_id: pro, rule_id: id, version: 1, definition, saved_by: owner.id })
    .execute();
}
