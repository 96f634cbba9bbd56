import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Configuration } from 'webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { RemoteDeclaration } from '../../shared/src/remote/declaration.ts';
import { hostShared, remoteShared } from './shared-modules.ts';
import { CompressedSiblings } from './plugins/compress.ts';
import { HashedEntryNames } from './plugins/hashed-names.ts';
import { hashSources } from './plugins/hash-sources.ts';
import { HostFiles } from './plugins/host-files.ts';
import { withoutFetchAdapter } from './plugins/left-out.ts';
import { PageFiles } from './plugins/page-files.ts';
import { PinnedChunks } from './plugins/pinned-chunks.ts';
import { RemoteJson } from './plugins/remote-json.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
/** What people use who are not on the newest browser: two years back. Nothing below is transpiled for. */
const target = 'es2022';

/** A package to build: where it lies, and whether somebody develops it. */
type Options = { readonly directory: string; readonly development?: boolean };
/** What each program of ours says of itself. */
export type Program = Configuration & Required<Pick<Configuration, 'output' | 'plugins'>>;

type RuleOptions = { readonly development: boolean; readonly namesOnly?: boolean };

const rules = ({ development, namesOnly = false }: RuleOptions): webpack.RuleSetRule[] => [
  {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'swc-loader',
    options: {
      swcrc: false,
      jsc: {
        target,
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development, refresh: development }, verbatimModuleSyntax: true },
      },
    },
  },
  {
    test: /\.css$/,
    use: [
      ...(namesOnly ? [] : [MiniCssExtractPlugin.loader]),
      {
        loader: 'css-loader',
        options: {
          // Named by file in a build too: a class name one reads in the inspector says where it comes from.
          modules: {
            auto: true,
            namedExport: false,
            exportLocalsConvention: 'as-is',
            localIdentName: '[name]-[local]-[hash:base64:4]',
            exportOnlyLocals: namesOnly,
          },
          // Every browser we build for takes woff2; a package's older formats of the same font stay where they are.
          url: { filter: (url: string) => !/\.(?:woff|ttf)$/.test(url) },
        },
      },
    ],
  },
  // A list that has rows does not fetch what it says without any: nothing happens in it before it is drawn.
  { test: /[\\/]shared[\\/]src[\\/]ui[\\/](?:page|empty-state)\.tsx$/, sideEffects: false },
  { test: /\.svg$/, type: 'asset/inline' },
  { test: /\.md$/, type: 'asset/source' },
  { test: /\.woff2$/, type: 'asset/resource', generator: { filename: 'fonts/[name].[contenthash:10][ext]' } },
];

type BaseOptions = {
  readonly directory: string;
  readonly development: boolean;
  readonly parts?: string;
  readonly isVersioned?: boolean;
};

/**
 * `parts` begins the names of what is fetched later: two programs share a folder, and in development a name says
 * nothing of its content. Where the folder itself is named by all that is in it (`isVersioned`), a name says nothing of
 * it either: an entry with the hash of each of its parts would be a kilobyte longer.
 */
function base({ directory, development, parts = '', isVersioned = false }: BaseOptions): Program {
  const hashed = development || isVersioned ? '[name]' : '[name].[contenthash:10]';
  return {
    mode: development ? 'development' : 'production',
    context: directory,
    target: ['web', target],
    // Hidden: no bundle names its map, and the web service does not serve maps. In development no eval, for the CSP.
    devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: path.join(directory, 'dist'),
      filename: `${hashed}.js`,
      chunkFilename: `${parts}${hashed}.js`,
      // What code names by `new URL(…)`: the texts of a screen of its own.
      assetModuleFilename: 'files/[name].[contenthash:10][ext]',
      clean: !development,
      hashFunction: 'sha256',
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: { rules: rules({ development }) },
    optimization: {
      chunkIds: development ? 'named' : 'deterministic',
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })],
    },
    plugins: [
      withoutFetchAdapter(),
      new MiniCssExtractPlugin({
        filename: `${hashed}.css`,
        chunkFilename: `${parts}${hashed}.css`,
        ignoreOrder: true,
      }),
      ...(development ? [] : [new CompressedSiblings()]),
    ],
    performance: false,
    stats: 'errors-warnings',
    // A warm cache once dropped `export *` of a shared module: releases are built from nothing.
    cache: development ? { type: 'memory' } : false,
  };
}

const federation = { dts: false, shareStrategy: 'loaded-first' } as const;
/** Snapshots are for manifests read at run time; the registry is in the page instead. */
const optimization = { disableSnapshot: true, target: 'web' } as const;
/**
 * The federation runtime that the host lends (host/src/remotes/load/federation-runtime.ts): 18 KB an entry. The
 * plugin’s own way, `provideExternalRuntime`, would put a second copy into the first script, of which nothing is taken:
 * 10 KB.
 */
const lentRuntime: webpack.ExternalItemFunctionCallback = ({ request }, done) =>
  /[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/.test(request)
    ? done(null, "var globalThis[Symbol.for('parlance.federation')]")
    : done();

/**
 * Has Chromium compile all functions of the shell's script while it comes, beside the page, and not each when it is
 * called first: the first screen calls most of them (docs/adr/0062). After the minimizer, which leaves no comments.
 */
const compiledWhileItComes = new webpack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /^shell\b.*\.js$/,
  stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 50,
});

