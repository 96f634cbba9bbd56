import { Link } from '@parlance/shared/router';
import { renderScreen } from '@parlance/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, type ComponentType } from 'react';
import { loaderOver, plainLoader } from '../../testing/loaders.ts';
import { registryLine } from '../../testing/registry-lines.ts';
import { Outlet } from './outlet.tsx';
import { readRegistry } from '../known/registry.ts';
import { FileError } from '../load/file-error.ts';
import { patience } from './use-screen.ts';

const failure = 'This part couldn’t be displayed. Everything else still works.';
const slowness = 'This is taking longer than usual…';
const [home] = readRegistry([registryLine('chat', [{ id: 'home', path: '/' }])]).screens;
if (home === undefined) throw new Error('no screen was read');
const there = home;

function Home() {
  return <h1>Here it is</h1>;
}

/** Returns a loader of an app whose screen comes from a function of the test. */
const loaderOf = (load: () => Promise<{ default: ComponentType }>) => loaderOver({ home: load });

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a centred status stands there until the screen comes', async () => {
  renderScreen(<Outlet screen={there} loader={loaderOf(() => Promise.resolve({ default: Home }))} />);
  expect(screen.getByText('Loading…').parentElement).toHaveAttribute('role', 'status');
  expect(await screen.findByRole('heading', { name: 'Here it is' })).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('a screen that a preload brings between drawing and the effects that follow is drawn all the same', async () => {
  let isThere = false;
  const loader = plainLoader({ ready: () => (isThere ? Home : undefined), load: () => Promise.resolve(Home) });
  function Preload() {
    useLayoutEffect(() => {
      isThere = true;
    }, []);
    return null;
  }
  renderScreen(
    <>
      <Outlet screen={there} loader={loader} />
      <Preload />
    </>,
  );
  expect(await screen.findByRole('heading', { name: 'Here it is' })).toBeInTheDocument();
});

test('a screen that fails to load says so, and “Try again” heals it with a new attempt', async () => {
  const load = jest
    .fn<Promise<{ default: ComponentType }>, []>()
    .mockRejectedValue(new FileError('down', '/screen.js'));
  const { user } = renderScreen(<Outlet screen={there} loader={loaderOf(load)} />);
  expect(await screen.findByRole('alert')).toHaveTextContent(failure);
  load.mockReset().mockResolvedValue({ default: Home });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Here it is' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a screen that takes long says so and does not say that it failed, and still shows itself when it comes', async () => {
  jest.useFakeTimers();
  // The promise is five seconds (specification §2), including the time of a browser to render it.
  expect(patience).toBeLessThan(5_000);
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>();
  renderScreen(<Outlet screen={there} loader={loaderOf(() => promise)} />);
  expect(screen.queryByText(slowness)).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(patience));
  expect(screen.getByText(slowness)).toHaveAttribute('role', 'status');
  expect(screen.getByText('Loading…')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByText(failure)).not.toBeInTheDocument();
  resolve({ default: Home });
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('heading', { name: 'Here it is' })).toBeInTheDocument();
  expect(screen.queryByText(slowness)).not.toBeInTheDocument();
});

test('one that takes long and then fails says that it failed', async () => {
  jest.useFakeTimers();
  const { promise, reject } = Promise.withResolvers<{ default: ComponentType }>();
  renderScreen(<Outlet screen={there} loader={loaderOf(() => promise)} />);
  await act(() => jest.advanceTimersByTimeAsync(patience));
  expect(screen.getByText(slowness)).toBeInTheDocument();
  reject(new Error('broken'));
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
  expect(screen.queryByText(slowness)).not.toBeInTheDocument();
});

test('“Try again” begins anew while the first attempt hangs', async () => {
  jest.useFakeTimers();
  const load = jest
    .fn<Promise<{ default: ComponentType }>, []>()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue({ default: Home });
  renderScreen(<Outlet screen={there} loader={loaderOf(load)} />);
  await act(() => jest.advanceTimersByTimeAsync(patience));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByText(slowness)).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('heading', { name: 'Here it is' })).toBeInTheDocument();
});

test('texts that cannot be fetched are a failure as well, not a screen of keys', async () => {
  const loader = loaderOver({ home: () => Promise.resolve({ default: Home }) }, () =>
    Promise.reject(new FileError('no texts', 'texts')),
  );
  renderScreen(<Outlet screen={there} loader={loader} />);
  expect(await screen.findByRole('alert')).toHaveTextContent(failure);
});

test('a screen that breaks while it is drawn takes nothing else with it, and another path is another chance', async () => {
  let isBroken = true;
  function Moody() {
    if (isBroken) throw new Error('drawn wrong');
    return <h1>Here it is</h1>;
  }
  const { user } = renderScreen(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Outlet screen={there} loader={loaderOf(() => Promise.resolve({ default: Moody }))} />
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(failure);
  expect(screen.getByRole('link', { name: 'Elsewhere' })).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Here it is' })).toBeInTheDocument());
});

test('however many ask for a screen, its code is fetched once', async () => {
  const load = jest.fn(() => Promise.resolve({ default: Home as ComponentType }));
  const loader = loaderOf(load);
  await Promise.all([loader.load(there), loader.load(there)]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(loader.ready(there)).toBe(Home);
});
