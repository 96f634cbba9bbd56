/* A remote that nothing of this repository has built: such as a team with a bundler of its own would ship, made by
   hand to the interface of the registry and the federation runtime. The host knows it only by its line in the
   registry. */
import { init } from '@module-federation/enhanced/runtime';
import { fakeServer, renderRoutes } from '@parlance/shared/testing';
import { addTexts } from '@parlance/shared/i18n';
import { surfaceVersion } from '@parlance/shared/remote/surface';
import { screen } from '@testing-library/react';
import * as React from 'react';
import { registryLine } from '../../testing/registry-lines.ts';
import { routesFor } from '../../frame/routes.tsx';
import { registerFederation } from './federation.ts';
import { readRegistry } from '../known/registry.ts';
import { screenLoader } from './screen-loader.ts';

const server = fakeServer();

/**
 * Returns a container with the federation runtime's interface: `init` once, `get` for its exposed modules. No line of
 * it is ours.
 */
function foreignContainer(app: unknown) {
  return { init: () => undefined, get: async () => () => app };
}
const h = React.createElement;
const shown = (text: string) => async () => ({ default: () => h('h1', null, text) });

const foreign = registryLine('foreign', [
  {
    id: 'weather',
    path: '/weather',
    titles: { en: 'Weather' },
    menu: { section: 'chat', icon: 'no-such-drawing', order: 5 },
  },
  { id: 'storm', path: '/storm' },
  { id: 'unbound', path: '/unbound' },
  { id: 'secret', path: '/secret', requires: { role: 'admin' } },
]);
const [major = 1, minor = 0] = surfaceVersion.split('.').map(Number);
const newer = registryLine('newer', [
  { id: 'tomorrow', path: '/tomorrow', titles: { en: 'Tomorrow' }, menu: { section: 'chat', icon: 'home', order: 6 } },
]);
const lines = [
  // A later build has fields unknown to this host.
  { ...foreign, remote: { ...foreign.remote, widgets: [{ id: 'sun' }] } },
  { ...newer, remote: { ...newer.remote, surface: `${major}.${minor + 1}` } },
];
const registry = readRegistry(lines);
const asked: string[] = [];

/** Fakes the network: a script inserted into the page arrives, and defines its container if it has one. */
function arriveByHand() {
  const containers: Record<string, object> = {
    foreign: foreignContainer({
      default: {
        screens: {
          weather: shown('Sunny'),
          storm: async () => ({
            default: () => {
              throw new Error('thunder');
            },
          }),
          secret: shown('Treasure'),
        },
      },
    }),
  };
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      asked.push(`${node.getAttribute('src')} ${node.integrity}`);
      const name = /\/remotes\/([^/]+)\//.exec(node.src)?.[1] ?? '';
      Object.assign(globalThis, { [`parlance_${name}_0f`]: containers[name] });
      queueMicrotask(() => node.dispatchEvent(new Event('load')));
    }
  });
}

beforeAll(() => {
  // In a build the plugin creates it.
  init({ name: 'parlance_host', remotes: [], shareStrategy: 'loaded-first' });
  registerFederation(registry.remotes);
});
beforeEach(() => {
  asked.length = 0;
  arriveByHand();
  for (const name of ['foreign', 'newer']) {
    const address = `http://localhost:3000/remotes/${name}/1.0.0-abc/locales/en.json`;
    addTexts(name, { en: address });
    server.answerAddress(address, () => ({ json: {} }));
  }
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const open = (path: string) => renderRoutes(routesFor({ registry, loader: screenLoader }), { path, session: {} });
const mainNavigation = () => screen.getByRole('navigation', { name: 'Main' });

test('its screen stands in the frame at the address that its line says, with its entry in the menu; its entry came with its integrity', async () => {
  open('/weather');
  expect(await screen.findByRole('heading', { name: 'Sunny' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Weather' })).toHaveAttribute('href', '/weather');
  expect(asked).toEqual(['/remotes/foreign/1.0.0-abc/entry.js sha384-entry']);
});

test.each(['/storm', '/unbound'])('what breaks in it stays in its place: %s', async (path) => {
  open(path);
  expect(await screen.findByRole('alert')).toHaveTextContent('This part couldn’t be displayed.');
  expect(mainNavigation()).toBeInTheDocument();
});

test('the guard of the host stands before it, whatever it is', async () => {
  const { location } = open('/secret');
  expect(location()).toBe('/');
  expect(screen.queryByText('Treasure')).not.toBeInTheDocument();
});

test('one that needs a newer surface is refused with a sentence, and nothing of it is fetched; its entry stays in the menu', async () => {
  open('/tomorrow');
  expect(await screen.findByRole('alert')).toHaveTextContent('This part is newer than the page it’s on.');
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Tomorrow' })).toBeInTheDocument();
  expect(asked).toEqual([]);
  expect(jest.mocked(console.error).mock.calls.flat().map(String).join()).toContain(
    `“newer” needs the surface ${major}.${minor + 1} and the host gives ${surfaceVersion}`,
  );
});
