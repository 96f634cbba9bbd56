import { listAgents, type AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { catchDownloads, fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import AgentController from '../screens/agent-controller/agent-controller.tsx';
import { agentSummary } from '../testing/agents.ts';

const server = fakeServer();
const travel = agentSummary(1, {
  name: 'Travel desk',
  description: 'Plans trips',
  answers: 1204,
  ratings: { up: 7, down: 2 },
});
const evil = agentSummary(2, { name: '=HYPERLINK("http://evil.example")', state: 'draft', version: null, owner: null });
const page = (next: string | null, ...items: AgentSummary[]) => ({
  items,
  next_cursor: next,
  can_create: true,
  agents: { used: 2, limit: null },
});
const show = (path = '/agent-controller') => renderScreen(<AgentController />, { path, session: {} });
const choose = async (user: ReturnType<typeof show>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'List options' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
afterEach(() => {
  localStorage.clear();
  jest.restoreAllMocks();
});

test('a column that one does without is gone, stands in the address, and stays gone for this person', async () => {
  server.answer(listAgents, page(null, travel));
  const { user, location, unmount } = show('/agent-controller?q=desk');
  await choose(user, 'Columns…');
  await user.click(await screen.findByRole('checkbox', { name: 'Version' }));
  await user.click(screen.getByRole('checkbox', { name: 'Rating' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(location()).toBe('/agent-controller?q=desk&hidden=version.rating');
  expect(screen.queryByRole('columnheader', { name: 'Version' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'My agents' }));
  await waitFor(() => expect(location()).toBe('/agent-controller?q=desk&owner=me&hidden=version.rating'));
  unmount();
  const again = show();
  await screen.findByRole('columnheader', { name: 'Status' });
  expect(screen.queryByRole('columnheader', { name: 'Version' })).not.toBeInTheDocument();
  again.unmount();
  // The columns of a link take precedence over one's own choice.
  show('/agent-controller?hidden=state');
  expect(await screen.findByRole('columnheader', { name: 'Version' })).toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Status' })).not.toBeInTheDocument();
});

test('all that the filters find is saved as a table, no cell of which is a formula', async () => {
  server.answer(listAgents, ({ query }) => (query.cursor === 'next' ? page(null, evil) : page('next', travel)));
  const saved = catchDownloads();
  const { user } = show('/agent-controller?state=published&sort=name');
  await choose(user, 'Export as CSV…');
  await waitFor(() => expect(saved[0]?.name).toBe('Agents.csv'));
  const lines = (await saved[0]?.text)?.split('\r\n') ?? [];
  expect(lines[1]).toBe(
    '"Travel desk","Plans trips","Mia Member","Published","General","Only the owner","1","1204","7","2","2026-11-20T10:00:00.000Z"',
  );
  expect(lines[2]).toContain('"\'=HYPERLINK(""http://evil.example"")"');
  const asked = server.requests(listAgents).filter(({ query }) => query.limit === 100);
  expect(asked.map(({ query }) => [query.state, query.sort, query.cursor])).toEqual([
    ['published', 'name', undefined],
    ['published', 'name', 'next'],
  ]);
});

test('a table that cannot be loaded is not saved, and one that is waited for can be cancelled', async () => {
  server.answer(listAgents, page(null, travel));
  const saved = catchDownloads();
  const { user } = show();
  await screen.findByRole('row', { name: /Travel desk/ });
  server.lose(listAgents);
  await choose(user, 'Export as CSV…');
  expect(await screen.findByText(/can’t be reached/)).toBeInTheDocument();
  server.hang(listAgents);
  await user.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('Rows loaded: 0')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(saved).toEqual([]);
});
