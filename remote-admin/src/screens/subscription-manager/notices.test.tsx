import type { Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import { exampleSubscription, fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { Notices } from './notices.tsx';

// Writes the configuration into the page, with the support address.
fakeServer();

function show(other: Partial<Subscription>, { isOwner = true, resume = () => Promise.resolve() } = {}) {
  const ordered: string[] = [];
  const shown = renderScreen(
    <Notices
      subscription={exampleSubscription(other)}
      isOwner={isOwner}
      change={(plan) => void ordered.push(plan)}
      resume={resume}
    />,
  );
  return { ...shown, ordered };
}
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const expiry = { because: 'unpaid', at: '2026-12-20T09:00:00.000Z' } as const;
const expired = { workspace_status: 'EXPIRED', expiry: { ...expiry, because: 'cancelled' } } as const;

test.each([
  ['nothing waits', {}, []],
  ['an invoice is open', { open_invoices: 1 }, ['An invoice is awaiting payment']],
  ['one is overdue beside an open one', { open_invoices: 2, overdue_invoices: 1 }, ['An invoice is overdue']],
  ['it was cancelled', { cancel_at_period_end: true }, [/^The subscription ends on Dec(ember)? 10, 2026$/]],
  ['a smaller plan follows', { next_plan_name: 'Free!' }, [/^Free! applies from Dec(ember)? 10, 2026$/]],
  // A cancelled plan has no successor.
  ['it was cancelled after that', { next_plan_name: 'Free!', cancel_at_period_end: true }, [/^The subscription ends/]],
  ['a plan was chosen and not ordered', { plan_to_order: 'Growth' }, ['Growth hasn’t been ordered yet']],
  [
    'several things are so',
    { overdue_invoices: 1, cancel_at_period_end: true, plan_to_order: 'Growth' },
    ['An invoice is overdue', /^The subscription ends/, 'Growth hasn’t been ordered yet'],
  ],
] as const)('where %s, that is said and nothing else', (_, other, expected) => {
  show(other);
  expect(titles()).toEqual(expected.map((it) => (typeof it === 'string' ? it : expect.stringMatching(it))));
});

test('an overdue invoice says until when there is time, where that is known', () => {
  const { unmount } = show({ overdue_invoices: 1, expiry });
  expect(screen.getByText(/^If it isn’t paid, the workspace expires on Dec(ember)? 20, 2026/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View invoices' })).toHaveAttribute(
    'href',
    '/subscription-manager?tab=invoices',
  );
  unmount();
  show({ overdue_invoices: 1 });
  expect(screen.getByText(/^If it isn’t paid, the workspace expires\. Nothing/)).toBeInTheDocument();
});

test('what was ordered for later is taken back; a refusal is told and can be tried again', async () => {
  const resume = jest.fn<Promise<void>, []>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(undefined);
  const { user } = show({ next_plan_name: 'Free!' }, { resume });
  const keep = screen.getByRole('button', { name: 'Keep Team' });
  await user.click(keep);
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
  await user.click(keep);
  await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement());
  expect(resume).toHaveBeenCalledTimes(2);
});

test('who is not the owner reads all of it and is offered nothing but to read on', () => {
  show({ open_invoices: 1, cancel_at_period_end: true, plan_to_order: 'Growth' }, { isOwner: false });
  expect(titles()).toHaveLength(3);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View invoices' })).toBeInTheDocument();
});

test('what was chosen at the registration is ordered from here', async () => {
  const { user, ordered } = show({ plan_to_order: 'Growth' });
  await user.click(screen.getByRole('button', { name: 'Order Growth' }));
  expect(ordered).toEqual(['Growth']);
});

test('§4: an expired workspace says why, that nothing is lost, and the ways on', async () => {
  const { user, ordered } = show({ ...expired, plan_to_order: 'Growth' });
  expect(titles()).toEqual(['This workspace has expired']);
  expect(screen.getByText(/^The subscription was cancelled and ended on Dec(ember)? 20, 2026/)).toBeInTheDocument();
  expect(screen.getByText(/Nothing is lost/)).toBeInTheDocument();
  expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual([
    '/subscription-manager?tab=plans',
    '#export',
    'mailto:support@parlance.example',
  ]);
  await user.click(screen.getByRole('button', { name: 'Renew Team' }));
  expect(ordered).toEqual(['Team']);
});

test('§4: one that expired with an unpaid invoice leads to that and to no further order', () => {
  show({ workspace_status: 'EXPIRED', expiry, open_invoices: 1 });
  expect(screen.getByText(/^An invoice was not paid by Dec(ember)? 20, 2026/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getAllByRole('link').map((it) => it.textContent)).toEqual([
    'Pay invoice',
    'Export everything',
    'Questions? Email support@parlance.example',
  ]);
});
