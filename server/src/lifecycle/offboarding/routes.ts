import { type MemberDetails } from '@parlance/shared/contract/api/members';
import {
  changeMembers,
  getBelongings,
  getMember,
  offboardMember,
  setMemberRole,
  setMemberState,
  setMemberTeams,
} from '@parlance/shared/contract/api/offboarding';
import type { FastifyInstance } from 'fastify';
import { type Actor, type Target, actAsAdministrator, findTarget } from '../../people/members/held-members.ts';
import { findMember } from '../../people/members/repository.ts';
import { setTeams } from '../../people/members/team-changes.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { changeAll } from './bulk.ts';
import { setRole, setState } from './changes.ts';
import { breakOff } from './deactivation.ts';
import { countBelongings, handOverAndDeactivate } from './offboarding.ts';

/** One member, and what administrators change about them. */
export async function memberChangeRoutes(app: FastifyInstance): Promise<void> {
  route(app, getMember, ({ caller, params }) =>
    app.db.asTenant(caller.organizationId, (trx) => findOrThrow(trx, caller, params.member_id)),
  );

  route(app, setMemberRole, ({ body, caller, params }) =>
    changed(app, caller, params.member_id, (trx, actor, target) => setRole(trx, actor, target, body.role)),
  );

  route(app, setMemberTeams, ({ body, caller, params }) =>
    changed(app, caller, params.member_id, (trx, actor, target) => setTeams(trx, actor, target, body.team_ids)),
  );

  route(app, setMemberState, async ({ body, caller, params }) => {
    const { broken, member } = await app.db.asTenant(caller.organizationId, async (trx) => {
      const actor = await actAsAdministrator(trx, caller);
      const broken = await setState(trx, actor, await findTarget(trx, actor, params.member_id), body.state);
      return { broken, member: await findOrThrow(trx, caller, params.member_id) };
    });
    breakOff(app, broken);
    return member;
  });

  route(app, changeMembers, async ({ body, caller }) => {
    const { broken, ...outcome } = await app.db.asTenant(caller.organizationId, async (trx) =>
      changeAll(trx, await actAsAdministrator(trx, caller), body),
    );
    breakOff(app, broken);
    return outcome;
  });

  offboardingRoutes(app);
}

function offboardingRoutes(app: FastifyInstance): void {
  route(app, getBelongings, ({ caller, params }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { id } = await findOrThrow(trx, caller, params.member_id);
      return countBelongings(trx, id);
    }),
  );

  route(app, offboardMember, async ({ body, caller, params }) => {
    const { broken, ...done } = await app.db.asTenant(caller.organizationId, async (trx) => {
      const actor = await actAsAdministrator(trx, caller);
      const { handedOver, broken } = await handOverAndDeactivate(
        trx,
        app.toolReach.secrets,
        actor,
        await findTarget(trx, actor, params.member_id),
        body,
      );
      return { broken, member: await findOrThrow(trx, caller, params.member_id), handed_over: handedOver };
    });
    breakOff(app, broken);
    return done;
  });
}

/** Changes a member while the people of the organisation are held; the member as they are then. */
function changed(
  app: FastifyInstance,
  caller: Caller,
  id: string,
  change: (trx: Trx, actor: Actor, target: Target) => Promise<void>,
): Promise<MemberDetails> {
  return app.db.asTenant(caller.organizationId, async (trx) => {
    const actor = await actAsAdministrator(trx, caller);
    await change(trx, actor, await findTarget(trx, actor, id));
    return findOrThrow(trx, caller, id);
  });
}

async function findOrThrow(trx: Trx, { organizationId }: Caller, id: string): Promise<MemberDetails> {
  const member = await findMember(trx, organizationId, id);
  if (member === null) throw new ApiError('not_found');
  return member;
}
