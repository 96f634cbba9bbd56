import type { Turn } from '@parlance/shared/contract/api/dialogues';
import type { Endpoint, Output } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { type Context, routeFollowed } from '../../platform/http/route.ts';
import { mayReadOn } from '../runs/readable-runs.ts';

type TurnEndpoint = Endpoint & { readonly response: { readonly _zod: { readonly output: Turn } } };

/**
 * Serves an endpoint that asks a bot: its response is a turn, followed by the events of the answer if the bot begins at
 * once.
 */
export function routeTurn<E extends TurnEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  ask: (context: Context<E>) => Promise<Turn>,
): void {
  routeFollowed(
    app,
    endpoint,
    async (context) => {
      const turn = await ask(context);
      const { content, run } = turn.answer;
      const place = (run?.text_from ?? 0) + content.length;
      // A stream of a waiting answer is opened when its turn comes: a browser has few connections.
      const events =
        run?.status === 'running'
          ? (signal: AbortSignal) => app.runs.follow(context.caller, run.id, place, signal)
          : null;
      return { data: turn as Output<E>, id: String(place), events }; // the response type of TurnEndpoint
    },
    async ({ answer }, caller) =>
      answer.run === null ||
      app.db.asTenant(caller.organizationId, (trx) => mayReadOn(trx, caller, app.models, answer.run?.id ?? '')),
  );
}
