import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import {
  saveRegistrationNames,
  saveRegistrationPlan,
} from '@parlance/shared/contract/api/registration/registration-steps';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { readInvitation } from '../invitations/join.ts';
import { registrationOf, requireStage } from './policy.ts';
import {
  type RegistrationRow,
  describeRegistration,
  findInvitationOf,
  lockRegistration,
  raiseStage,
} from './repository.ts';

/** Steps 3 and 4. */
export function namesAndPlanRoutes(app: FastifyInstance): void {
  route(app, saveRegistrationNames, ({ body, caller }) =>
    app.db.asSystem(async (trx) => {
      requireStage(caller, registrationStages.names);
      const registration = await lockOwn(trx, registrationOf(caller));
      const invitation =
        body.invitation === undefined
          ? await findInvitationOf(trx, registration)
          : await readInvitation(trx, body.invitation, caller.email);
      const founds = invitation === null && registration.account_kind === 'organization';
      if (founds && body.organization === undefined)
        throw new ApiError('validation_failed', { issues: [{ path: 'body.organization', message: 'required' }] });
      const founded = {
        organization_name: founds ? (body.organization ?? null) : null,
        team_name: founds ? (body.team ?? null) : null,
      };
      await trx
        .updateTable('registration_attempts')
        .set({
          username: body.username,
          role_title: body.role ?? null,
          ...founded,
          invitation_id: invitation?.id ?? null,
        })
        .where('id', '=', registration.id)
        .execute();
      await raiseStage(
        trx,
        registration.user_id,
        invitation === null ? registrationStages.plan : registrationStages.summary,
      );
      return describeRegistration(trx, registration.id);
    }),
  );

  route(app, saveRegistrationPlan, ({ body, caller }) =>
    app.db.asSystem(async (trx) => {
      requireStage(caller, registrationStages.plan);
      const registration = await lockOwn(trx, registrationOf(caller));
      if ((await findInvitationOf(trx, registration)) !== null) throw new ApiError('registration_step_skipped');
      const plan = await trx
        .selectFrom('plans')
        .where('name', '=', body.plan_name)
        .where(sql<boolean>`${registration.account_kind} = any (account_kinds)`)
        .select('name')
        .executeTakeFirst();
      if (plan === undefined)
        throw new ApiError('validation_failed', {
          issues: [{ path: 'body.plan_name', message: 'not_for_account_kind' }],
        });
      await trx
        .updateTable('registration_attempts')
        .set({ plan_name: body.plan_name })
        .where('id', '=', registration.id)
        .execute();
      await raiseStage(trx, registration.user_id, registrationStages.summary);
      return describeRegistration(trx, registration.id);
    }),
  );
}

/** Throws registration_complete where it was completed between the guard and here. */
async function lockOwn(trx: Trx, id: string): Promise<RegistrationRow> {
  const registration = await lockRegistration(trx, id);
  if (registration === null) throw new ApiError('registration_complete');
  return registration;
}
