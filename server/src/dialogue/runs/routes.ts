import { decideApproval } from '@parlance/shared/contract/api/runs/approvals';
import { readReasoning } from '@parlance/shared/contract/api/runs/reasoning';
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
import { findOwnReasoning } from './stored-reasoning.ts';

export async function runRoutes(app: FastifyInstance): Promise<void> {
  const mayRead = (caller: Caller, id: string) =>
    app.db.asTenant(caller.organizationId, (trx) => mayReadOn(trx, caller, app.models, id));
  routeEvents(
    app,
    streamRun,
    async ({ params, caller, lastEventId, signal }) => {
      // Prevents reconnecting to a stream that ended because its reader lost the right. Before an answer's first words
      // the asker was just checked, and those words wait for nothing.
      const live = app.runs.liveOf(params.run_id);
      const isNew = live !== null && live.place === 0 && live.reasoning === null;
      if (!isNew && !(await mayRead(caller, params.run_id))) throw new ApiError('not_found');
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

  route(app, readReasoning, async ({ params, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, (trx) =>
      findOwnReasoning(trx, caller.memberId, params.message_id),
    );
    if (found === undefined) throw new ApiError('not_found');
    const live = found.run_id === null ? null : app.runs.liveOf(found.run_id);
    return { text: live?.reasoning?.text ?? found.text ?? '' };
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
