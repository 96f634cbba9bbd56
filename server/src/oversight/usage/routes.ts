import { beaconMaxBytes, postEvents, postSessionData } from '@parlance/shared/contract/api/usage';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { TokenBuckets } from '../../platform/http/token-buckets.ts';
import { parseJsonOf } from '../../platform/http/validation.ts';
import { hourSeconds } from '../../platform/limits/limits.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { insertEvents, insertUsageSession } from './repository.ts';

/**
 * Registers the beacons of a page that goes away: its usage session and its analytics events. The browser sends them
 * with no header of ours and with a body of a type that needs no preflight: docs/adr/0010-beacons.md.
 */
export async function usageRoutes(app: FastifyInstance): Promise<void> {
  // The parser serves the routes of this module only: Fastify scopes it to the plugin that adds it.
  parseJsonOf(app, 'text/plain');
  const anHour = app.config.MEMBER_EVENTS_AN_HOUR;
  const buckets = new TokenBuckets({ perSecond: anHour / hourSeconds, most: anHour });
  /** Limits before anything is stored: the ids are the browser's, and made-up ones could fill the disk. */
  const take = ({ memberId }: Caller, count: number) => {
    if (anHour > 0) buckets.take(memberId, count);
  };
  const asBeacon = { proof: 'origin', bodyLimit: beaconMaxBytes } as const;
  route(
    app,
    postSessionData,
    async ({ caller, body }) => {
      take(caller, 1);
      await app.db.asTenant(caller.organizationId, (trx) => insertUsageSession(trx, caller, body));
      return { session_id: body.session_id };
    },
    asBeacon,
  );
  route(
    app,
    postEvents,
    async ({ caller, body }) => {
      take(caller, body.events.length);
      await app.db.asTenant(caller.organizationId, (trx) => insertEvents(trx, caller, body.events));
      return { accepted: body.events.length };
    },
    asBeacon,
  );
}
