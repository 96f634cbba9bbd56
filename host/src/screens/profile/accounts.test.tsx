import {
  beginToolSignIn,
  deleteConnectedAccount,
  listConnectedAccounts,
  type ConnectedAccount,
} from '@parlance/shared/contract/api/tools/connected-accounts';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { fakeServer, openedWindows } from '@parlance/shared/testing';
import { tellToolSignIn } from '@parlance/shared/tool-sign-in/news';
import { onNotice } from '@parlance/shared/ui/toasts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answerNoUsage } from '../../testing/answer-usage.ts';
import { showProfile } from '../../testing/show-profile.tsx';

const server = fakeServer();
const windows = openedWindows();
const id = (last: number) => `0198f0aa-0000-7000-8000-00000000000${last}`;
const account = (last: number, changes: Partial<ConnectedAccount> = {}): ConnectedAccount => ({
  id: id(last),
  tool: { id: id(last + 4), name: `Tool ${last}` },
  server: 'https://mcp.example.org',
  signed_in_at: '2026-11-01T08:00:00.000Z',
  last_used_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  is_lapsed: false,
  ...changes,
});
let there: ConnectedAccount[] = [];
let notices: string[] = [];
let stop = () => undefined as unknown;
const section = async () => within(await screen.findByRole('region', { name: 'Connected accounts' }));

beforeEach(() => {
  notices = [];
  stop = onNotice(({ message }) => notices.push(message));
  there = [account(1), account(2, { last_used_at: null })];
  server.answer(listConnectedAccounts, () => ({ items: there }));
  server.answer(listOwnSessions, { items: [] });
  server.answer(listOwnMemberships, { items: [] });
  answerNoUsage(server);
});
afterEach(() => void stop());

test('every account is shown with its tool, its server, since when and when it was last used', async () => {
  showProfile({});
  const rows = await (await section()).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Tool 1https:\/\/mcp\.example\.orgLast used 3 hours agoSigned in on .*Sign out$/),
    expect.stringMatching(/^Tool 2https:\/\/mcp\.example\.orgNot used yetSigned in on .*Sign out$/),
  ]);
});

test('whoever has none reads so', async () => {
  there = [];
  showProfile({});
  expect(await (await section()).findByText('You aren’t signed in to any tools.')).toBeInTheDocument();
});

test('one is signed out of at once, and the focus stays in the section', async () => {
  server.answer(deleteConnectedAccount, ({ params }) => {
    there = there.filter((it) => it.id !== params.account_id);
    return {};
  });
  const { user } = showProfile({});
  const place = await section();
  await user.click(await place.findByRole('button', { name: 'Sign out of Tool 1' }));
  expect(place.getAllByRole('listitem')).toHaveLength(1);
  expect(place.getByRole('list').parentElement).toHaveFocus();
  await waitFor(() => expect(notices).toEqual(['Signed out of Tool 1']));
  expect(server.requests(deleteConnectedAccount).map(({ params }) => params.account_id)).toEqual([id(1)]);
  await waitFor(() => expect(server.requests(listConnectedAccounts)).toHaveLength(2));
});

test('one that could not be signed out of is back in the list', async () => {
  server.fail(deleteConnectedAccount, 'forbidden');
  const { user } = showProfile({});
  const place = await section();
  await user.click(await place.findByRole('button', { name: 'Sign out of Tool 1' }));
  await waitFor(() => expect(notices).toEqual(['You don’t have permission to do this.']));
  expect(place.getAllByRole('listitem')).toHaveLength(2);
});

test('one that the server no longer accepts says so, and is signed in to again from here', async () => {
  there = [account(1, { is_lapsed: true })];
  server.answer(beginToolSignIn, {
    address: 'https://login.example.org/authorize?state=s',
    expires_at: '2026-11-01T08:10:00.000Z',
  });
  const { user } = showProfile({});
  const place = await section();
  expect(await place.findByText('The server no longer accepts this sign-in.')).toBeInTheDocument();
  await user.click(place.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() =>
    expect(windows.all()).toMatchObject([{ addresses: ['https://login.example.org/authorize?state=s'] }]),
  );
  expect(server.requests(beginToolSignIn).map(({ params }) => params.tool_id)).toEqual([id(5)]);
  there = [account(1, { signed_in_at: '2026-11-02T08:00:00.000Z' })];
  act(() => tellToolSignIn({ is: 'signed-in', toolId: id(5) }));
  await waitFor(() => expect(place.queryByText('The server no longer accepts this sign-in.')).not.toBeInTheDocument());
  expect(place.getByRole('button', { name: 'Sign out of Tool 1' })).toBeInTheDocument();
});

test('a list that cannot be had says so, and the rest of the profile is there', async () => {
  server.fail(listConnectedAccounts, 'not_found', { times: 1 });
  const { user } = showProfile({});
  const place = await section();
  await user.click(await place.findByRole('button', { name: 'Try again' }));
  expect(await place.findAllByRole('listitem')).toHaveLength(2);
});
