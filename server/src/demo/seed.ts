import type { Database, Trx } from '../platform/db/database.ts';
import { type DemoOrganizations, seedDemoOrganizations } from './organizations.ts';

/** Fills the demonstration organisations beside their people. */
export type DemoPart = (trx: Trx, organizations: DemoOrganizations) => Promise<void>;

/** Fills an empty database with what every role and plan can be tried with, all of it or nothing. True where it did. */
export function seedDemo(db: Database, parts: readonly DemoPart[]): Promise<boolean> {
  return db.asSystem(async (trx) => {
    const organizations = await seedDemoOrganizations(trx);
    if (organizations === null) return false;
    for (const part of parts) await part(trx, organizations);
    return true;
  });
}
