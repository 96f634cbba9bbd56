import { reportScreen, reportVitals } from '@parlance/shared/contract/api/releases/release-reports';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { parseJsonOf } from '../../platform/http/validation.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { openBuildFiles } from './build-files.ts';
import { type ActiveOrganization, audienceOf, findActiveOrganizations, peopleCounted } from './health.ts';
import { countReport } from './reports.ts';
import { readRemote, servedTo, type Remote, type ServedRelease } from './served.ts';
import { countVitals, type TakenVital } from './vitals.ts';

/** Four figures with their names. */
const vitalsMaxBytes = 4096;
/** Milliseconds for which it is known how many people the organisations have. */
const organizationsKeptMs = 60_000;

/** How releases do, told by the pages that run them. */
export async function releaseReportRoutes(app: FastifyInstance): Promise<void> {
  const build = openBuildFiles({
    hostFolder: app.config.HOST_DIR,
    registryFile: app.config.REGISTRY_FILE,
    complain: (sentence, error) => app.log.error({ err: error }, sentence),
  });
  const findOrganizations = keptFor(organizationsKeptMs, findActiveOrganizations);
  const least = app.config.RELEASE_FAILURE_VISITS;
  // The vitals come as a beacon.
  parseJsonOf(app, 'text/plain');

  /** What a member has of a remote. Who is registering is nobody yet, and moves nothing. */
  async function havingOf(caller: Caller, name: string): Promise<(ServedRelease & { readonly remote: Remote }) | null> {
    if (caller.registrationId !== null || !caller.registration.isCompleted || caller.workspaceStatus !== 'ACTIVE')
      return null;
    const remote = await app.db.lookUp((db) => readRemote(db, build, name));
    const served = servedTo(remote, caller);
    return served === null ? null : { ...served, remote };
  }

  const reporterOf = (
    { userId, organizationId }: Caller,
    { remote, release }: ServedRelease & { readonly remote: Remote },
  ) => ({
    userId,
    organizationId,
    peopleCounted: async (trx: Trx) => {
      const audience = audienceOf(release, remote, await findOrganizations(trx));
      return peopleCounted(
        audience.map(({ people }) => people),
        least,
      );
    },
  });

  route(app, reportScreen, async ({ body, caller }) => {
    const having = await havingOf(caller, body.remote);
    if (having?.version !== body.version || !having.screens.some(({ id }) => id === body.screen))
      return { is_counted: false };
    return { is_counted: await app.db.asSystem((trx) => countReport(trx, body, reporterOf(caller, having))) };
  });

  route(
    app,
    reportVitals,
    async ({ body: { vitals }, caller }) => {
      let counted = 0;
      for (const [name, ofRemote] of Map.groupBy(vitals, ({ remote }) => remote)) {
        const having = await havingOf(caller, name);
        const known: TakenVital[] = having === null ? [] : ofRemote.filter(({ version }) => version === having.version);
        if (having === null || known.length === 0) continue;
        counted += await app.db.asSystem((trx) => countVitals(trx, known, reporterOf(caller, having)));
      }
      return { counted };
    },
    { proof: 'origin', bodyLimit: vitalsMaxBytes },
  );
}

/** Asks again after so long: reports are many, and people change slowly. */
function keptFor(
  milliseconds: number,
  find: typeof findActiveOrganizations,
): (trx: Trx) => Promise<readonly ActiveOrganization[]> {
  let found: readonly ActiveOrganization[] = [];
  let foundAt = -Infinity;
  return async (trx) => {
    if (performance.now() - foundAt < milliseconds) return found;
    found = await find(trx);
    foundAt = performance.now();
    return found;
  };
}
