import { listBots, type BotSummary } from '@parlance/shared/contract/api/bots';
import { pageBlocks } from '@parlance/shared/contract/page';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import AgentController from './agent-controller.tsx';

const server = fakeServer();

const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const travel: BotSummary = { id: id(1), name: 'Travel desk', description: 'Knows the travel rules', avatar: '🧭' };
const cafe: BotSummary = { id: id(2), name: 'Café Müller', description: 'Menu and allergens', avatar: '☕' };
const only = (...items: BotSummary[]) => ({ items, next_cursor: null });
const show = (path = '/agent-controller') => renderScreen(<AgentController />, { path, session: {} });

/** The registry of the page, with a remote that serves the bot pages. */
function serveBotPages(requires: unknown): void {
  const block = document.createElement('script');
  block.id = pageBlocks.registry;
  block.type = 'application/json';
  const screens = [{ id: 'bots', path: '/bots/:botId', titles: {}, requires }];
  block.textContent = JSON.stringify([{ base: '/remotes/chat/1/', remote: { name: 'chat', version: '1', entry: 'e.js', container: 'c', screens, locales: {}, integrity: {} } }]);
  document.head.append(block);
}
afterEach(() => document.getElementById(pageBlocks.registry)?.remove());

test('lists the agents with what they are for', async () => {
  server.answer(listBots, only(travel, cafe));
  show();
  expect(await screen.findByRole('rowheader', { name: 'Travel desk' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'Menu and allergens' })).toBeInTheDocument();
});

test('loads every page', async () => {
  server.answer(listBots, ({ query }) => (query.cursor === 'next' ? only(cafe) : { items: [travel], next_cursor: 'next' }));
  show();
  expect(await screen.findByRole('rowheader', { name: 'Café Müller' })).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'Travel desk' })).toBeInTheDocument();
});

test('a name leads to the page of the agent where a remote serves it', async () => {
  serveBotPages({});
  server.answer(listBots, only(travel));
  show();
  expect(await screen.findByRole('link', { name: 'Travel desk' })).toHaveAttribute('href', `/bots/${travel.id}`);
});

test.each([
  ['no remote serves bot pages', () => undefined],
  ['the person may not open bot pages', () => serveBotPages({ role: 'admin' })],
  ['this version does not understand what bot pages require', () => serveBotPages({ moon: 'full' })],
])('a name is no link where %s', async (_, arrange) => {
  arrange();
  server.answer(listBots, only(travel));
  show();
  expect(await screen.findByRole('rowheader', { name: 'Travel desk' })).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('the search of the address applies, whatever the case and the accents', async () => {
  server.answer(listBots, only(travel, cafe));
  show('/agent-controller?q=muller%20CAFE');
  expect(await screen.findByRole('rowheader', { name: 'Café Müller' })).toBeInTheDocument();
  expect(screen.queryByRole('rowheader', { name: 'Travel desk' })).not.toBeInTheDocument();
});

test('typing searches and puts the text into the address; a search without result leads back', async () => {
  server.answer(listBots, only(travel, cafe));
  const { user, location } = show();
  await user.type(await screen.findByRole('searchbox', { name: 'Search agents' }), 'zzz');
  expect(await screen.findByRole('heading', { name: 'No agent matches “zzz”' })).toBeInTheDocument();
  expect(location()).toBe('/agent-controller?q=zzz');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('rowheader', { name: 'Travel desk' })).toBeInTheDocument();
  await waitFor(() => expect(location()).toBe('/agent-controller'));
});

test('an organisation without agents is told so, and has nothing to search', async () => {
  server.answer(listBots, only());
  show();
  expect(await screen.findByRole('heading', { name: 'Your organisation has no agents' })).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

test('a failure is told in words and can be tried again', async () => {
  server.answer(listBots, only(travel));
  server.fail(listBots, 'forbidden', { times: 1 });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('not allowed');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('rowheader', { name: 'Travel desk' })).toBeInTheDocument();
});
