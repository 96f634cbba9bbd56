import {
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type Invitation,
} from '@parlance/shared/contract/api/invitations';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { InvitationsTab } from './invitations-tab.tsx';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const open: Invitation = {
  id: id(1),
  email: 'open@guest.example',
  role: 'admin',
  teams: ['Field', 'Support'],
  language: 'en',
  status: 'open',
  inviter: 'Mia Member',
  created_at: '2026-11-20T00:00:00.000Z',
  expires_at: '2026-11-27T00:00:00.000Z',
};
const seats = { members: 2, invited: 1, limit: null };
const invited = (...items: Invitation[]) => server.answer(listInvitations, { items, next_cursor: null, seats });
let notices: Notice[];
let stop: () => void;
beforeEach(() => {
  notices = [];
  stop = onNotice((notice) => void notices.push(notice));
});
afterEach(() => stop());

const show = () => renderScreen(<InvitationsTab />, { session: { isAdmin: true } });
const row = (name: RegExp) => screen.findByRole('row', { name });

test('tells whom somebody invited as what, into which teams, and until when', async () => {
  invited(open);
  show();
  const cells = within(await row(/open@guest/)).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent).slice(0, 5)).toEqual([
    'Admin',
    'Field, Support',
    'Pending',
    'Mia Member',
    'Nov 27, 2026',
  ]);
});

test('what was accepted or revoked is neither sent again nor revoked; what is too old is', async () => {
  invited(
    open,
    { ...open, id: id(2), email: 'expired@guest.example', status: 'expired', inviter: null },
    { ...open, id: id(3), email: 'accepted@guest.example', status: 'accepted' },
    { ...open, id: id(4), email: 'revoked@guest.example', status: 'revoked' },
  );
  show();
  await row(/open@guest/);
  expect(screen.getAllByRole('button').map((it) => it.getAttribute('aria-label'))).toEqual([
    'Resend invitation to open@guest.example',
    'Revoke invitation for open@guest.example',
    'Resend invitation to expired@guest.example',
    'Revoke invitation for expired@guest.example',
  ]);
});

test('what is revoked is said, and the list is what the server has by then', async () => {
  invited(open);
  server.answer(revokeInvitation, { invitation: { ...open, status: 'revoked' }, seats });
  const { user } = show();
  const withdraw = await screen.findByRole('button', { name: 'Revoke invitation for open@guest.example' });
  invited({ ...open, status: 'revoked' });
  await user.click(withdraw);
  await within(await row(/open@guest/)).findByText('Revoked');
  expect(notices.map(({ tone, message }) => [tone, message])).toEqual([
    ['good', 'Invitation for open@guest.example revoked'],
  ]);
});

test('what was accepted meanwhile is told, and shown', async () => {
  invited(open);
  server.fail(resendInvitation, 'conflict');
  const { user } = show();
  const again = await screen.findByRole('button', { name: 'Resend invitation to open@guest.example' });
  invited({ ...open, status: 'accepted' });
  await user.click(again);
  await within(await row(/open@guest/)).findByText('Accepted');
  expect(notices.map(({ tone }) => tone)).toEqual(['bad']);
});

test('that nobody is invited is said, and what failed is asked for again', async () => {
  invited();
  server.fail(listInvitations, 'rate_limited', { times: 1 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No invitations yet' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('table')).not.toBeInTheDocument());
});

test('pressed twice, an invitation is sent again once', async () => {
  invited(open);
  server.answer(resendInvitation, { invitation: open, seats });
  show();
  const again = await screen.findByRole('button', { name: 'Resend invitation to open@guest.example' });
  fireEvent.click(again);
  fireEvent.click(again);
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(server.requests(resendInvitation)).toHaveLength(1);
});
