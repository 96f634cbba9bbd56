import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import { completeRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import type { FastifyInstance } from 'fastify';
import { joinByInvitation } from '../../people/invitations/join.ts';
import { requireStage } from '../../people/registration/policy.ts';
import { type RegistrationRow, findInvitationOf, lockRegistration } from '../../people/registration/repository.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { foundOrganization } from '../founding/found.ts';

type Completion = { member_id: string; organization_id: string; plan_to_order: PlanName | null };

/**
 * Step 5, all of it or nothing, and once however often it is asked for: the row is locked, and gone when it is done.
 */
export function completionRoute(app: FastifyInstance): void {
  route(app, completeRegistration, ({ caller }) =>
    app.db.asSystem(async (trx) => {
      const registration = caller.registrationId === null ? null : await lockRegistration(trx, caller.registrationId);
      if (registration !== null) {
        requireStage(caller, registrationStages.summary);
        await complete(trx, registration);
      }
      return findCompleted(trx, caller.userId, caller.memberId);
    }),
  );
}

async function complete(trx: Trx, registration: RegistrationRow): Promise<void> {
  const { user_id, username } = registration;
  const { memberId } = await becomeMember(trx, registration);
  await trx.updateTable('users').set({ username }).where('id', '=', user_id).execute();
  await trx
    .updateTable('registrations')
    .set({ is_completed: true, stage: registrationStages.summary })
    .where('user_id', '=', user_id)
    .execute();
  // Every browser that had the registration open is a member's from now on. The ids were ours from the beginning.
  await trx
    .updateTable('sessions')
    .set({ kind: 'member', member_id: memberId, user_id, attempt_id: null })
    .where('attempt_id', '=', registration.id)
    .execute();
  await trx.deleteFrom('registration_attempts').where('id', '=', registration.id).execute();
}

async function becomeMember(trx: Trx, registration: RegistrationRow): Promise<{ memberId: string }> {
  const {
    user_id: userId,
    new_member_id: memberId,
    plan_name: planName,
    new_organization_id: organizationId,
  } = registration;
  const title = registration.role_title ?? '';
  const invitation = await findInvitationOf(trx, registration);
  if (invitation !== null) return joinByInvitation(trx, invitation, { userId, memberId, title });
  // An invitation that ended after step 3 leaves what was never asked; the steps ask for it.
  if (registration.invitation_id !== null) throw new ApiError('invitation_ended');
  const name = registration.account_kind === 'personal' ? registration.username : registration.organization_name;
  if (name === null) throw ahead(registrationStages.names);
  if (planName === null) throw ahead(registrationStages.plan);
  await foundOrganization(trx, {
    organizationId,
    name,
    planName,
    team: registration.team_name,
    founder: { userId, memberId, title },
  });
  await record(trx, {
    action: 'organization.founded',
    organizationId,
    actor: { kind: 'person', id: memberId, name: registration.email },
    target: { id: organizationId, name },
    after: { plan: planName },
  });
  return { memberId };
}

const ahead = (stage: number) =>
  new ApiError('registration_step_ahead', { issues: [{ path: 'stage', message: String(stage) }] });

/** What the first completion answered, too: the membership it led to. */
async function findCompleted(trx: Trx, userId: string, memberId: string): Promise<Completion> {
  return trx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.user_id', '=', userId)
    .where('memberships.id', '=', memberId)
    .select(['memberships.id as member_id', 'organizations.id as organization_id', 'organizations.plan_to_order'])
    .executeTakeFirstOrThrow();
}
