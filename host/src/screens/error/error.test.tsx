import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwners } from '@parlance/shared/contract/api/billing/owners';
import { call } from '@parlance/shared/http';
import { sessionStore, unknownSession } from '@parlance/shared/session';
import { fakeServer, renderScreen, type SignedInAs } from '@parlance/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { ErrorScreen } from './error.tsx';

const server = fakeServer();
const owner = { username: 'Edith Moreau', email: 'owner@expired.example' };
const asked = () => server.requests(listOwners).length;
const sentence = 'Ask the owner of your workspace to renew it. Nothing is lost.';

function open(code: string, session?: SignedInAs) {
  sessionStore.setState(unknownSession, true);
  renderScreen(<ErrorScreen />, { path: `/error?code=${code}`, ...(session === undefined ? {} : { session }) });
}
/** Makes another request: once it is answered, so are the page's earlier ones, unless they hang. */
async function askSomethingElse(): Promise<void> {
  server.answer(listOwnMemberships, { items: [] });
  await call(listOwnMemberships, {});
}
const openAsMember = () => open('workspace-expired', { workspaceStatus: 'EXPIRED' });

test('a member of an expired workspace reads whom to ask, and writes to them', async () => {
  server.answer(listOwners, { items: [owner] });
  openAsMember();
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(await screen.findByText('Edith Moreau')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: owner.email })).toHaveAttribute('href', `mailto:${owner.email}`);
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeInTheDocument();
});

test('of several owners each is named, one without a name by the address', async () => {
  server.answer(listOwners, { items: [owner, { username: null, email: 'second@expired.example' }] });
  openAsMember();
  expect(await screen.findByRole('link', { name: 'second@expired.example' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: owner.email })).toBeInTheDocument();
  expect(screen.getByText('Ask one of the owners of your workspace to renew it. Nothing is lost.')).toBeInTheDocument();
});

test.each<[string, () => void]>([
  ['is slow', () => server.hang(listOwners)],
  ['fails', () => server.fail(listOwners, 'internal')],
  ['names nobody', () => server.answer(listOwners, { items: [] })],
])('where the server %s, the page says it without a name, and nothing turns', async (_, prepare) => {
  prepare();
  openAsMember();
  await waitFor(() => expect(asked()).toBe(1));
  await act(askSomethingElse);
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each<[string, string, SignedInAs | undefined]>([
  ['of the owner', 'workspace-expired', { workspaceStatus: 'EXPIRED', isOwner: true }],
  ['of nobody who is signed in', 'workspace-expired', undefined],
  ['of another error', 'workspace-disabled', { workspaceStatus: 'DISABLED' }],
])('the page %s asks for no owner', async (_, code, session) => {
  server.answer(listOwners, { items: [owner] });
  open(code, session);
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  await act(askSomethingElse);
  expect(asked()).toBe(0);
});
