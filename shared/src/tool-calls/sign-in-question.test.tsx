import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, openedWindows, renderScreen } from '@parlance/shared/testing';
import {
  beginToolSignIn,
  listConnectedAccounts,
  type ConnectedAccount,
} from '../contract/api/tools/connected-accounts.ts';
import { answerToolCall } from '../contract/api/runs/tool-calls.ts';
import { tellToolSignIn } from '../tool-sign-in/news.ts';
import { exampleCall } from './examples.ts';
import ToolCalls from './tool-calls.tsx';

const server = fakeServer();
const windows = openedWindows();
// Loads the chunk up front, so that no test waits for it.
beforeAll(() => import('./sign-in-question.tsx'));

const waiting = exampleCall({ state: 'waiting', result: '', duration_ms: null, asks_because: 'sign-in' });
const toolId = waiting.tool_id ?? '';
const account = (given: Partial<ConnectedAccount> = {}): ConnectedAccount => ({
  id: '0198f0aa-0009-7000-8000-000000000001',
  tool: { id: toolId, name: 'Orders' },
  server: 'https://mcp.example.org',
  signed_in_at: '2026-11-21T10:00:00.000Z',
  last_used_at: null,
  is_lapsed: false,
  ...given,
});
const address = 'https://login.example.org/authorize?state=s';
const told = (id = toolId) => tellToolSignIn({ is: 'signed-in', toolId: id });
const answers = () => server.requests(answerToolCall).map(({ body }) => body);
const allowed = [{ allow: true, arguments: '{"order":"A-7"}' }];
const accounts = (...items: ConnectedAccount[]) => server.answer(listConnectedAccounts, { items });

beforeEach(() => {
  accounts();
  server.answer(beginToolSignIn, { address, expires_at: '2026-11-21T10:10:00.000Z' });
  server.answer(answerToolCall, { ...waiting, state: 'running' });
});

async function show(calls = [waiting]) {
  const rendered = renderScreen(<ToolCalls calls={calls} isRunning />, { session: {} });
  const card = within(await screen.findByRole('region', { name: 'Sign in to “Orders” to continue' }));
  return { ...rendered, card };
}
const press = (name: string) => screen.getByRole('button', { name });
async function begin() {
  const shown = await show();
  await shown.user.click(press('Sign in and allow'));
  await screen.findByText(/^Waiting for the sign-in/);
  return shown;
}

test('a call that needs a sign-in shows what would be sent, and opens a window in the click itself', async () => {
  const { user, card } = await show();
  expect(card.getByText('Sign in to “Orders” to continue')).toHaveAttribute('role', 'status');
  expect(card.getByText(/^Allow the assistant to use “Orders: \w+” with exactly these arguments/)).toBeInTheDocument();
  expect(card.getByRole('group', { name: 'Arguments' })).toHaveTextContent('{ "order": "A-7" }');
  server.hang(beginToolSignIn);
  await user.click(press('Sign in and allow'));
  // The address comes later: it is on its way.
  expect(windows.all()).toMatchObject([{ opener: null, addresses: [], isClosed: false }]);
  expect(windows.all()[0]?.document.title).toBe('Opening the sign-in page…');
  expect(answers()).toEqual([]);
});

test('the window is led to the sign-in, and its end allows the call once', async () => {
  await begin();
  expect(windows.all()).toMatchObject([{ addresses: [address] }]);
  expect(press('Open it again')).toHaveFocus();
  act(() => told());
  await waitFor(() => expect(answers()).toEqual(allowed));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Tool calls' })).toHaveFocus());
  act(() => told());
  accounts(account());
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(server.requests(beginToolSignIn)).toHaveLength(1));
  expect(answers()).toEqual(allowed);
});

test('a sign-in of which no window tells is seen on return to the page; one that has lapsed is none', async () => {
  await begin();
  accounts(account({ is_lapsed: true }));
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(server.requests(listConnectedAccounts)).toHaveLength(2));
  expect(answers()).toEqual([]);
  accounts(account());
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(answers()).toEqual(allowed));
});

test('a blocked window leaves a link that opens it', async () => {
  windows.block();
  const { user, card } = await show();
  await user.click(press('Sign in and allow'));
  const link = await card.findByRole('link', { name: /^Open the sign-in page/ });
  expect(link).toHaveAttribute('href', address);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(card.getByText(/^Your browser blocked the window/)).toBeInTheDocument();
  act(() => told());
  await waitFor(() => expect(answers()).toEqual(allowed));
});

test('a window that was closed is opened again with a sign-in of its own, and there is a way back', async () => {
  const { user } = await begin();
  await user.click(press('Open it again'));
  await waitFor(() => expect(windows.all()).toMatchObject([{}, { addresses: [address] }]));
  expect(server.requests(beginToolSignIn)).toHaveLength(2);
  await user.click(press('Cancel'));
  expect(press('Sign in and allow')).toHaveFocus();
  act(() => told());
  // The sign-in alone allows nothing any more: the person is asked.
  await user.click(await screen.findByRole('button', { name: 'Allow once' }));
  await waitFor(() => expect(answers()).toEqual(allowed));
  expect(windows.all()).toHaveLength(2);
});

test('a call that nobody has pressed is not allowed by the sign-in for another one', async () => {
  const other = { ...waiting, id: '0198f0aa-0005-7000-8000-000000000077', arguments: '{"order":"B"}' };
  const { user } = renderScreen(<ToolCalls calls={[waiting, other]} isRunning />, { session: {} });
  const [first] = await screen.findAllByRole('button', { name: 'Sign in and allow' });
  await user.click(first as HTMLElement);
  await screen.findByText(/^Waiting for the sign-in/);
  act(() => told());
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Allow once' })).toHaveLength(2));
  await waitFor(() => expect(answers()).toEqual(allowed));
});

