import type { FastifyInstance } from 'fastify';
import { type Dependencies, buildService } from '../app.ts';
import { botRoutes } from '../modules/bots/routes.ts';
import { dialogueRoutes } from '../modules/dialogues/routes.ts';
import { healthRoutes } from '../modules/health/routes.ts';
import { invitationRoutes } from '../modules/invitations/routes.ts';
import { membersRoutes } from '../modules/members/routes.ts';
import { planRoutes } from '../modules/plans/routes.ts';
import { registrationRoutes } from '../modules/registration/routes.ts';
import { runRoutes } from '../modules/runs/routes.ts';
import { runsPlugin } from '../modules/runs/runs.ts';
import { sessionRoutes } from '../modules/session/routes.ts';
import { subscriptionRoutes } from '../modules/subscription/routes.ts';
import { termsRoutes } from '../modules/terms/routes.ts';
import { userRoutes } from '../modules/users/routes.ts';

/** The main API. */
export const apiService = (deps: Dependencies): Promise<FastifyInstance> =>
  buildService('main', deps, [healthRoutes, sessionRoutes, planRoutes, userRoutes, registrationRoutes, termsRoutes, membersRoutes, invitationRoutes, subscriptionRoutes, runsPlugin, botRoutes, dialogueRoutes, runRoutes]);
