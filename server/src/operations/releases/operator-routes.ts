import {
  closeOperatorSession,
  getDeployment,
  getOperatorSession,
  openOperatorSession,
} from '@parlance/shared/contract/api/releases/operator';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { operatorKeyIs } from '../../platform/http/operator-key.ts';
import {
  checkPlace,
  closeSession,
  openSession,
  operatorOrSession,
  sessionOf,
} from '../../platform/http/operator-session.ts';
import { routePublic } from '../../platform/http/route.ts';
import { countAct, giveBack, hourSeconds, type Limit } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { openBuildFiles } from './build-files.ts';
import { describeDeployment } from './deployment.ts';
import { guardOf } from './guard.ts';

/** Nobody guesses a key; this keeps the trials of who does not know it out of the way. */
const keyLimit: Limit = { name: 'operator key', most: 10, windowSeconds: hourSeconds };

/** The session of the operators' page, and all that the page shows. */
export async function operatorSessionRoutes(app: FastifyInstance): Promise<void> {
  const isKey = operatorKeyIs(app);
  app.addHook('onRequest', async (request) => checkPlace(app.config, request));

  routePublic(app, openOperatorSession, async ({ body: { key, by }, request, reply }) => {
    const counted = await app.db.asSystem((trx) => countAct(trx, keyLimit, networkOf(request.ip)));
    if (!isKey(key)) throw new ApiError('credentials_wrong');
    return app.db.asSystem(async (trx) => {
      await giveBack(trx, counted);
      return openSession(trx, { by, request, reply });
    });
  });

  routePublic(app, getOperatorSession, async ({ request }) => app.db.lookUp((db) => sessionOf(db, request)));

  routePublic(app, closeOperatorSession, async ({ request, reply }) => {
    await app.db.asSystem((trx) => closeSession(trx, request, reply));
    return {};
  });
}

export async function deploymentRoutes(app: FastifyInstance): Promise<void> {
  operatorOrSession(app);
  const build = openBuildFiles({
    hostFolder: app.config.HOST_DIR,
    registryFile: app.config.REGISTRY_FILE,
    complain: (sentence, error) => app.log.error({ err: error }, sentence),
  });

  routePublic(app, getDeployment, async () => {
    const built = new Map((await build.remotes()).map(({ entry: { remote } }) => [remote.name, remote.version]));
    return { ...(await app.db.lookUp((db) => describeDeployment(db, built))), guard: guardOf(app.config) };
  });
}
