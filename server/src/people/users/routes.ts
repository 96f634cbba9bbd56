import { getProfile, updateProfile } from '@parlance/shared/contract/api/users/profile';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { emailReversalRoutes } from './email-reversal.ts';
import { emailRoutes } from './email.ts';
import { mfaRoutes } from './mfa.ts';
import { passwordRoute } from './password.ts';
import { profileOf } from './profile.ts';
import { updateUser } from './repository.ts';

export async function userRoutes(app: FastifyInstance): Promise<void> {
  route(app, getProfile, ({ caller }) => profileOf(app, caller));

  route(app, updateProfile, async ({ body, caller }) => {
    await app.db.asSystem((trx) => updateUser(trx, caller.userId, body));
    return profileOf(app, caller);
  });

  passwordRoute(app);
  mfaRoutes(app);
  emailRoutes(app);
  emailReversalRoutes(app);
}
