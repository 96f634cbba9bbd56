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
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { hostPrograms, remoteConfig } from './programs.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
/** Where the web service finds what is built in development. */
export const developmentFolder = path.join(root, '.build', 'dev');
export const developmentSettings = {
  HOST_DIR: path.join(developmentFolder, 'host', 'dist'),
  REGISTRY_FILE: path.join(developmentFolder, 'registry.json'),
};

const remoteFolders = () =>
  readdirSync(root).filter((name) => name.startsWith('remote-') && existsSync(path.join(root, name, 'remote.ts')));
/** As `version` in the remote.json of a development build says. */
const basePath = (name) => `/remotes/${name}/development/`;

/** Files are written where no release lies, and hot reload knows the program by its name. */
function inDevelopment(config, folder, publicPath) {
  return {
    ...config,
    output: { ...config.output, path: path.join(developmentFolder, folder, 'dist'), publicPath },
    plugins: [
      ...config.plugins,
      new webpack.EntryPlugin(root, './tooling/build/plugins/refresh-hook.js', { name: undefined }),
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
async function allConfigs(only) {
  const [shell, ...pages] = hostPrograms({ directory: path.join(root, 'host'), development: true });
  const remotes = await Promise.all(
    remoteFolders()
      .filter((folder) => only === undefined || folder === only)
      .map(async (folder) => {
        const { default: declaration } = await import(pathToFileURL(path.join(root, folder, 'remote.ts')).href);
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

/**
 * The registry as the release build writes it (tooling/build/build-programs.ts), of what is built so far; where one
 * remote is developed alone, the others stand in it as they were last built for release.
 */
function writeRegistry(only) {
  const placeOf = (folder) =>
    path.join(only === undefined || folder === only ? developmentFolder : root, folder, 'dist');
  const lines = remoteFolders()
    .map(placeOf)
    .filter((place) => existsSync(path.join(place, 'remote.json')))
    .map((place) => ({ place, remote: JSON.parse(readFileSync(path.join(place, 'remote.json'), 'utf8')) }))
    .map(({ place, remote }) => ({
      base: `/remotes/${remote.name}/${remote.version}/`,
      dir: path.relative(developmentFolder, place),
      remote,
    }));
  const { REGISTRY_FILE: file } = developmentSettings;
  writeFileSync(`${file}.new`, JSON.stringify(lines));
  renameSync(`${file}.new`, file);
}

export async function startDevelopment({ host = 'localhost', port, web, only }) {
  rmSync(developmentFolder, { recursive: true, force: true });
  mkdirSync(developmentFolder, { recursive: true });
  const compiler = webpack(await allConfigs(only));
  const firstBuild = new Promise((resolve) => {
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
      proxy: [{ context: () => true, target: web, xfwd: false, logLevel: 'warn' }],
    },
    compiler,
  );
  await server.start();
  await firstBuild;
  return { close: () => server.stop() };
}
