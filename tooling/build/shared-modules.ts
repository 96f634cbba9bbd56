import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const fromShared = createRequire(new URL('../../shared/package.json', import.meta.url));
type Version = { readonly version: string };
const versionOf = (packageName: string): string =>
  // what npm has put there
  (JSON.parse(readFileSync(fromShared.resolve(`${packageName}/package.json`), 'utf8')) as Version).version;
const { surface, tiers } = JSON.parse(readFileSync(new URL('../../shared/surface.json', import.meta.url), 'utf8')) as {
  readonly surface: Version;
  readonly tiers: Readonly<Record<string, Version>>;
}; // our own file
/** What the lists of shared/surface.json call `1.2` is 1.2.0 to the federation runtime. */
const semantic = (version: string) => `${version}.0`;
const sharedVersion = semantic(surface.version);
const tierVersion = (name: string) => semantic(tiers[name]?.version ?? '1.0');
const reactVersion = versionOf('react');
const reactDomVersion = versionOf('react-dom');

/** The `shared` option of a federation plugin: name → how it is shared. */
export type SharedModules = Readonly<Record<string, SharedModule>>;
type SharedModule = {
  readonly version: string;
  readonly requiredVersion: string;
  readonly singleton?: boolean;
  readonly eager?: boolean;
  /** False where the build holds no copy. */
  readonly import?: false;
};
type Singleton = {
  readonly name: string;
  readonly version: string;
  readonly why: string;
  readonly developmentOnly?: boolean;
};

/**
 * What must exist once on a page, each with its reason. The host brings them, eagerly, in its one script; a remote's
 * build holds no copy. What they give stands in shared/surface.json: it grows, and a remote claims how much of it it
 * needs.
 */
export const singletons: readonly Singleton[] = [
  {
    name: 'react',
    version: reactVersion,
    why: 'hooks read the dispatcher of the copy that renders; a second copy throws',
  },
  { name: 'react/jsx-runtime', version: reactVersion, why: 'belongs to react; otherwise every remote carries it' },
  {
    name: 'react/jsx-dev-runtime',
    version: reactVersion,
    why: 'the same in development builds',
    developmentOnly: true,
  },
  {
    name: 'react-dom',
    version: reactDomVersion,
    why: 'portals and events of a remote belong to the root the host rendered',
  },
  {
    name: 'react-dom/client',
    version: reactDomVersion,
    why: 'antd draws some effects by a root of its own; a ui tier that a remote brings would bring a second react-dom for it',
  },
  { name: '@parlance/shared/router', version: sharedVersion, why: 'a second router context knows no location' },
  {
    name: '@parlance/shared/session',
    version: sharedVersion,
    why: 'a second store is signed out, and its guard turns people away',
  },
  { name: '@parlance/shared/i18n', version: sharedVersion, why: 'a second instance would stay in another language' },
  { name: '@parlance/shared/theme', version: sharedVersion, why: 'the choice of light or dark is one for the page' },
];

/**
 * Shared by version, each its own (shared/surface.json), with a fallback copy in each remote's build: a remote that
 * needs a newer one brings its own and runs in an older host. The ui tiers are own facades over antd; the http client
 * carries axios, loading carries react-query, schema carries zod/mini.
 */
export const byVersion = [
  { name: '@parlance/shared/contract/schema', eager: true },
  { name: '@parlance/shared/http', eager: true },
  { name: '@parlance/shared/loading', eager: false },
  { name: '@parlance/shared/ui/core', eager: false },
  { name: '@parlance/shared/ui/form', eager: false },
  { name: '@parlance/shared/ui/data', eager: false },
].map((tier) => ({ ...tier, version: tierVersion(tier.name) }));

/**
 * What the host lends; a remote's build holds no copy. Not because it must exist once, but for its bytes. The frame of
 * a page is in the shell already, and each file of a remote that has parts would carry what mends a lost one. What
 * draws answers comes when a screen asks for it: up to 150 KB that each remote would fetch again, in some fifty files
 * that each entry would name.
 */
export const lent = [
  { name: '@parlance/shared/ui/page', version: sharedVersion, eager: true },
  { name: '@parlance/shared/ui/lazy-part', version: sharedVersion, eager: true },
  { name: '@parlance/shared/ui/answer', version: sharedVersion, eager: false },
];

const caret = (version: string) => `^${version}`;
const inThisMode = (development: boolean) => singletons.filter((it) => development || it.developmentOnly !== true);

/** The `shared` option of the host's federation plugin. */
export const hostShared = ({ development }: { readonly development: boolean }): SharedModules => ({
  ...Object.fromEntries(
    inThisMode(development).map(({ name, version }) => [
      name,
      { singleton: true, eager: true, version, requiredVersion: caret(version) },
    ]),
  ),
  ...Object.fromEntries(
    lent.map(({ name, version, eager }) => [
      name,
      { singleton: true, eager, version, requiredVersion: caret(version) },
    ]),
  ),
  ...Object.fromEntries(
    byVersion.map(({ name, version, eager }) => [name, { eager, version, requiredVersion: caret(version) }]),
  ),
});

type RemoteOptions = { readonly development: boolean; readonly claims: string };

/**
 * The `shared` option of a remote's federation plugin: singletons and what is lent come from the host and from nowhere
 * else, and of ours the host need have no more than the surface that the remote claims (`1.0`).
 */
export const remoteShared = ({ development, claims }: RemoteOptions): SharedModules => ({
  ...Object.fromEntries(
    [...inThisMode(development), ...lent]
      .map(({ name, version }) => ({ name, version: version === sharedVersion ? semantic(claims) : version }))
      .map(({ name, version }) => [name, { singleton: true, import: false, version, requiredVersion: caret(version) }]),
  ),
  ...Object.fromEntries(byVersion.map(({ name, version }) => [name, { version, requiredVersion: caret(version) }])),
});
