import { decideApproval } from '@parlance/shared/contract/api/runs/approvals';
import { getRun, stopRun, streamRun } from '@parlance/shared/contract/api/runs/runs';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route, routeEvents } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { answerCall } from './answer-call.ts';
import { decideApproval as decide } from './decide-approval.ts';
import { runDetails } from './details.ts';
import { findRunDetails, mayReadOn } from './readable-runs.ts';
import { placeOf } from './reader.ts';

export async function runRoutes(app: FastifyInstance): Promise<void> {
  const mayRead = (caller: Caller, id: string) =>
    app.db.asTenant(caller.organizationId, (trx) => mayReadOn(trx, caller, app.models, id));
  routeEvents(
    app,
    streamRun,
    async ({ params, caller, lastEventId, signal }) => {
      // Or a stream that has ended for who lost the right to it would be opened again. Before an answer speaks, whoever
      // asked has just been judged, and its first words wait for nothing.
      if (app.runs.textOf(params.run_id) !== '' && !(await mayRead(caller, params.run_id)))
        throw new ApiError('not_found');
      return app.runs.follow(caller, params.run_id, placeOf(lastEventId), signal);
    },
    ({ params, caller }) => mayRead(caller, params.run_id),
  );

  route(app, getRun, async ({ params, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      findRunDetails(trx, caller.memberId, params.run_id),
    );
    if (found === undefined) throw new ApiError('not_found');
    return runDetails(found, app.models, caller);
  });

  route(app, stopRun, async ({ params, caller }) => {
    const { status, isTakenBack } = await app.runs.stop(caller, params.run_id);
    return { status, is_taken_back: isTakenBack };
  });

  route(app, answerToolCall, ({ params, body, caller }) =>
    answerCall(app, caller, { callId: params.call_id, ...body }),
  );

  route(app, decideApproval, async ({ params, body, caller }) => {
    await decide(app, caller, params.approval_id, body);
    return {};
  });
}
