import { renderRoutes, type SignedInAs } from '@parlance/shared/testing';
import { act, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { PartLoader } from '../remotes/known/parts.ts';
import { readRegistry } from '../remotes/known/registry.ts';
import { plainLoader } from '../testing/loaders.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { routesFor } from './routes.tsx';

const Home = () => <h1>Home</h1>;
const loader = plainLoader({ ready: () => Home, load: () => Promise.resolve(Home) });

describe('what a remote adds to the rail', () => {
  const action = { titles: { en: 'New dialogue', 'de-DE': 'Neuer Dialog' }, to: '/#ask', icon: 'plus' };
  const chat = registryLine('chat', [{ id: 'home', path: '/', menu: { section: 'chat', icon: 'home', order: 1 } }]);
  const withRail = (rail: object) => readRegistry([{ ...chat, remote: { ...chat.remote, rail } }]);
  const rail = jest.fn<Promise<ComponentType>, []>();
  const parts: PartLoader = { rail, palette: () => Promise.reject(new Error('The rail asks for no palette.')) };
  const showRail = (registryOfPage = withRail({ action }), session: SignedInAs = {}) =>
    renderRoutes(routesFor({ registry: registryOfPage, loader, parts }), { session });
  beforeEach(() => {
    document.cookie = 'rail=; path=/; max-age=0';
    window.matchMedia = (query) =>
      Object.assign(new EventTarget(), {
        matches: false,
        media: query,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      });
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask'] });
    rail.mockReset().mockResolvedValue(() => <p>Recent things</p>);
  });
  afterEach(() => jest.useRealTimers());
  const untilIdle = () => act(() => jest.advanceTimersByTimeAsync(3000));

  test('its action is there at once, its part when the page is idle', async () => {
    const { user, location } = showRail();
    const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'New dialogue' });
    expect(rail).not.toHaveBeenCalled();
    await untilIdle();
    expect(await screen.findByText('Recent things')).toBeInTheDocument();
    await user.click(link);
    expect(location()).toBe('/#ask');
  });

  test('a folded rail keeps the action as an icon, and fetches nothing for what it does not show', async () => {
    document.cookie = 'rail=collapsed; path=/';
    showRail();
    await untilIdle();
    expect(screen.getByRole('link', { name: 'New dialogue' })).toHaveAttribute('title', 'New dialogue');
    expect(rail).not.toHaveBeenCalled();
  });

  test('nothing of it is there for whom it is not', async () => {
    showRail(withRail({ action, requires: { role: 'admin' } }));
    await untilIdle();
    expect(screen.queryByRole('link', { name: 'New dialogue' })).not.toBeInTheDocument();
    expect(rail).not.toHaveBeenCalled();
  });

  test('a part that breaks, or does not come, leaves everything else as it is', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // React and the boundary log it
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    rail.mockResolvedValue(() => {
      throw new Error('broken');
    });
    const { unmount } = showRail();
    await untilIdle();
    expect(screen.getByRole('heading', { name: 'Home' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'New dialogue' })).toBeInTheDocument();
    unmount();
    rail.mockRejectedValue(new Error('not there'));
    showRail();
    await untilIdle();
    expect(screen.getByRole('heading', { name: 'Home' })).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});
