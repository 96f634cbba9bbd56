/*
 * The development server: one webpack-dev-server for the host, its pages and all remotes, in front of the web service.
 *
 * How the parts agree: every program is built in memory and written to `.build/dev/<package>/dist` as well, with
 * `.build/dev/registry.json` beside them. The web service is started with HOST_DIR=.build/dev/host/dist and
 * REGISTRY_FILE=.build/dev/registry.json on a port of its own and makes the pages from there; the browser talks to this
 * server only, which hands everything that is not a file of a build on to it. So the page in development is the page of
 * a release, policy included. `scripts/dev.ts` calls:
 *
 * const development = await startDevelopment({ host, port, web: 'http://localhost:<port of the web service>' }); await
 * development.close();
 *
 * It resolves when the first build is done; a build that fails is told on standard error and mended by the next one.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import type { RemoteDeclaration } from '../../shared/src/remote/declaration.ts';
import { remoteFolders, root } from '../workspace.ts';
import { hostPrograms, remoteConfig, type Program } from './programs.ts';

/** Where the web service finds what is built in development. */
export const developmentFolder = path.join(root, '.build', 'dev');
export const developmentSettings = {
  HOST_DIR: path.join(developmentFolder, 'host', 'dist'),
  REGISTRY_FILE: path.join(developmentFolder, 'registry.json'),
};

/** As `version` in the remote.json of a development build says. */
const basePath = (name: string) => `/remotes/${name}/development/`;

/** Files are written where no release lies, and hot reload knows the program by its name. */
function inDevelopment(config: Program, folder: string, publicPath: string): Program {
  return {
    ...config,
    output: { ...config.output, path: path.join(developmentFolder, folder, 'dist'), publicPath },
    plugins: [
      ...config.plugins,
      new webpack.EntryPlugin(root, './tooling/build/plugins/refresh-hook.js', {}),
      new ReactRefreshPlugin({
        exclude: [/node_modules/, /refresh-hook/],
        overlay: false,
        library: config.output.uniqueName,
      }),
    ],
    infrastructureLogging: { level: 'warn' },
  };
}

/** Of the host, and of all remotes or the one in the folder `only`. */
async function allConfigs(only: string | undefined): Promise<Program[]> {
  const [shell, ...pages] = hostPrograms({ directory: path.join(root, 'host'), development: true });
  const remotes = await Promise.all(
    remoteFolders()
      .filter((folder) => only === undefined || folder === only)
      .map(async (folder) => {
        const { default: declaration } = (await import(pathToFileURL(path.join(root, folder, 'remote.ts')).href)) as {
          readonly default: RemoteDeclaration;
        }; // what `remoteFolders` knows it by
        const config = remoteConfig({ directory: path.join(root, folder), declaration, development: true });
        return inDevelopment(config, folder, basePath(declaration.name));
      }),
  );
  return [
    inDevelopment(shell, 'host', '/assets/'),
    ...pages.map((page) => ({
      ...page,
      output: { ...page.output, path: path.join(developmentFolder, 'host', 'dist') },
    })),
    ...remotes,
  ];
}

type Remote = { readonly name: string; readonly version: string };
/** What a build has just written. */
const readRemote = (place: string) => JSON.parse(readFileSync(path.join(place, 'remote.json'), 'utf8')) as Remote;

/**
 * The registry as the release build writes it (tooling/build/build-programs.ts), of what is built so far; where one
 * remote is developed alone, the others stand in it as they were last built for release.
 */
function writeRegistry(only: string | undefined): void {
  const placeOf = (folder: string) =>
    path.join(only === undefined || folder === only ? developmentFolder : root, folder, 'dist');
  const lines = remoteFolders()
    .map(placeOf)
    .filter((place) => existsSync(path.join(place, 'remote.json')))
    .map((place) => ({ place, remote: readRemote(place) }))
    .map(({ place, remote }) => ({
      base: `/remotes/${remote.name}/${remote.version}/`,
      dir: path.relative(developmentFolder, place),
      remote,
    }));
  const { REGISTRY_FILE: file } = developmentSettings;
  writeFileSync(`${file}.new`, JSON.stringify(lines));
  renameSync(`${file}.new`, file);
}

type Options = {
  readonly host?: string;
  readonly port: number;
  /** The origin of the web service behind it. */
  readonly web: string;
  /** The folder of the remote that is developed alone. */
  readonly only?: string | undefined;
};
type Development = { readonly close: () => Promise<void> };

export async function startDevelopment({ host = 'localhost', port, web, only }: Options): Promise<Development> {
  rmSync(developmentFolder, { recursive: true, force: true });
  mkdirSync(developmentFolder, { recursive: true });
  const compiler = webpack(await allConfigs(only));
  const firstBuild = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('development', (stats) => {
      if (stats.hasErrors())
        process.stderr.write(`${stats.toString({ all: false, errors: true, colors: process.stderr.isTTY })}\n`);
      writeRegistry(only);
      resolve();
    });
  });
  const server = new WebpackDevServer(
    {
      host,
      port,
      hot: true,
      // A page whose remote could not be replaced in place is loaded anew, with the new registry.
      liveReload: true,
      allowedHosts: 'auto',
      static: false,
      client: { logging: 'warn', overlay: false },
      devMiddleware: { writeToDisk: true, stats: 'none' },
      proxy: [{ context: () => true, target: web, xfwd: false }],
    },
    compiler,
  );
  await server.start();
  await firstBuild;
  return { close: () => server.stop() };
}
