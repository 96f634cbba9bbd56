import type { BotCategory } from '@parlance/shared/contract/api/bots';
import { insertBotsFrom } from '../lifecycle/founding/bots-from-files.ts';
import type { Trx } from '../platform/db/database.ts';
import type { DemoOrganizations } from './organizations.ts';

const folder = new URL('../../demo-files/', import.meta.url);

/** Categories an administrator is responsible for, if there is one beside the owner. */
const administrators: readonly BotCategory[] = ['it', 'knowledge'];

/** Gives each demonstration organisation its bots with the files behind them. */
export async function seedDemoBots(trx: Trx, organizations: DemoOrganizations): Promise<void> {
  for (const organizationId of Object.values(organizations)) {
    const members = await trx
      .selectFrom('memberships')
      .where('organization_id', '=', organizationId)
      .where('is_admin', '=', true)
      .select(['id', 'is_owner'])
      .execute();
    const owner = members.find(({ is_owner }) => is_owner);
    if (owner === undefined) throw new Error('A demonstration organisation has no owner.');
    const admin = members.find(({ is_owner }) => !is_owner) ?? owner;
    await insertBotsFrom(
      trx,
      organizationId,
      folder,
      (category) => (administrators.includes(category) ? admin : owner).id,
    );
  }
}
