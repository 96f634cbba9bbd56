import { finishToolSignIn } from '@parlance/shared/contract/api/tools/connected-accounts';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import { onRedirect } from '@parlance/shared/redirect';
import { anonymousSession, sessionStore } from '@parlance/shared/session';
import { fakeServer, renderRoutes, renderScreen } from '@parlance/shared/testing';
import { onToolSignIn, type ToolSignInNews } from '@parlance/shared/tool-sign-in/news';
import { configure, screen, waitFor } from '@testing-library/react';
import { routesFor } from '../../frame/routes.tsx';
import { readRegistry } from '../../remotes/known/registry.ts';
import { plainLoader } from '../../testing/loaders.ts';
import { registryLine } from '../../testing/registry-lines.ts';
import { authorizationResponseIn } from './authorization-response.ts';
import ToolSignIn from './tool-sign-in.tsx';

const server = fakeServer();
const registry = readRegistry([registryLine('chat', [{ id: 'home', path: '/' }])]);
const Empty = () => null;
const loader = plainLoader({ ready: () => Empty, load: () => Promise.resolve(Empty) });
const tool = { id: '0198f0aa-0005-7000-8000-000000000004', name: 'Orders' };

let states = 0;
/** Each page load has a state of its own: the module remembers what it has sent. */
const nextState = () => `state-${(states += 1)}`;
const open = (query: string) =>
  renderRoutes(routesFor({ registry, loader }), { path: `/tool-sign-in/notes_example?${query}`, session: {} });
const title = 'The sign-in couldn’t be finished';
const bodies = () => server.requests(finishToolSignIn).map(({ body }) => body);
let close: jest.Spied<typeof window.close>;
let heard: ToolSignInNews[] = [];
let stop: () => void;

beforeEach(() => {
  close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
  heard = [];
  stop = onToolSignIn((news) => heard.push(news));
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

test('what the authorization server gave is sent once, leaves the address, and the other windows are told', async () => {
  server.answer(finishToolSignIn, { tool });
  const state = nextState();
  const { location, user } = open(`code=c%20d&state=${state}&iss=https%3A%2F%2Flogin.example.org`);
  expect(await screen.findByRole('heading', { level: 1, name: 'You’re signed in to “Orders”' })).toBeInTheDocument();
  expect(screen.getByText('You can close this window.')).toBeInTheDocument();
  expect(bodies()).toEqual([{ server: 'notes_example', state, code: 'c d', iss: 'https://login.example.org' }]);
  expect(location()).toBe('/tool-sign-in/notes_example');
  expect(document.title).toBe('Tool sign-in · Parlance');
  await waitFor(() => expect(heard).toEqual([{ is: 'signed-in', toolId: tool.id }]));
  // It closes itself where the browser lets it, and says what to do where not.
  expect(close).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Close window' }));
  expect(close).toHaveBeenCalledTimes(2);
  expect(screen.getByText(/^This page can’t close the window/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View connected accounts' })).toHaveAttribute('href', '/profile');
});

test('an effect that React runs twice sends once', async () => {
  server.answer(finishToolSignIn, { tool });
  configure({ reactStrictMode: true });
  renderScreen(<ToolSignIn />, { path: `/tool-sign-in/notes_example?code=c&state=${nextState()}`, session: {} });
  configure({ reactStrictMode: false });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('You’re signed in to “Orders”');
  expect(bodies()).toHaveLength(1);
  await waitFor(() => expect(heard).toHaveLength(1));
});

test.each([
  ['a reload, which has nothing left', ''],
  ['an address without a state', 'code=c'],
  ['one without a code', 'state=s'],
  ['one with a code and an error', 'state=s&code=c&error=access_denied'],
  ['one with two codes', 'state=s&code=c&code=d'],
  ['one that is longer than anything is sent', `state=s&code=${'c'.repeat(4_001)}`],
])('%s sends nothing and says that it is over', async (_, query) => {
  open(query);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.getByText(/took too long or is already finished.*start it again/)).toBeInTheDocument();
  expect(bodies()).toEqual([]);
  expect(close).not.toHaveBeenCalled();
});

test('an error of the authorization server is sent on, and a description no longer than is taken', () => {
  const search = new URLSearchParams({ state: 's', error: 'access_denied', error_description: 'x'.repeat(5_000) });
  expect(authorizationResponseIn('notes_example', search)).toEqual({
    server: 'notes_example',
    state: 's',
    error: 'access_denied',
    error_description: 'x'.repeat(4_000),
  });
});

test.each<[ErrorCode, RegExp]>([
  ['tool_sign_in_over', /start it again where you began/],
  ['tool_sign_in_declined', /nothing was connected/],
  ['tool_sign_in_unusable', /Contact the person who manages the tool/],
])('%s has a text of its own, with the words of the server, and the waiting window hears of it', async (code, text) => {
  server.fail(finishToolSignIn, code, { issues: [{ path: 'said', message: 'Ask <b>later</b>.' }] });
  const state = nextState();
  open(`error=access_denied&state=${state}`);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByText('Server response: Ask <b>later</b>.')).toBeInTheDocument();
  expect(bodies()).toEqual([{ server: 'notes_example', state, error: 'access_denied' }]);
  await waitFor(() => expect(heard).toEqual([{ is: 'failed', state, code }]));
  expect(close).not.toHaveBeenCalled();
});

test('what did not reach the server is sent once more by a press, and nobody is told before', async () => {
  server.lose(finishToolSignIn, { times: 1 });
  const { user } = open(`code=c&state=${nextState()}`);
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  server.answer(finishToolSignIn, { tool });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'You’re signed in to “Orders”' })).toBeInTheDocument();
  await waitFor(() => expect(heard).toEqual([{ is: 'signed-in', toolId: tool.id }]));
});

test('whoever is no longer signed in here goes to the login, and comes back with all that was given', async () => {
  const led = jest.fn<undefined, [string]>();
  onRedirect(led);
  sessionStore.setState(anonymousSession, true);
  renderRoutes(routesFor({ registry, loader }), { path: '/tool-sign-in/notes_example?code=c&state=s' });
  await waitFor(() =>
    expect(led).toHaveBeenCalledWith(
      `/auth/login?to=${encodeURIComponent('/tool-sign-in/notes_example?code=c&state=s')}`,
    ),
  );
  expect(bodies()).toEqual([]);
});
