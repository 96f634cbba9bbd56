import {
  archiveMaxLength,
  listReleases,
  rollBackRelease,
  setAudience,
  shipRelease,
  switchRemote,
} from '@parlance/shared/contract/api/releases/releases';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { operatorOnly } from '../../platform/http/operator-key.ts';
import { operatorOrSession } from '../../platform/http/operator-session.ts';
import { routePublic } from '../../platform/http/route.ts';
import { type Release, ReleaseRefused, readRelease } from './archive.ts';
import { type BuildFiles, openBuildFiles } from './build-files.ts';
import {
  findLog,
  findPointers,
  findReleases,
  giveCanary,
  keepArchive,
  listRemotes,
  rollBack,
  serveRelease,
  switchOneRemote,
} from './repository.ts';
import { surfaceFaults } from './surface.ts';

/** What stands around an archive in the body. */
const restOfBody = 10_000;

const buildOf = (app: FastifyInstance) =>
  openBuildFiles({
    hostFolder: app.config.HOST_DIR,
    registryFile: app.config.REGISTRY_FILE,
    complain: (sentence, error) => app.log.error({ err: error }, sentence),
  });

async function oneRemote({ db }: FastifyInstance, name: string) {
  const found = (await db.lookUp(listRemotes)).find(({ remote }) => remote === name);
  if (found === undefined) throw new ApiError('not_found');
  return found;
}

/**
 * What ships a release, for the operator of the installation: `npm run operate -- ship` speaks to the running program,
 * since a second process may not open the embedded database. Whoever has the operators' page open brings no program
 * into it.
 */
export async function shipRoutes(app: FastifyInstance): Promise<void> {
  operatorOnly(app);
  const build = buildOf(app);

  routePublic(
    app,
    shipRelease,
    async ({ body: { remote, archive, audience = null, by } }) => {
      const bytes = Buffer.from(archive, 'base64');
      const release = await acceptable(app, build, remote, bytes);
      const key = await keepArchive(app, release, bytes);
      await app.db.asSystem((trx) => serveRelease(trx, release, { key, audience, by }));
      return oneRemote(app, remote);
    },
    { bodyLimit: archiveMaxLength + restOfBody },
  );
}

/** Releases of remotes for the operator: `npm run operate -- releases` and `rollback`, and the operators' page. */
export async function releaseRoutes(app: FastifyInstance): Promise<void> {
  operatorOrSession(app);
  const build = buildOf(app);

  routePublic(app, listReleases, async () => ({
    items: await app.db.lookUp(listRemotes),
    log: await app.db.lookUp(findLog),
  }));

  routePublic(app, rollBackRelease, async ({ body: { remote, from, by } }) => {
    const [{ surface }, built] = await Promise.all([build.program('host'), build.remotes()]);
    const isBuilt = built.some(({ entry }) => entry.remote.name === remote);
    await app.db.asSystem((trx) =>
      rollBack(trx, { remote, from, by, isBuilt, fits: (taken) => surfaceFaults(taken, surface).length === 0 }),
    );
    return oneRemote(app, remote);
  });

  routePublic(app, setAudience, async ({ body }) => {
    await app.db.asSystem((trx) => giveCanary(trx, body));
    return oneRemote(app, body.remote);
  });

  routePublic(app, switchRemote, async ({ body }) => {
    const isKnown =
      (await build.remotes()).some(({ entry }) => entry.remote.name === body.remote) ||
      (await app.db.lookUp(listRemotes)).some(({ remote }) => remote === body.remote);
    if (!isKnown) throw new ApiError('not_found');
    await app.db.asSystem((trx) => switchOneRemote(trx, body));
    return oneRemote(app, body.remote);
  });
}

/**
 * The release of an archive, if pages of this host can run it beside the other remotes. Throws validation_failed with
 * every reason.
 */
async function acceptable(
  app: FastifyInstance,
  build: BuildFiles,
  name: string,
  archive: Uint8Array,
): Promise<Release> {
  try {
    const release = readRelease(archive);
    const { surface } = await build.program('host');
    const faults = [
      ...(release.remote.name === name ? [] : [`It is a release of “${release.remote.name}”.`]),
      ...surfaceFaults(release.surface, surface).map(
        (fault) =>
          `It cannot run in the host of this installation: ${fault}. Deploy a newer host first, or build it against an older one.`,
      ),
      ...takenPaths(release, await servedBeside(app, build, name)),
    ];
    if (faults.length > 0) throw new ReleaseRefused(faults);
    return release;
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    throw new ApiError('validation_failed', {
      issues: error.reasons.map((message) => ({ path: 'archive', message })),
      cause: error,
    });
  }
}

/** The other remotes as they are served: a release, or what was built. */
async function servedBeside(
  app: FastifyInstance,
  build: BuildFiles,
  name: string,
): Promise<readonly RegistryEntry['remote'][]> {
  const [built, pointers, releases] = [
    await build.remotes(),
    await app.db.lookUp(findPointers),
    await app.db.lookUp(findReleases),
  ];
  const served = new Map(built.map(({ entry }) => [entry.remote.name, entry.remote]));
  for (const { release_id } of pointers) {
    const release = releases.find(({ id }) => id === release_id);
    if (release !== undefined) served.set(release.remote, release.declaration);
  }
  return [...served.values()].filter((remote) => remote.name !== name);
}

/** An address belongs to one remote: a release takes none from another. */
function takenPaths({ remote }: Release, others: readonly RegistryEntry['remote'][]): string[] {
  const owners = new Map(others.flatMap((other) => other.screens.map((screen) => [screen.path, other.name] as const)));
  return remote.screens
    .filter(({ path }) => owners.has(path))
    .map(({ path }) => `The path ${path} belongs to “${owners.get(path)}”.`);
}
