import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import { changeMfa, confirmMfa } from '@parlance/shared/contract/api/users/account';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import {
  listOwnMemberships,
  switchMembership,
  type OwnMembership,
} from '@parlance/shared/contract/api/session/memberships';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@parlance/shared/contract/api/session/own-sessions';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fakeServer, pressTwice } from '@parlance/shared/testing';
import { onNotice } from '@parlance/shared/ui/toasts';
import { screen, waitFor } from '@testing-library/react';
import { answerNoUsage } from '../../testing/answer-usage.ts';
import { showProfile } from '../../testing/show-profile.tsx';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-00000000000${number}`;
const session = (number: number): OwnSession => ({
  id: id(number),
  browser: `Browser ${number}`,
  system: null,
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  is_current: number === 1,
});
const membership = (number: number): OwnMembership => ({
  member_id: id(number),
  organization: `Organisation ${number}`,
  workspace_status: 'ACTIVE',
  is_current: number === 1,
});
let notices: string[] = [];
let stop = () => undefined as unknown;

beforeEach(() => {
  notices = [];
  stop = onNotice(({ message }) => notices.push(message));
  server.answer(listOwnSessions, { items: [session(1), session(2), session(3)] });
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(listOwnMemberships, { items: [membership(1), membership(2)] });
  answerNoUsage(server);
});
afterEach(() => void stop());

/** Every request is refused, and each refusal is a notice. */
test.each<[string, string, Endpoint]>([
  ['the second step', 'Turn on', changeMfa],
  ['one’s own data', 'Download file', getOwnData],
  ['going over to another organisation', 'Switch to Organisation 2', switchMembership],
  ['ending a session', 'Sign out Browser 2', endOwnSession],
  ['ending all other sessions', 'Sign out everywhere else', endOtherSessions],
])('%s is asked for once, and can be asked for again', async (_, name, endpoint) => {
  server.fail(endpoint, 'forbidden');
  showProfile({});
  pressTwice(await screen.findByRole('button', { name }));
  await waitFor(() => expect(notices).toHaveLength(1));
  pressTwice(await screen.findByRole('button', { name }));
  await waitFor(() => expect(notices).toHaveLength(2));
  expect(server.requests(endpoint)).toHaveLength(2);
});

test('another code is sent once', async () => {
  server.answer(changeMfa, { resend_in: 0, expires_in: 600, tries_left: 5 });
  server.fail(confirmMfa, 'forbidden');
  showProfile({});
  pressTwice(await screen.findByRole('button', { name: 'Turn on' }));
  pressTwice(await screen.findByRole('button', { name: 'Send another code' }));
  expect(await screen.findByText(/^Another code has been sent/)).toBeInTheDocument();
  server.answer(changeMfa, { resend_in: 45, expires_in: 600, tries_left: 5 });
  pressTwice(await screen.findByRole('button', { name: 'Send another code' }));
  expect(await screen.findByText(/45 seconds/)).toBeInTheDocument();
  expect(server.requests(changeMfa)).toHaveLength(3);
});
