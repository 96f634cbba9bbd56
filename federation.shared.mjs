import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const fromShared = createRequire(new URL('./shared/package.json', import.meta.url));
const versionOf = (packageName) => JSON.parse(readFileSync(fromShared.resolve(`${packageName}/package.json`), 'utf8')).version;
const sharedVersion = JSON.parse(readFileSync(new URL('./shared/package.json', import.meta.url), 'utf8')).version;
const reactVersion = versionOf('react');
const reactDomVersion = versionOf('react-dom');

/**
 * What must exist once on a page, each with its reason. The host brings them, eagerly, in its one script; a remote's
 * build holds no copy. Their surface only grows: a remote built later runs in a host deployed earlier.
 */
export const singletons = [
  { name: 'react', version: reactVersion, why: 'hooks read the dispatcher of the copy that renders; a second copy throws' },
  { name: 'react/jsx-runtime', version: reactVersion, why: 'belongs to react; otherwise every remote carries it' },
  { name: 'react/jsx-dev-runtime', version: reactVersion, why: 'the same in development builds', developmentOnly: true },
  { name: 'react-dom', version: reactDomVersion, why: 'portals and events of a remote belong to the root the host rendered' },
  { name: '@parlance/shared/router', version: sharedVersion, why: 'a second router context knows no location' },
  { name: '@parlance/shared/session', version: sharedVersion, why: 'a second store is signed out, and its guard turns people away' },
  { name: '@parlance/shared/i18n', version: sharedVersion, why: 'a second instance would stay in another language' },
  { name: '@parlance/shared/theme', version: sharedVersion, why: 'the choice of light or dark is one for the page' },
];

/**
 * Shared by version, with a fallback copy in each remote's build: a remote that needs a newer one brings its own and
 * runs in an older host. The ui tiers are own facades over antd; the http client carries axios, loading carries
 * react-query, schema carries zod/mini.
 */
export const byVersion = [
  { name: '@parlance/shared/contract/schema', version: sharedVersion, eager: true },
  { name: '@parlance/shared/http', version: sharedVersion, eager: true },
  { name: '@parlance/shared/loading', version: sharedVersion, eager: false },
  { name: '@parlance/shared/ui/core', version: sharedVersion, eager: false },
  { name: '@parlance/shared/ui/form', version: sharedVersion, eager: false },
  { name: '@parlance/shared/ui/data', version: sharedVersion, eager: false },
];

const caret = (version) => `^${version}`;
const inThisMode = (development) => singletons.filter((it) => development || it.developmentOnly !== true);

/** The `shared` option of the host's federation plugin. */
export const hostShared = ({ development }) => ({
  ...Object.fromEntries(
    inThisMode(development).map(({ name, version }) => [
      name,
      { singleton: true, eager: true, version, requiredVersion: caret(version) },
    ]),
  ),
  ...Object.fromEntries(
    byVersion.map(({ name, version, eager }) => [name, { eager, version, requiredVersion: caret(version) }]),
  ),
});

/** The `shared` option of a remote's federation plugin: singletons come from the host and from nowhere else. */
export const remoteShared = ({ development }) => ({
  ...Object.fromEntries(
    inThisMode(development).map(({ name, version }) => [
      name,
      { singleton: true, import: false, version, requiredVersion: caret(version) },
    ]),
  ),
  ...Object.fromEntries(byVersion.map(({ name, version }) => [name, { version, requiredVersion: caret(version) }])),
});
