import { reportScreen, reportVitals } from '@parlance/shared/contract/api/release-reports';
import type { FastifyInstance } from 'fastify';
import { route } from '../../plugins/route.ts';
import { parseJsonOf } from '../../plugins/validation.ts';
import { openBuildFiles } from '../../services/web/build-files.ts';
import { countReport, isOfRelease } from './reports.ts';
import { countVitals, type TakenVital } from './vitals.ts';

/** Four figures with their names. */
const vitalsMaxBytes = 4096;

/** How releases do, told by the pages that run them. */
export async function releaseReportRoutes(app: FastifyInstance): Promise<void> {
  const build = openBuildFiles({ hostFolder: app.config.HOST_DIR, registryFile: app.config.REGISTRY_FILE, complain: (sentence, error) => app.log.error({ err: error }, sentence) });
  // The vitals come as a beacon.
  parseJsonOf(app, 'text/plain');

  async function isKnown({ remote, version, screen }: { readonly remote: string; readonly version: string; readonly screen?: string }): Promise<boolean> {
    const isBuilt = (await build.remotes()).some(({ entry }) => entry.remote.name === remote && entry.remote.version === version && (screen === undefined || entry.remote.screens.some(({ id }) => id === screen)));
    return isBuilt || app.db.lookUp((db) => isOfRelease(db, { remote, version, ...(screen === undefined ? {} : { screen }) }));
  }

  route(app, reportScreen, async ({ body, caller: { userId } }) => {
    if (!(await isKnown(body))) return { is_counted: false };
    return { is_counted: await app.db.asSystem((trx) => countReport(trx, body, userId)) };
  });

  route(
    app,
    reportVitals,
    async ({ body: { vitals }, caller: { userId } }) => {
      const known: TakenVital[] = [];
      for (const taken of vitals) if (await isKnown({ remote: taken.remote, version: taken.version })) known.push(taken);
      return { counted: known.length === 0 ? 0 : await app.db.asSystem((trx) => countVitals(trx, known, userId)) };
    },
    { proof: 'origin', bodyLimit: vitalsMaxBytes },
  );
}
