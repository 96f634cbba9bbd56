import {
  changeAgents,
  createAgent,
  exportAgent,
  getAgent,
  getAgentUses,
  listAgentModels,
  listAgents,
  listAgentTemplates,
  setAgentAccess,
  transferAgent,
  type AgentSummary,
} from '@parlance/shared/contract/api/agents/agents';
import type { Whoami } from '@parlance/shared/contract/api/session/session';
import { listColleagueTeams, listColleagues } from '@parlance/shared/contract/api/shares';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { agentOf, agentSummary, mayNothing, uuid } from '../../testing/agents.ts';
import AgentController from './agent-controller.tsx';

const server = fakeServer();
const travel = agentSummary(1, { name: 'Travel desk', answers: 1204, ratings: { up: 7, down: 2 } });
const cafe = agentSummary(2, { name: 'Café', state: 'draft', version: null, owner: null });
const agents = { used: 2, limit: null };
const only = (...items: AgentSummary[]) => ({ items, next_cursor: null, can_create: true, agents });
const show = (path = '/agent-controller') => renderScreen(<AgentController />, { path, session: {} });
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const openMenu = async (user: ReturnType<typeof show>['user'], name: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for “${name}”` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
let notices: Notice[] = [];
let stop: () => void = () => undefined;
beforeEach(() => {
  notices = [];
  stop = onNotice((notice) => void notices.push(notice));
});
afterEach(() => stop());

test('lists the agents with state, use and rating; the name leads to the editor', async () => {
  server.answer(listAgents, only(travel, cafe));
  show();
  expect(await screen.findByRole('link', { name: 'Travel desk' })).toHaveAttribute('href', `/agent-edit/${travel.id}`);
  const cells = within(await row('Travel desk'));
  expect(cells.getByRole('switch', { name: '“Travel desk” is enabled' })).toBeChecked();
  expect(cells.getByText('1,204')).toBeInTheDocument();
  expect(cells.getByText('7 good, 2 bad')).toBeInTheDocument();
  expect(within(await row('Café')).getByText('Draft')).toBeInTheDocument();
});

test('who may not read an agent gets no link to its editor, no switch and no box', async () => {
  server.answer(listAgents, { ...only({ ...travel, can: { ...mayNothing, copy: true } }), can_create: false });
  const { user } = show();
  const cells = within(await row('Travel desk'));
  for (const role of ['link', 'switch', 'checkbox'] as const) expect(cells.queryByRole(role)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New agent' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Actions for “Travel desk”' }));
  expect((await screen.findAllByRole('menuitem')).map((it) => it.textContent)).toEqual([
    'Schedule…',
    'Duplicate…',
    'Export…',
  ]);
});

test('who may make no schedules is not offered one', async () => {
  server.answer(listAgents, only(travel));
  const statements = [
    {
      effect: 'deny',
      kind: 'automation',
      actions: ['create'],
      scope: 'all',
      ids: [],
      at_most: null,
      set_id: uuid(800),
      set_name: 'No schedules',
      team: null,
      expires_at: null,
    },
  ] satisfies Whoami['privileges'];
  const { user } = renderScreen(<AgentController />, { path: '/agent-controller', session: { statements } });
  await user.click(await screen.findByRole('button', { name: 'Actions for “Travel desk”' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: 'Schedule…' })).not.toBeInTheDocument();
});

test('search, chips, category and order stand in the address and are asked for', async () => {
  server.answer(listAgents, only(travel));
  const { user, location } = show('/agent-controller?q=desk&state=published');
  await user.click(await screen.findByRole('button', { name: 'My agents' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Finance');
  await user.click(screen.getByRole('button', { name: 'Answers (30 days)' }));
  expect(location()).toBe('/agent-controller?q=desk&state=published&owner=me&category=finance&sort=answers');
  await waitFor(() =>
    expect(server.requests(listAgents).at(-1)?.query).toMatchObject({
      q: 'desk',
      state: 'published',
      owner: 'me',
      category: 'finance',
      sort: 'answers',
    }),
  );
  expect(screen.getByRole('button', { name: 'Published' })).toHaveAttribute('aria-pressed', 'true');
});

test('what the address says that is no question is not asked', async () => {
  server.answer(listAgents, only(travel));
  show('/agent-controller?state=moon&category=sun&sort=size');
  await row('Travel desk');
  expect(server.requests(listAgents)[0]?.query).toMatchObject({ sort: '-updated', owner: 'all', q: '' });
  expect(server.requests(listAgents)[0]?.query.state).toBeUndefined();
});

test('a search without result leads back to all', async () => {
  server.answer(listAgents, ({ query }) => (query.q === '' ? only(travel) : only()));
  const { user, location } = show('/agent-controller?q=zzz');
  expect(await screen.findByRole('heading', { name: 'No agents match “zzz”' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await row('Travel desk')).toBeInTheDocument();
  expect(location()).toBe('/agent-controller');
});

test('further pages come when they are asked for', async () => {
  server.answer(listAgents, ({ query }) =>
    query.cursor === 'next' ? only(cafe) : { ...only(travel), next_cursor: 'next' },
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await row('Café')).toBeInTheDocument();
  expect(await row('Travel desk')).toBeInTheDocument();
});

test('the switch disables, and the notice takes it back', async () => {
  server.answer(listAgents, only(travel));
  server.answer(changeAgents, ({ body }) => ({ changed: body.agent_ids, refused: [], agents }));
  const { user } = show();
  await user.click(await screen.findByRole('switch'));
  await waitFor(() => expect(notices[0]?.message).toBe('“Travel desk” disabled'));
  notices[0]?.action?.run();
  await waitFor(() =>
    expect(server.requests(changeAgents).map(({ body }) => body.action)).toEqual(['disable', 'enable']),
  );
});

test('several are archived at once, and what was refused is said', async () => {
  server.answer(listAgents, only(travel, cafe));
  server.answer(changeAgents, { changed: [travel.id], refused: [cafe.id], agents });
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select “Café”' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(() =>
    expect(notices.map(({ message }) => message)).toEqual([
      '1 not changed: you don’t have permission',
      '“Travel desk” archived',
    ]),
  );
  expect(server.requests(changeAgents)[0]?.body).toEqual({ agent_ids: [travel.id, cafe.id], action: 'archive' });
});

test('before it is deleted it is said who uses it, and what asks it; afterwards it can be undone', async () => {
  server.answer(listAgents, only(travel));
  server.answer(getAgentUses, { schedules: 2, automations: 0, rules: 1 });
  server.answer(changeAgents, ({ body }) => ({ changed: body.agent_ids, refused: [], agents }));
  const { user } = show();
  await openMenu(user, 'Travel desk', 'Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Travel desk”?' });
  expect(dialog).toHaveTextContent('Published agents: 1. Members will no longer be able to use them');
  await within(dialog).findByText('These also depend on it:');
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Schedules: 2', 'Rules: 1']);
  expect(server.requests(getAgentUses)[0]?.query.ids).toBe(travel.id);
  expect(server.requests(changeAgents)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(notices[0]).toMatchObject({ message: '“Travel desk” deleted', action: { label: 'Undo' } }),
  );
});

test('who may use it is chosen in a dialog; the whole organisation only where the server says so', async () => {
  server.answer(listAgents, only(travel));
  server.answer(getAgent, agentOf(1, { can: { ...travel.can, share_with_organization: false } }));
  server.answer(listColleagues, { items: [{ id: uuid(7), name: 'Noor' }], next_cursor: null });
  server.answer(listColleagueTeams, { items: [{ id: uuid(50), name: 'Support', members: 4 }], next_cursor: null });
  server.answer(setAgentAccess, { scope: 'people', people: [], teams: [] });
  const { user } = show();
  await openMenu(user, 'Travel desk', 'Share…');
  expect(await screen.findByRole('radio', { name: /Everyone in the organisation/ })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: /Specific people and teams/ }));
  expect(screen.getByText('Choose at least one person or team.')).toBeInTheDocument();
  await user.type(screen.getByRole('combobox', { name: 'People' }), 'No');
  await user.click(await screen.findByRole('option', { name: 'Noor' }));
  await user.click(await screen.findByRole('checkbox', { name: /^Support/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(setAgentAccess)[0]?.body).toEqual({
      scope: 'people',
      member_ids: [uuid(7)],
      team_ids: [uuid(50)],
    }),
  );
});

test('an agent is transferred to somebody else', async () => {
  server.answer(listAgents, only(travel));
  server.answer(listColleagues, { items: [{ id: uuid(7), name: 'Noor' }], next_cursor: null });
  server.answer(transferAgent, agentOf(1));
  const { user } = show();
  await openMenu(user, 'Travel desk', 'Transfer…');
  await user.type(await screen.findByRole('combobox', { name: 'People' }), 'No');
  await user.click(await screen.findByRole('option', { name: 'Noor' }));
  await user.click(screen.getByRole('button', { name: 'Transfer agent' }));
  await waitFor(() => expect(server.requests(transferAgent)[0]?.body).toEqual({ member_id: uuid(7) }));
});

test('a duplicate leads to its builder; what could not be taken along is said', async () => {
  server.answer(listAgents, only(travel));
  server.answer(createAgent, { agent: agentOf(5), left_out: ['knowledge', 'model'], agents });
  const { user, location } = show();
  await openMenu(user, 'Travel desk', 'Duplicate…');
  await user.click(await screen.findByRole('button', { name: 'Duplicate agent' }));
  await waitFor(() => expect(location()).toBe(`/agent-builder?agent=${uuid(5)}`));
  expect(server.requests(createAgent)[0]?.body.from).toEqual({ kind: 'copy', agent_id: travel.id });
  expect(notices[0]?.message).toBe('Not available here and left out: Knowledge and Model');
});

test.each([
  [1, true, '1 of the 2 agents in your plan are in use.'],
  [2, false, /^All 2 agents in your plan are in use/],
])('where the plan has places for two and %i are taken, that is said', async (used, canCreate, words) => {
  server.answer(listAgents, { ...only(travel), can_create: canCreate, agents: { used, limit: 2 } });
  show();
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryAllByRole('button', { name: 'New agent' })).toHaveLength(canCreate ? 1 : 0);
});

test('an agent is exported as a file', async () => {
  const urls = { createObjectURL: jest.fn(() => 'blob:1'), revokeObjectURL: jest.fn() };
  Object.assign(URL, urls);
  const clicked: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(this.download);
  });
  server.answer(listAgents, only({ ...travel, name: 'Travel/desk' }));
  server.answer(exportAgent, { kind: 'parlance.agent', version: 1, definition: agentOf(1).definition });
  const { user } = show();
  await openMenu(user, 'Travel/desk', 'Export…');
  await user.click(await screen.findByRole('button', { name: 'Export agent' }));
  await waitFor(() => expect(clicked).toEqual(['Travel desk.agent.json']));
  jest.restoreAllMocks();
});

describe('a new agent', () => {
  const begin = async (kind: RegExp) => {
    server.answer(listAgents, only(travel));
    server.answer(createAgent, { agent: agentOf(5), left_out: [], agents });
    const shown = show();
    await shown.user.click(await screen.findByRole('button', { name: 'New agent' }));
    await shown.user.click(await screen.findByRole('radio', { name: kind }));
    return shown;
  };
  const create = () => screen.getByRole('button', { name: 'Create agent' });

  test('begins with nothing, and leads to the builder', async () => {
    const { user, location } = await begin(/^Blank/);
    await user.click(create());
    await waitFor(() => expect(location()).toBe(`/agent-builder?agent=${uuid(5)}`));
    expect(server.requests(createAgent)[0]?.body.from).toEqual({ kind: 'blank' });
  });

  test('begins with another one, which the server finds by a few letters', async () => {
    const { user } = await begin(/^Existing agent/);
    await user.click(await screen.findByRole('radio', { name: /Travel desk/ }));
    server.answer(listAgents, only(cafe));
    await user.type(screen.getByRole('searchbox', { name: 'Agent to duplicate' }), 'caf');
    await screen.findByRole('radio', { name: /Café/ });
    expect(server.requests(listAgents).at(-1)?.query).toMatchObject({ q: 'caf', sort: 'name' });
    // The previous choice is no longer shown, and no longer chosen.
    await user.click(create());
    expect(await screen.findByText('Choose an agent.')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: /Café/ }));
    await user.click(create());
    await waitFor(() =>
      expect(server.requests(createAgent)[0]?.body.from).toEqual({ kind: 'copy', agent_id: cafe.id }),
    );
  });

  test('begins with a template, which has to be chosen', async () => {
    server.answer(listAgentTemplates, {
      items: [
        { id: 'faq', name: 'Questions and answers', description: 'From files', avatar: '📚', category: 'knowledge' },
      ],
    });
    const { user } = await begin(/^Template/);
    await screen.findByRole('radio', { name: /Questions and answers/ });
    await user.click(create());
    expect(await screen.findByText('Choose a template.')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: /Questions and answers/ }));
    await user.click(create());
    await waitFor(() =>
      expect(server.requests(createAgent)[0]?.body.from).toEqual({ kind: 'template', template: 'faq' }),
    );
  });

  test.each([
    ['no agent', '{"kind":"else"}', 'This file doesn’t contain an agent.'],
    ['no JSON', 'moon', 'This file doesn’t contain an agent.'],
    ['of a newer version', '{"kind":"parlance.agent","version":99}', 'newer'],
  ])('is not made of a file that is %s, and says so beside it', async (_, content, said) => {
    const { user } = await begin(/^File/);
    await user.upload(screen.getByLabelText('Agent file'), new File([content], 'a.json', { type: 'application/json' }));
    expect(await screen.findByText(new RegExp(said))).toBeInTheDocument();
    await user.click(create());
    expect(server.requests(createAgent)).toHaveLength(0);
  });

  test('says what a description needs where the standard model only quotes', async () => {
    server.answer(listAgentModels, {
      items: [
        {
          id: uuid(3),
          name: 'Quotes',
          kind: 'embedded',
          sees_images: false,
          uses_tools: false,
          reasoning_efforts: [],
          context_length: null,
          is_standard: true,
        },
      ],
    });
    await begin(/^Description/);
    expect(await screen.findByText(/only quotes from files/)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('a failure keeps what was chosen, and trying again makes no second one', async () => {
    const { user, location } = await begin(/^Blank/);
    server.fail(createAgent, 'forbidden', { times: 1 });
    await user.click(create());
    expect(await screen.findByText(/don’t have permission/)).toBeInTheDocument();
    await user.click(create());
    await waitFor(() => expect(location()).toContain('/agent-builder'));
    const keys = server.requests(createAgent).map(({ body }) => body.idempotency_key);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBe(2);
  });
});

test('who has no agents is told so and can make one', async () => {
  server.answer(listAgents, only());
  show();
  expect(await screen.findByRole('heading', { name: 'No agents yet' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'New agent' })).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

test('a failure is told in words and can be tried again', async () => {
  server.answer(listAgents, only(travel));
  server.fail(listAgents, 'forbidden', { times: 1 });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('don’t have permission');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row('Travel desk')).toBeInTheDocument();
});
