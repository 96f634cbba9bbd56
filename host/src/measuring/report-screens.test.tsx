import { reportScreen } from '@parlance/shared/contract/api/releases/release-reports';
import { sessionStore } from '@parlance/shared/session';
import { fakeServer, renderScreen, signIn } from '@parlance/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { TooNewError } from '../remotes/load/federation.ts';
import { Outlet } from '../remotes/draw/outlet.tsx';
import { readRegistry } from '../remotes/known/registry.ts';
import { patience } from '../remotes/draw/use-screen.ts';
import { loaderOver, plainLoader } from '../testing/loaders.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { reportScreens } from './report-screens.ts';

const server = fakeServer();
const [home, other] = readRegistry([
  registryLine('chat', [
    { id: 'home', path: '/' },
    { id: 'other', path: '/other' },
  ]),
]).screens;
if (home === undefined || other === undefined) throw new Error('no screen was read');

function Home() {
  return <h1>Here it is</h1>;
}
const loaderOf = (load: () => Promise<{ default: ComponentType }>) => loaderOver({ home: load, other: load });
const sent = () => server.requests(reportScreen).map(({ body }) => body);
const ofHome = { remote: 'chat', version: '1.0.0-abc', screen: 'home' };

let stop: () => void;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  signIn();
  server.answer(reportScreen, { is_counted: true });
  stop = reportScreens();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a screen that is there is told once for each remote, and nothing of it but its release and its name', async () => {
  const loader = loaderOf(() => Promise.resolve({ default: Home }));
  renderScreen(
    <>
      <Outlet screen={home} loader={loader} />
      <Outlet screen={other} loader={loader} />
    </>,
  );
  await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Here it is' })).toHaveLength(2));
  await waitFor(() => expect(sent()).toEqual([{ ...ofHome, failure: null }]), { timeout: 5000 });
});

test('one that cannot be loaded is told as a failure, once however often it is tried', async () => {
  const { user } = renderScreen(<Outlet screen={home} loader={loaderOf(() => Promise.reject(new Error('broken')))} />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(sent()).toEqual([{ ...ofHome, failure: 'load' }]));
});

test('one that breaks while it is drawn is told as well', async () => {
  function Breaking() {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error('broken');
    return (
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
    );
  }
  const { user } = renderScreen(
    <Outlet screen={home} loader={loaderOf(() => Promise.resolve({ default: Breaking }))} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Break' }));
  await waitFor(
    () =>
      expect(sent()).toEqual(
        expect.arrayContaining([
          { ...ofHome, failure: 'draw' },
          { ...ofHome, failure: null },
        ]),
      ),
    { timeout: 5000 },
  );
});

test('nothing is told of what is only slow, of what is newer than the page, without a network, and by nobody', async () => {
  jest.useFakeTimers();
  renderScreen(
    <Outlet screen={home} loader={plainLoader({ ready: () => undefined, load: () => new Promise(() => undefined) })} />,
  );
  await act(() => jest.advanceTimersByTimeAsync(patience));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  renderScreen(
    <Outlet
      screen={home}
      loader={plainLoader({ ready: () => undefined, load: () => Promise.reject(new TooNewError('newer')) })}
    />,
  );
  await act(() => jest.advanceTimersByTimeAsync(1));
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const broken = plainLoader({ ready: () => undefined, load: () => Promise.reject(new Error('broken')) });
  renderScreen(<Outlet screen={home} loader={broken} />);
  await act(() => jest.advanceTimersByTimeAsync(1));
  jest.restoreAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  sessionStore.setState({ subject: null });
  renderScreen(<Outlet screen={home} loader={broken} />);
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(sent()).toEqual([]);
});
