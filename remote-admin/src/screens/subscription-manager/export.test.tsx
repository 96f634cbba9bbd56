import {
  exportOrganization,
  listOrganizationExports,
  type OrganizationExport,
} from '@parlance/shared/contract/api/organization-exports';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { Export } from './export.tsx';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = '2026-11-21T10:00:00.000Z';
const complete: OrganizationExport = {
  id: id(1),
  status: 'complete',
  size: 4_000_000,
  created_at: at,
  expires_at: '2026-11-28T10:00:00.000Z',
};
const running: OrganizationExport = { ...complete, id: id(2), status: 'running', size: null, expires_at: null };
const show = () => renderScreen(<Export />, { session: { isAdmin: true, isOwner: true } });
const begin = () => screen.getByRole('button', { name: 'Export everything' });

test('one that is complete is fetched and says until when; one that is made or failed says so', async () => {
  server.answer(listOrganizationExports, {
    items: [
      complete,
      running,
      { ...running, id: id(3), status: 'waiting' },
      { ...running, id: id(4), status: 'failed' },
    ],
  });
  show();
  const items = (await screen.findAllByRole('listitem')).map((it) => it.textContent);
  expect(items[0]).toMatch(/, 4 MBAvailable until Nov 28, 2026/);
  expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual([
    expect.stringContaining(`/organization-exports/v1/exports/${id(1)}/content`),
  ]);
  expect(
    screen
      .getAllByRole('status')
      .map((it) => it.textContent)
      .slice(1),
  ).toEqual(['In progress', 'Waiting', 'The export failed. Try again.']);
});

test('while one is made no other is begun', async () => {
  server.answer(listOrganizationExports, { items: [running] });
  server.answer(exportOrganization, running);
  const { user } = show();
  await screen.findByRole('listitem');
  expect(begin()).toHaveAttribute('aria-disabled', 'true');
  await user.click(begin());
  // The progress is polled after a while: earlier requests have arrived by then.
  await waitFor(() => expect(server.requests(listOrganizationExports)).toHaveLength(2), { timeout: 5_000 });
  expect(server.requests(exportOrganization)).toEqual([]);
});

test('one that is begun is listed, each with a key of its own', async () => {
  let items: OrganizationExport[] = [];
  server.answer(listOrganizationExports, () => ({ items }));
  server.answer(exportOrganization, () => {
    items = [{ ...complete, size: 5_000 }];
    return running;
  });
  const { user } = show();
  await user.click(begin());
  await screen.findByRole('link', { name: /, 5 kB$/ });
  await user.click(begin());
  await waitFor(() => expect(server.requests(exportOrganization)).toHaveLength(2));
  const keys = server.requests(exportOrganization).map(({ body }) => body.idempotency_key);
  expect(new Set(keys).size).toBe(2);
});

test('what fails is told, and the list is asked for again', async () => {
  server.answer(listOrganizationExports, { items: [] });
  server.fail(listOrganizationExports, 'rate_limited', { times: 1 });
  server.fail(exportOrganization, 'rate_limited');
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument());
  await user.click(begin());
  expect(await screen.findByText(/^Too many attempts/)).toBeInTheDocument();
});
