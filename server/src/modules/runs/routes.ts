import { stopRun, streamRun } from '@parlance/shared/contract/api/runs';
import type { FastifyInstance } from 'fastify';
import { route, routeEvents } from '../../plugins/route.ts';
import { placeOf } from './reader.ts';

export async function runRoutes(app: FastifyInstance): Promise<void> {
  routeEvents(app, streamRun, ({ params, caller, lastEventId, signal }) => app.runs.follow(caller, params.run_id, placeOf(lastEventId), signal));

  route(app, stopRun, async ({ params, caller }) => ({ status: await app.runs.stop(caller, params.run_id) }));
}
