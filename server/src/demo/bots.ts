import { insertBotsFrom } from '../modules/bots/bots-from-files.ts';
import type { Trx } from '../plugins/db/database.ts';
import type { DemoOrganizations } from './organizations.ts';

const folder = new URL('../../demo-files/', import.meta.url);

/** Gives each demonstration organisation its bots with the files behind them. */
export async function seedDemoBots(trx: Trx, organizations: DemoOrganizations): Promise<void> {
  for (const organizationId of Object.values(organizations)) await insertBotsFrom(trx, organizationId, folder);
}
