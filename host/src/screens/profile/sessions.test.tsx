import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import { listOwnMemberships, switchMembership } from '@parlance/shared/contract/api/session/memberships';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@parlance/shared/contract/api/session/own-sessions';
import { setNavigator } from '@parlance/shared/session';
import { fakeServer } from '@parlance/shared/testing';
import { onNotice } from '@parlance/shared/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import { answerNoUsage } from '../../testing/answer-usage.ts';
import { showProfile } from '../../testing/show-profile.tsx';

const server = fakeServer();
const id = (last: number) => `0198f0aa-0000-7000-8000-00000000000${last}`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const session = (last: number, changes: Partial<OwnSession> = {}): OwnSession => ({
  id: id(last),
  is_current: false,
  browser: 'Firefox',
  system: 'Windows',
  created_at: '2026-11-01T08:00:00.000Z',
  last_seen_at: hoursAgo(3),
  ...changes,
});
const here = session(1, { is_current: true, browser: 'Chrome', system: 'macOS' });
let open: OwnSession[] = [];
const title = 'Where you’re signed in';
const section = async (name: string) => within(await screen.findByRole('region', { name }));
let notices: string[] = [];
let stop = () => undefined as unknown;

beforeEach(() => {
  notices = [];
  stop = onNotice(({ message }) => notices.push(message));
  open = [here, session(2), session(3, { browser: null, system: null })];
  server.answer(listOwnSessions, () => ({ items: open }));
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(listOwnMemberships, { items: [] });
  answerNoUsage(server);
});
afterEach(() => void stop());

test('every browser is shown with its device, when it was last seen, and which is this one', async () => {
  showProfile({});
  const rows = await (await section(title)).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Chrome on macOSThis browserSigned in on /),
    expect.stringMatching(/^Firefox on WindowsLast active 3 hours agoSigned in on /),
    expect.stringMatching(/^Unknown browserLast active 3 hours ago/),
  ]);
  expect(within(rows[0] as HTMLElement).queryByRole('button')).not.toBeInTheDocument(); // three rows were just found
});

test('another browser is signed out at once, and the focus stays in the list', async () => {
  server.answer(endOwnSession, ({ params }) => {
    open = open.filter((it) => it.id !== params.session_id);
    return {};
  });
  const { user } = showProfile({});
  const place = await section(title);
  await user.click(await place.findByRole('button', { name: 'Sign out Firefox on Windows' }));
  expect(place.getAllByRole('listitem')).toHaveLength(2);
  expect(place.getAllByRole('listitem')[0]).toHaveFocus();
  await waitFor(() => expect(notices).toEqual(['Firefox on Windows signed out']));
  expect(server.requests(endOwnSession).map(({ params }) => params.session_id)).toEqual([id(2)]);
  // The list reloads, which shows changes to the others as well.
  await waitFor(() => expect(server.requests(listOwnSessions)).toHaveLength(2));
});

test('a browser that could not be signed out is back in the list', async () => {
  server.fail(endOwnSession, 'forbidden');
  const { user } = showProfile({});
  const place = await section(title);
  await user.click(await place.findByRole('button', { name: 'Sign out Firefox on Windows' }));
  await waitFor(() => expect(notices).toEqual(['You don’t have permission to do this.']));
  expect(place.getAllByRole('listitem')).toHaveLength(3);
});

test('everywhere else is signed out by one button', async () => {
  server.answer(endOtherSessions, () => {
    open = [here];
    return { ended: 2 };
  });
  const { user } = showProfile({});
  const place = await section(title);
  await user.click(await place.findByRole('button', { name: 'Sign out everywhere else' }));
  await waitFor(() => expect(notices).toEqual(['Signed out everywhere else']));
  expect(place.getAllByRole('listitem')).toHaveLength(1);
  expect(place.queryByRole('button')).not.toBeInTheDocument();
});

test('a list that cannot be had says so, and the rest of the profile is there', async () => {
  server.fail(listOwnSessions, 'not_found', { times: 1 });
  const { user } = showProfile({});
  const place = await section(title);
  await user.click(await place.findByRole('button', { name: 'Try again' }));
  expect(await place.findAllByRole('listitem')).toHaveLength(3);
});

describe('organisations', () => {
  const member = (last: number, organization: string, isCurrent: boolean) => ({
    member_id: id(last),
    organization,
    workspace_status: 'ACTIVE' as const,
    is_current: isCurrent,
  });

  test('are not a subject for whoever has one', async () => {
    server.answer(listOwnMemberships, { items: [member(1, 'Northwind', true)] });
    showProfile({});
    await (await section(title)).findAllByRole('listitem');
    expect(screen.queryByRole('region', { name: 'Organisations' })).not.toBeInTheDocument();
  });

  test('can be switched, and the page begins anew there', async () => {
    server.answer(listOwnMemberships, {
      items: [member(1, 'Northwind', true), { ...member(2, 'Contoso', false), workspace_status: 'EXPIRED' }],
    });
    server.answer(switchMembership, { member_id: id(2) });
    const toStart = jest.fn();
    setNavigator({ toLogin: jest.fn(), toStart });
    const otherTab = new BroadcastChannel('parlance:session');
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data);
    const { user } = showProfile({});
    const place = await section('Organisations');
    expect(place.getByText('Plan expired')).toBeInTheDocument();
    await user.click(place.getByRole('button', { name: 'Switch to Contoso' }));
    await waitFor(() => expect(toStart).toHaveBeenCalled());
    await waitFor(() => expect(heard).toEqual(['signed-in']));
    expect(server.requests(switchMembership).map(({ params }) => params.member_id)).toEqual([id(2)]);
    otherTab.close();
  });

  test('stay where they are when switching fails', async () => {
    server.answer(listOwnMemberships, { items: [member(1, 'Northwind', true), member(2, 'Contoso', false)] });
    server.fail(switchMembership, 'not_found');
    const { user } = showProfile({});
    await user.click(await (await section('Organisations')).findByRole('button', { name: 'Switch to Contoso' }));
    await waitFor(() => expect(notices).toEqual(['This doesn’t exist, or you don’t have access to it.']));
  });
});
