import { answerElicitation } from '@parlance/shared/contract/api/tools/elicitations';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { answerQuestion } from './answer.ts';
import { answeredChannel } from './desk.ts';

/** Registers the route by which people answer what the servers of their calls want to know. */
export async function elicitationRoutes(app: FastifyInstance): Promise<void> {
  const { db, events, toolReach } = app;

  route(app, answerElicitation, async ({ params: { elicitation_id: id }, body, caller }) => {
    const runId = await db.asTenant(caller.organizationId, (trx) =>
      answerQuestion(trx, toolReach.secrets, caller, id, body),
    );
    events.publish(answeredChannel, id);
    app.runs.tell(runId);
    return {};
  });
}