/** The shell. Its core (react, router, session, i18n) is eager, so that the first page is one script. */
function hostConfig({ directory, development = false }: Options): Program {
  const config = base({ directory, development });
  return {
    ...config,
    name: 'host',
    entry: { shell: './src/main.tsx' },
    output: { ...config.output, publicPath: '/assets/', uniqueName: 'parlance-host', clean: false },
    plugins: [
      ...config.plugins,
      new HashedEntryNames(),
      ...(development ? [] : [compiledWhileItComes]),
      new ModuleFederationPlugin({
        ...federation,
        name: 'parlance_host',
        manifest: false,
        shared: hostShared({ development }),
        experiments: { optimization },
      }),
      new PageFiles({ directory, shared: path.join(root, 'shared') }),
      new HostFiles({ fileName: 'host.json', shared: hostShared({ development }) }),
    ],
  };
}

/** The login page: a program of its own without React and without federation, in the same folder as the shell. */
function loginConfig({ directory, development = false }: Options): Program {
  const config = base({ directory, development, parts: 'login.' });
  return {
    ...config,
    name: 'login',
    entry: { login: './src/login/login.ts' },
    output: { ...config.output, publicPath: '/assets/', uniqueName: 'parlance-login', clean: false },
    plugins: [...config.plugins, new HostFiles({ fileName: 'login.json' })],
  };
}

/** The page of a form that anybody may send who has its link: made as the login page is. */
function formConfig({ directory, development = false }: Options): Program {
  const config = base({ directory, development, parts: 'form.' });
  return {
    ...config,
    name: 'form',
    entry: { form: './src/form/form.ts' },
    output: { ...config.output, publicPath: '/assets/', uniqueName: 'parlance-form', clean: false },
    plugins: [...config.plugins, new HostFiles({ fileName: 'form.json' })],
  };
}

/** The operators' page: made as the login page is. */
function operatorConfig({ directory, development = false }: Options): Program {
  const config = base({ directory, development, parts: 'operator.' });
  return {
    ...config,
    name: 'operator',
    entry: { operator: './src/operator/operator.ts' },
    output: { ...config.output, publicPath: '/assets/', uniqueName: 'parlance-operator', clean: false },
    plugins: [...config.plugins, new HostFiles({ fileName: 'operator.json' })],
  };
}

/** The script that the web service writes into the shell's page, and names in its policy by its content. */
function earlyConfig({ directory, development = false }: Options): Program {
  const config = base({ directory, development });
  return {
    ...config,
    name: 'early',
    devtool: false,
    entry: { early: './src/first-paint/early/early.ts' },
    output: {
      ...config.output,
      filename: '[name].js',
      publicPath: '/assets/',
      uniqueName: 'parlance-early',
      clean: false,
    },
    plugins: [],
  };
}

/**
 * What paints the shell's page, for the web service: a module of Node. It takes of the style sheets the names alone,
 * which the shell's own sheet has too.
 */
function paintedConfig({ directory, development = false }: Options): Program {
  const config = base({ directory, development });
  return {
    ...config,
    name: 'painted',
    target: 'node24',
    devtool: false,
    entry: { painted: './src/first-paint/painted/painted.tsx' },
    experiments: { outputModule: true },
    output: {
      ...config.output,
      filename: 'painted.[contenthash:10].mjs',
      library: { type: 'module' },
      module: true,
      chunkFormat: 'module',
      uniqueName: 'parlance-painted',
      clean: false,
    },
    // Nothing is replaced in it while one develops: what changed is another module.
    module: { rules: rules({ development: false, namesOnly: true }) },
    plugins: [new HostFiles({ fileName: 'painted.json' })],
  };
}

/** The shell, and the pages and programs that stand beside it in the host's folder. The shell is the first. */
export const hostPrograms = (options: Options): [shell: Program, ...pages: Program[]] => [
  hostConfig(options),
  loginConfig(options),
  formConfig(options),
  earlyConfig(options),
  paintedConfig(options),
  operatorConfig(options),
];

/** Milliseconds for one part of a remote: as for its entry (host/src/remotes/load/federation.ts). */
const chunkLoadTimeout = 10_000;

type RemoteOptions = Options & { readonly declaration: RemoteDeclaration };

/** A remote: its declaration is all that a package has to give. */
export function remoteConfig({ directory, declaration, development = false }: RemoteOptions): Program {
  const config = base({ directory, development, isVersioned: true });
  // With what builds it: its plugins write code into it.
  const sources = [
    directory,
    ...['shared/src', 'tooling/build/plugins', 'tooling/build/programs.ts', 'tooling/build/shared-modules.ts'].map(
      (place) => path.join(root, place),
    ),
  ];
  // From the content, so that nobody who writes content for an earlier release can know it, and builds repeat.
  const container = `parlance_${declaration.name.replaceAll('-', '_')}_${hashSources(...sources).slice(0, 24)}`;
  const shared = remoteShared({ development, claims: declaration.surface });
  return {
    ...config,
    name: declaration.name,
    entry: {},
    externals: [lentRuntime],
    output: { ...config.output, publicPath: 'auto', uniqueName: container, chunkLoadTimeout },
    plugins: [
      ...config.plugins,
      new HashedEntryNames(),
      // While one develops a file changes under the page; the entry stays pinned by the registry of the page.
      ...(development ? [] : [new PinnedChunks()]),
      new ModuleFederationPlugin({
        ...federation,
        name: container,
        filename: development ? 'entry.js' : 'entry.[contenthash:10].js',
        exposes: { './app': './src/app.tsx' },
        shared,
        experiments: { optimization },
      }),
      new RemoteJson({ directory, declaration, container, shared, development }),
    ],
  };
}
