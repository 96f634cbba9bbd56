import * as api from '@parlance/shared/contract/api/charts/charts';
import { getOwnUsage } from '@parlance/shared/contract/api/charts/own-usage';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import { readChoices, requireShown } from './choices.ts';
import { countChanges, countedAtOnce } from './count.ts';
import { readOwnUsage } from './own-usage.ts';
import { periodBefore, readSeries } from './series.ts';
import { readTops } from './tops.ts';

/** Figures of use: the organisation’s for administrators, and everybody’s own. */
export async function chartRoutes(app: FastifyInstance): Promise<void> {
  route(app, api.getChartSeries, ({ query, caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) => {
      await requireShown(trx, organizationId, query);
      return {
        current: await readSeries(trx, organizationId, query),
        previous: await readSeries(trx, organizationId, periodBefore(query)),
      };
    }),
  );

  route(app, api.getChartTops, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await requireShown(trx, caller.organizationId, query);
      return readTops(trx, caller, query);
    }),
  );

  route(app, api.getChartChoices, ({ caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const isCounting = await countSome(trx, caller.organizationId);
      return { ...(await readChoices(trx, caller)), is_counting: isCounting };
    }),
  );

  route(app, getOwnUsage, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readOwnUsage(trx, caller, Number(query.days))),
  );

  route(app, api.setTimeZone, ({ body, caller: { organizationId } }) =>
    app.db.asTenant(organizationId, async (trx) => {
      if (!isTimeZone(body.time_zone))
        throw new ApiError('validation_failed', { issues: [{ path: 'body.time_zone', message: 'unknown' }] });
      const { name, time_zone: before } = await trx
        .selectFrom('organizations')
        .where('id', '=', organizationId)
        .select(['name', 'time_zone'])
        .forUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('organizations')
        .set({ time_zone: body.time_zone })
        .where('id', '=', organizationId)
        .execute();
      if (before !== body.time_zone)
        await record(trx, {
          action: 'organization.time_zone_changed',
          target: { id: organizationId, name },
          before: { time_zone: before },
          after: { time_zone: body.time_zone },
        });
      return { time_zone: body.time_zone };
    }),
  );
}

/**
 * Who opens the dashboard sees what has just happened; what is more than a moment's work is left to the worker. True
 * where it was.
 */
async function countSome(trx: Trx, organizationId: string): Promise<boolean> {
  const isMore = (await countChanges(trx, organizationId)) === countedAtOnce;
  if (isMore) await requestJob(trx, 'count_charts', {}, null);
  return isMore;
}

/** One that the server and every browser know. */
const isTimeZone = (name: string): boolean => name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name);
