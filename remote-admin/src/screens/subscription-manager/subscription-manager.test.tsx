import { getSubscription, type Subscription } from '@parlance/shared/contract/api/subscription';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, within } from '@testing-library/react';
import SubscriptionManager from './subscription-manager.tsx';

const server = fakeServer();

const team: Subscription = {
  plan_name: 'Team',
  workspace_status: 'ACTIVE',
  features: ['dashboard', 'user_management'],
  meters: [
    { kind: 'seats', used: 20, limit: 20, resets_at: null },
    { kind: 'agents', used: 3, limit: null, resets_at: null },
    { kind: 'dialogues', used: 1250, limit: 5000, resets_at: '2026-12-01T00:00:00.000Z' },
    { kind: 'storage', used: 1_400_000, limit: 10_000_000_000, resets_at: null },
  ],
};
const show = () => renderScreen(<SubscriptionManager />, { path: '/subscription-manager', session: { isAdmin: true, isOwner: true, whoami: { organization_name: 'Tidewater' } } });

test('the plan, its status, and what is used of it, in words and as bars', async () => {
  server.answer(getSubscription, team);
  show();
  expect(await screen.findByText('Team')).toBeInTheDocument();
  expect(screen.getByText('Tidewater')).toBeInTheDocument();
  expect(screen.getByText('Active')).toBeInTheDocument();
  expect(screen.getByText('1,250 of 5,000')).toBeInTheDocument();
  expect(screen.getByText('1.4 MB of 10 GB')).toBeInTheDocument();
  expect(screen.getByText('3, without limit')).toBeInTheDocument();
  expect(screen.getByText(/December 1, 2026/)).toBeInTheDocument();
  expect(screen.getByRole('meter', { name: 'Dialogues this month' })).toHaveAttribute('value', '0.25');
  expect(screen.queryByRole('meter', { name: 'Agents' })).not.toBeInTheDocument();
  const seats = screen.getByRole('meter', { name: 'Seats' }).closest('li');
  expect(within(seats as HTMLElement).getByText('Nothing is left.')).toBeInTheDocument(); // the meter stands in its item
});

test('each of the nine areas says whether the plan includes it', async () => {
  server.answer(getSubscription, team);
  show();
  const areas = within(await screen.findByRole('region', { name: 'What the plan includes' })).getAllByRole('listitem').map((it) => it.textContent);
  expect(areas).toHaveLength(9);
  expect(areas.filter((it) => it.endsWith('not included'))).toHaveLength(7);
  expect(areas[0]).toBe('Dashboardincluded');
});

test('§4: the owner of an expired workspace reads what that means and whom to write to', async () => {
  server.answer(getSubscription, { ...team, workspace_status: 'EXPIRED' });
  show();
  expect(await screen.findByRole('heading', { name: 'This workspace has expired' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /support@/ })).toHaveAttribute('href', expect.stringMatching(/^mailto:.+@/));
});

test('an active one says nothing of it; a failure is told in words and can be tried again', async () => {
  server.answer(getSubscription, team);
  server.lose(getSubscription, { times: 1 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Team')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'This workspace has expired' })).not.toBeInTheDocument();
});