test('whoever has signed in before is asked for the call alone', async () => {
  accounts(account());
  const { user } = renderScreen(<ToolCalls calls={[waiting]} isRunning />, { session: {} });
  await user.click(await screen.findByRole('button', { name: 'Allow once' }));
  await waitFor(() => expect(answers()).toEqual(allowed));
  expect(windows.all()).toEqual([]);
});

test('a server that wants another sign-in all the same leads back to it, and only a new one counts', async () => {
  accounts(account());
  server.fail(answerToolCall, 'tool_sign_in_needed', { times: 1 });
  const { user } = renderScreen(<ToolCalls calls={[waiting]} isRunning />, { session: {} });
  await user.click(await screen.findByRole('button', { name: 'Allow once' }));
  expect(await screen.findByText('Sign in to the tool first, then try again.')).toBeInTheDocument();
  await user.click(press('Sign in and allow'));
  await screen.findByText(/^Waiting for the sign-in/);
  expect(screen.queryByText('Sign in to the tool first, then try again.')).not.toBeInTheDocument();
  const asked = server.requests(listConnectedAccounts).length;
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(server.requests(listConnectedAccounts)).toHaveLength(asked + 1));
  expect(answers()).toHaveLength(1);
  accounts(account({ signed_in_at: '2026-11-21T10:05:00.000Z' }));
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(answers()).toHaveLength(2));
});

test.each([
  ['tool_sign_in_unusable', /doesn’t offer a sign-in that works here/],
  ['address_unreachable', /can’t be reached/],
  ['address_timeout', /didn’t respond in time/],
  ['rate_limited', /Too many/],
] as const)(
  'a sign-in that cannot begin (%s) says why, closes its window and can be tried again',
  async (code, said) => {
    server.fail(beginToolSignIn, code);
    const { user } = await show();
    await user.click(press('Sign in and allow'));
    expect(await screen.findByText(said, {}, { timeout: 4_000 })).toBeInTheDocument();
    expect(windows.all()).toMatchObject([{ isClosed: true, addresses: [] }]);
    server.answer(beginToolSignIn, { address, expires_at: '2026-11-21T10:10:00.000Z' });
    await user.click(press('Sign in and allow'));
    await waitFor(() => expect(windows.all()).toMatchObject([{}, { addresses: [address] }]));
    expect(screen.queryByText(said)).not.toBeInTheDocument();
  },
);

test.each([
  ['tool_sign_in_declined', /was declined, and nothing was connected/],
  ['tool_sign_in_over', /took too long or is already finished/],
])('a sign-in that fails in the other window (%s) says so in the card that waits for it', async (code, said) => {
  const { user } = await begin();
  act(() => tellToolSignIn({ is: 'failed', state: 's', code }));
  expect(await screen.findByText(said)).toBeInTheDocument();
  act(() => tellToolSignIn({ is: 'failed', state: 's', code: 'tool_sign_in_unusable' }));
  await user.click(press('Sign in and allow'));
  await screen.findByText(/^Waiting for the sign-in/);
  act(() => told());
  await waitFor(() => expect(answers()).toEqual(allowed));
});

test('what is told of another tool, or of another sign-in, leaves the one that waits alone', async () => {
  const { user } = await begin();
  act(() => told('0198f0aa-0005-7000-8000-000000000099'));
  act(() => tellToolSignIn({ is: 'failed', state: 's', code: 'tool_sign_in_over' }));
  // Told later over the same channel: had the other tool counted, nothing would wait that could fail.
  expect(await screen.findByText(/took too long/)).toBeInTheDocument();
  expect(answers()).toEqual([]);
  await user.click(press('Sign in and allow'));
  await screen.findByText(/^Waiting for the sign-in/);
  act(() => tellToolSignIn({ is: 'failed', state: 'of another one', code: 'tool_sign_in_over' }));
  act(() => told());
  await waitFor(() => expect(answers()).toEqual(allowed));
});

test.each(['javascript:alert(1)', 'data:text/html,hello', 'blob:https://example.org/a'])(
  'no window is led to %s',
  async (hostile) => {
    server.answer(beginToolSignIn, { address: hostile, expires_at: '2026-11-21T10:10:00.000Z' });
    const { user } = await show();
    await user.click(press('Sign in and allow'));
    expect(await screen.findByText(/doesn’t offer a sign-in that works here/)).toBeInTheDocument();
    expect(windows.all()).toMatchObject([{ isClosed: true, addresses: [] }]);
  },
);

test('a call can be denied without signing in; one whose tool is gone asks as any other', async () => {
  const { user, rerender } = await show();
  await user.click(press('Deny'));
  await waitFor(() => expect(answers()).toEqual([{ allow: false, arguments: '{"order":"A-7"}' }]));
  expect(windows.all()).toEqual([]);
  rerender(<ToolCalls calls={[{ ...waiting, id: toolId, tool_id: null }]} isRunning />);
  expect(await screen.findByRole('button', { name: 'Allow once' })).toBeInTheDocument();
});

test('a window on its way is closed when the question is gone', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.answer(beginToolSignIn, async () => {
    await promise;
    return { address, expires_at: '2026-11-21T10:10:00.000Z' };
  });
  const { user, rerender } = await show();
  await user.click(press('Sign in and allow'));
  rerender(<ToolCalls calls={[{ ...waiting, state: 'refused' }]} isRunning />);
  resolve(undefined);
  await waitFor(() => expect(windows.all()).toMatchObject([{ isClosed: true, addresses: [] }]));
});
