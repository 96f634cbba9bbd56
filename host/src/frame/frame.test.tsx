import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { fakeServer, renderRoutes, type SignedInAs } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { readRegistry } from '../remotes/known/registry.ts';
import { plainLoader } from '../testing/loaders.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { routesFor } from './routes.tsx';

const server = fakeServer();
const registry = readRegistry([
  registryLine('chat', [{ id: 'home', path: '/', menu: { section: 'chat', icon: 'home', order: 1 } }]),
  registryLine('admin', [
    {
      id: 'subscription',
      path: '/subscription-manager',
      menu: { section: 'admin', icon: 'card', order: 1 },
      requires: { role: 'admin', workspace: 'owner-when-expired' },
    },
  ]),
]);
const Home = () => <h1>Home</h1>;
const loader = plainLoader({ ready: () => Home, load: () => Promise.resolve(Home) });
const show = (session: SignedInAs = {}, path = '/') => renderRoutes(routesFor({ registry, loader }), { path, session });

/** True if the page is narrower than the rail and a reading column together. */
let isNarrow = false;
beforeEach(() => {
  isNarrow = false;
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: isNarrow && query.includes('width'),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  document.cookie = 'rail=; path=/; max-age=0';
  localStorage.clear();
});

test('the skip link leads into the main part, and the address stays', async () => {
  const { user, location } = show();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(location()).toBe('/');
});

test('the rail folds to its icons and stays so on this device, outside of local storage', async () => {
  const { user, unmount } = show();
  await user.click(screen.getByRole('button', { name: 'Collapse menu' }));
  expect(screen.getByRole('button', { name: 'Expand menu' })).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByRole('link', { name: 'home title' })).toHaveAttribute('title', 'home title');
  expect(document.cookie).toContain('rail=collapsed');
  expect(Object.keys(localStorage).filter((key) => key !== 'i18nextLng')).toEqual([]);
  unmount();
  show();
  await user.click(screen.getByRole('button', { name: 'Expand menu' }));
  expect(document.cookie).not.toContain('rail');
  expect(screen.getByRole('button', { name: 'Collapse menu' })).toHaveAttribute('aria-expanded', 'true');
});

test('where there is no room for the rail it is a drawer, which closes on the next screen', async () => {
  isNarrow = true;
  const { user } = show({ isAdmin: true });
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  const drawer = screen
    .getAllByRole('dialog')
    .find((it) => within(it).queryByRole('navigation', { name: 'Main' }) !== null);
  await user.click(within(drawer!).getByRole('link', { name: 'subscription title' }));
  await waitFor(() => expect(drawer).not.toHaveAttribute('open'));
});

describe('the menu of the person', () => {
  const openMenu = (name = 'Mia Member') => screen.getByRole('button', { name: new RegExp(`^Account: ${name}`) });

  test('names the person, the workspace and its plan', () => {
    show();
    expect(openMenu()).toHaveTextContent('Mia Member');
    expect(openMenu()).toHaveTextContent('Pro example · Pro');
  });

  test('somebody without a name goes by their address', () => {
    show({ profile: { username: null } });
    expect(openMenu('member@pro.example')).toBeInTheDocument();
  });

  test('leads to the profile', async () => {
    for (const list of [listOwnSessions, listOwnMemberships, listConnectedAccounts]) server.hang(list);
    const { user, location } = show();
    await user.click(screen.getByRole('link', { name: 'Profile', hidden: true }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument();
    expect(location()).toBe('/profile');
  });

  test('offers no profile where every page leads to the subscription (specification §4)', async () => {
    show({ isAdmin: true, isOwner: true, workspaceStatus: 'EXPIRED' }, '/subscription-manager');
    expect(screen.queryByRole('link', { name: 'Profile', hidden: true })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign out', hidden: true })).toBeInTheDocument();
  });
});
