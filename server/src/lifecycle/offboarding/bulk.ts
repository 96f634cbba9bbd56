import type { changeMembers } from '@parlance/shared/contract/api/offboarding';
import type { CheckedInput, Output } from '@parlance/shared/contract/endpoint';
import { type Actor, type Target, findTarget } from '../../people/members/held-members.ts';
import { changeTeams } from '../../people/members/team-changes.ts';
import { requireTeams } from '../../people/naming/named.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { setRole, setState } from './changes.ts';
import { type BrokenOff, nothingBroken } from './deactivation.ts';

type Body = CheckedInput<typeof changeMembers>['body'];
type Outcome = Output<typeof changeMembers>;

/**
 * Does one thing with many members, one after the other. What a member refuses is refused before anything of it is
 * written, so that the rest of the transaction stands.
 */
export async function changeAll(
  trx: Trx,
  actor: Actor,
  { member_ids, change }: Body,
): Promise<Outcome & { broken: BrokenOff }> {
  if ('team_id' in change) await requireTeams(trx, actor.organizationId, [change.team_id]);
  const changed: string[] = [];
  const refused: Outcome['refused'] = [];
  const runs: string[] = [];
  for (const id of new Set(member_ids)) {
    try {
      const broken = await changeOne(trx, actor, await findTarget(trx, actor, id), change);
      runs.push(...broken.runs);
      changed.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ member_id: id, code: error.apiCode });
    }
  }
  return { changed, refused, broken: { runs } };
}

async function changeOne(trx: Trx, actor: Actor, target: Target, change: Body['change']): Promise<BrokenOff> {
  if (change.kind === 'state') return setState(trx, actor, target, change.state);
  if (change.kind === 'role') await setRole(trx, actor, target, change.role);
  else
    await changeTeams(
      trx,
      actor,
      target,
      change.kind === 'leave_team' ? { leaves: [change.team_id] } : { enters: [change.team_id] },
    );
  return nothingBroken;
}
