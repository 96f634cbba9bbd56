import { saveRegistrationNames, saveRegistrationPlan } from '@parlance/shared/contract/api/registration-steps';
import { registrationStages } from '@parlance/shared/contract/registration-stages';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../../plugins/api-error.ts';
import { route } from '../../plugins/route.ts';
import { readInvitation } from '../invitations/join.ts';
import { attemptOf, requireStage } from './policy.ts';
import { type AttemptRow, describeAttempt, findInvitationOf, lockAttempt, raiseStage } from './repository.ts';
import type { Trx } from '../../plugins/db/database.ts';

/** Steps 3 and 4. */
export function namesAndPlanRoutes(app: FastifyInstance): void {
  route(app, saveRegistrationNames, ({ body, caller }) =>
    app.db.asSystem(async (trx) => {
      requireStage(caller, registrationStages.names);
      const attempt = await lockOwn(trx, attemptOf(caller));
      const invitation = body.invitation === undefined ? await findInvitationOf(trx, attempt) : await readInvitation(trx, body.invitation, caller.email);
      const founds = invitation === null && attempt.account_kind === 'organization';
      if (founds && body.organization === undefined) throw new ApiError('validation_failed', { issues: [{ path: 'body.organization', message: 'required' }] });
      const founded = { organization_name: founds ? (body.organization ?? null) : null, team_name: founds ? (body.team ?? null) : null };
      await trx
        .updateTable('registration_attempts')
        .set({ username: body.username, role_title: body.role ?? null, ...founded, invitation_id: invitation?.id ?? null })
        .where('id', '=', attempt.id)
        .execute();
      await raiseStage(trx, attempt.user_id, invitation === null ? registrationStages.plan : registrationStages.summary);
      return describeAttempt(trx, attempt.id);
    }),
  );

  route(app, saveRegistrationPlan, ({ body, caller }) =>
    app.db.asSystem(async (trx) => {
      requireStage(caller, registrationStages.plan);
      const attempt = await lockOwn(trx, attemptOf(caller));
      if ((await findInvitationOf(trx, attempt)) !== null) throw new ApiError('registration_step_skipped');
      const plan = await trx.selectFrom('plans').where('name', '=', body.plan_name).where(sql<boolean>`${attempt.account_kind} = any (account_kinds)`).select('name').executeTakeFirst();
      if (plan === undefined) throw new ApiError('validation_failed', { issues: [{ path: 'body.plan_name', message: 'not_for_account_kind' }] });
      await trx.updateTable('registration_attempts').set({ plan_name: body.plan_name }).where('id', '=', attempt.id).execute();
      await raiseStage(trx, attempt.user_id, registrationStages.summary);
      return describeAttempt(trx, attempt.id);
    }),
  );
}

/** Throws registration_complete where it was completed between the guard and here. */
async function lockOwn(trx: Trx, id: string): Promise<AttemptRow> {
  const attempt = await lockAttempt(trx, id);
  if (attempt === null) throw new ApiError('registration_complete');
  return attempt;
}
