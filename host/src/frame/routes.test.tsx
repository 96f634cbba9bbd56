import { sessionStore, unknownSession } from '@parlance/shared/session';
import { fakeServer, renderRoutes, signIn, type SignedInAs } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { readRegistry } from '../remotes/known/registry.ts';
import { plainLoader } from '../testing/loaders.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { routesFor } from './routes.tsx';

fakeServer(); // provides the page's configuration
const governance = { role: 'admin', feature: 'governance' } as const;
const registry = readRegistry([
  registryLine('chat', [{ id: 'home', path: '/', menu: { section: 'chat', icon: 'home', order: 1 } }]),
  registryLine(
    'admin',
    [
      {
        id: 'governance',
        path: '/governance',
        children: [':ruleId'],
        menu: { section: 'admin', icon: 'safety', order: 1 },
        requires: governance,
      },
    ],
    [{ path: '/audit-log', requires: { role: 'admin' } }, { path: '/governance' }],
  ),
  registryLine('registration', [
    { id: 'privacy-policy', path: '/terms/privacy-policy', requires: 'public', frame: 'page' },
    { id: 'register', path: '/terms/register', children: ['step3'], requires: { registration: 'any' }, frame: 'page' },
    { id: 'broken', path: '/terms/broken', requires: 'public', frame: 'page' },
  ]),
]);

let asked: string[];
const loader = plainLoader({
  ready: () => undefined,
  load: async ({ id }) => {
    asked.push(id);
    return function Screen() {
      if (id === 'broken') throw new Error('a defect of the screen');
      return <h1>{`The screen ${id}`}</h1>;
    };
  },
});

/** Opens an address of the site as somebody, and returns a function for the final location. */
function openAs(who: SignedInAs | null, address: string): () => string {
  sessionStore.setState(unknownSession, true);
  const { location } = renderRoutes(routesFor({ registry, loader }), {
    path: address,
    ...(who === null ? {} : { session: who }),
  });
  return location;
}
const main = () => screen.getByRole('main');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  asked = [];
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
});

test('§2: a screen is shown at its address and below it, inside the frame', async () => {
  openAs({ isAdmin: true }, '/governance/7');
  expect(await heading('The screen governance')).toBeInTheDocument();
  expect(main()).toContainElement(screen.getByRole('heading', { level: 1 }));
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
});

test('§2: any other path under the shell shows the not-found view in the frame', async () => {
  const location = openAs({}, '/no/such/screen');
  expect(await heading('This page doesn’t exist')).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  expect(location()).toBe('/no/such/screen');
  expect(asked).toEqual([]);
});

test('§2: /terms leads to the privacy policy, which stands outside the shell and needs no session', async () => {
  const location = openAs(null, '/terms');
  expect(await heading('The screen privacy-policy')).toBeInTheDocument();
  expect(location()).toBe('/terms/privacy-policy');
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
});

test('§6: what is denied leads home without a word, and its code is never asked for', async () => {
  for (const address of ['/governance', '/governance/7', '/audit-log']) {
    asked = [];
    const location = openAs({}, address);
    await waitFor(() => expect(location()).toBe('/'));
    await waitFor(() => expect(asked).toEqual(['home']));
  }
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('§2: an address without a screen shows the not-found view to whoever may open it, and has no entry in the menu', async () => {
  const location = openAs({ isAdmin: true }, '/audit-log');
  expect(await heading('This page doesn’t exist')).toBeInTheDocument();
  expect(location()).toBe('/audit-log');
  expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).not.toContain('/audit-log');
});

test('§4: a registration that is not complete leads to the step of its stage, and that step is shown', async () => {
  const location = openAs({ registration: { is_completed: false, stage: 3 } }, '/');
  expect(await heading('The screen register')).toBeInTheDocument();
  expect(location()).toBe('/terms/register/step3');
  expect(asked).toEqual(['register']);
});

test('§7: a registration of which the server will not tell leads to the privacy policy', async () => {
  const location = openAs({ registration: 'refused' }, '/governance/7?x=1');
  expect(await heading('The screen privacy-policy')).toBeInTheDocument();
  expect(location()).toBe('/terms/privacy-policy');
  expect(asked).toEqual(['privacy-policy']);
});

test('§1: a member reads the new version of a document before anything else, and the way back is remembered', async () => {
  const location = openAs({ isAdmin: true, whoami: { terms_to_accept: ['privacy-policy'] } }, '/governance/7?x=1');
  expect(await heading('The screen privacy-policy')).toBeInTheDocument();
  expect(location()).toBe('/terms/privacy-policy?to=%2Fgovernance%2F7%3Fx%3D1');
  expect(asked).toEqual(['privacy-policy']);
});

test('§2: until it is known who is there, a spinner stands in the centre and nothing is fetched', () => {
  openAs(null, '/');
  expect(screen.getByRole('status')).toBeInTheDocument();
  expect(asked).toEqual([]);
});

test('§2: a screen that is on its way has the spinner, and the first one of a page its outline below it', async () => {
  const coming = plainLoader({ ready: () => undefined, load: () => new Promise(() => undefined) });
  sessionStore.setState(unknownSession, true);
  const { user } = renderRoutes(routesFor({ registry, loader: coming }), { path: '/', session: { isAdmin: true } });
  expect(within(main()).getByText('home title')).toBeInTheDocument();
  expect(within(main()).getByText('Loading…')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'governance title' }));
  expect(within(main()).queryByText('governance title')).not.toBeInTheDocument();
  expect(within(main()).getByText('Loading…')).toBeInTheDocument();
});

test('§2: a screen that fails shows the text errorBoundary.content, and the frame stays', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React and the boundary log it
  openAs({}, '/terms/broken');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This part couldn’t be displayed. Everything else still works.',
  );
  expect(screen.getByRole('banner')).toBeInTheDocument();
  jest.restoreAllMocks();
});

test('§2: what fails in the shell itself shows the same text', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React and the boundary log it
  const broken = registry.screens.map((it) => ({ ...it, titles: null as never })); // an invalid value for titles
  signIn({});
  const { location } = renderRoutes(
    [{ path: '/away', element: <h1>Away</h1> }, ...routesFor({ registry: { ...registry, screens: broken }, loader })],
    { path: '/' },
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This part couldn’t be displayed. Everything else still works.',
  );
  expect(location()).toBe('/');
  jest.restoreAllMocks();
});

test('the error page says the text of a code it knows, and never prints what it does not', async () => {
  openAs({}, '/error?code=workspace-disabled');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).not.toContain('workspace-disabled');
  document.body.replaceChildren();
  openAs({}, '/error?code=<b>x</b>');
  expect(await heading('Something went wrong')).toBeInTheDocument();
});

test.each([
  '//evil.example',
  'javascript:alert(1)',
  '%2F%2Fevil.example',
  'https://user:secret@evil.example/',
  '/\\evil.example',
])('/redirect?to=%s goes nowhere by itself', async (to) => {
  const location = openAs({}, `/redirect?to=${encodeURIComponent(to)}`);
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(location()).toContain('/redirect');
  expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
});

test('/redirect goes to a path of this site at once, and asks before it leaves for another', async () => {
  const location = openAs({}, '/redirect?to=%2F');
  await waitFor(() => expect(location()).toBe('/'));
  openAs({}, `/redirect?to=${encodeURIComponent('https://elsewhere.example/a?b=c')}`);
  expect(await screen.findByText('https://elsewhere.example/a?b=c')).toBeInTheDocument();
  expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).toContain('https://elsewhere.example/a?b=c');
});
