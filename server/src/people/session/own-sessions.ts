import { endOtherSessions, endOwnSession, listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { nameDevice } from './device-name.ts';
import { endSessionsOf } from './repository.ts';

export function ownSessionRoutes(app: FastifyInstance): void {
  route(app, listOwnSessions, async ({ caller }) => ({
    items: await app.db.asSystem((trx) => findOwnSessions(trx, caller)),
  }));

  route(app, endOwnSession, async ({ caller, params }) => {
    const isEnded =
      params.session_id !== caller.sessionId &&
      (await app.db.asSystem((trx) => endOne(trx, caller, params.session_id)));
    if (!isEnded) throw new ApiError('not_found');
    return {};
  });

  route(app, endOtherSessions, ({ caller }) =>
    app.db.asSystem(async (trx) => {
      const ended = await endSessionsOf(trx, caller.userId, caller.sessionId);
      if (ended > 0)
        await recordOfPerson(trx, caller, { action: 'session.others_ended', by: 'themselves', after: { ended } });
      return { ended };
    }),
  );
}

async function findOwnSessions(trx: Trx, caller: Caller) {
  const rows = await trx
    .selectFrom('sessions')
    .where('user_id', '=', caller.userId)
    .where('kind', '=', 'member')
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy(sql`id = ${caller.sessionId}`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .execute();
  return rows.map(({ id, user_agent, created_at, last_seen_at }) => ({
    id,
    is_current: id === caller.sessionId,
    ...nameDevice(user_agent),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }));
}

async function endOne(trx: Trx, caller: Caller, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n)
    await recordOfPerson(trx, caller, { action: 'session.others_ended', by: 'themselves', after: { ended: 1 } });
  return numDeletedRows > 0n;
}
