import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import { insertMember, insertOrganization, joinTeam } from '../../people/organizations/repository.ts';
import { findPrice } from '../../people/plans/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import { insertBotsFrom } from './bots-from-files.ts';

/**
 * What a new organisation has from the first moment: a bot that knows the platform, so that nobody begins before an
 * empty page.
 */
const starterFiles = new URL('../../../starter-files/', import.meta.url);

type Founding = {
  readonly organizationId: string;
  readonly name: string;
  /** What the founder chose. One that costs something is granted when it is ordered. */
  readonly planName: PlanName;
  readonly team: string | null;
  readonly founder: { readonly userId: string; readonly memberId: string; readonly title: string };
};

/** A new organisation with its first member, who owns it, and a bot to begin with. */
export async function foundOrganization(
  trx: Trx,
  { organizationId, name, planName, team, founder }: Founding,
): Promise<void> {
  const isFree = (await findPrice(trx, planName)) === 0;
  await insertOrganization(trx, { id: organizationId, name, planToOrder: isFree ? null : planName });
  const { memberId, userId, title } = founder;
  await insertMember(trx, { id: memberId, organizationId, userId, title, isAdmin: true, isOwner: true });
  if (team !== null) await joinTeam(trx, { organizationId, memberId, team });
  await insertBotsFrom(trx, organizationId, starterFiles, () => memberId);
}
