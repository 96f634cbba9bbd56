import { listBots, type GalleryBot } from '@parlance/shared/contract/api/bots';
import {
  createRule,
  deleteRule,
  getRule,
  listHits,
  listRuleVersions,
  saveRule,
  tryRule,
  type Rule,
} from '@parlance/shared/contract/api/governance/rules';
import {
  deleteReplay,
  getReplayChoices,
  getReplayResult,
  listReplays,
  startReplay,
  type Replay,
} from '@parlance/shared/contract/api/replays';
import { listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { maskText } from '@parlance/shared/contract/api/governance/rule';
import { endSession, fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import GovernanceRule from './governance-rule.tsx';

const server = fakeServer();
const support = { id: '0198f0aa-0000-7000-8000-000000000091', name: 'Support', members: 2 };
const guide: GalleryBot = {
  id: '0198f0aa-0000-7000-8000-000000000092',
  name: 'Guide',
  description: '',
  avatar: '🦉',
  category: 'other',
  has_files: false,
  is_favorite: false,
  last_used_at: null,
};
beforeEach(() => {
  server.answer(listColleagueTeams, { items: [support], next_cursor: null });
  server.answer(listBots, { items: [guide], next_cursor: null });
});

const birds: Rule = {
  id: '0198f0aa-0000-7000-8000-000000000001',
  definition: {
    name: 'Birds',
    message: '',
    target: 'both',
    action: 'mask',
    conditions: [{ kind: 'words', terms: ['kestrel', 'owl'], whole_words: true }],
    scope: { team_ids: [], bot_ids: [] },
  },
  is_enabled: true,
  version: 2,
  updated_at: '2026-11-22T10:00:00.000Z',
  hits: 1,
  last_hit_at: null,
  is_of_nobody: false,
};
const show = (path: string) =>
  renderScreen(<GovernanceRule />, { path, route: '/governance/:ruleId', session: { isAdmin: true } });
const replay: Replay = {
  id: '0198f0aa-0000-7000-8000-000000000009',
  name: 'Birds',
  action: 'mask',
  version: null,
  from: '2026-10-01',
  to: '2026-10-30',
  bot_ids: [],
  team_ids: [],
  status: 'complete',
  done: 120,
  of: 120,
  found: 7,
  asked_by: null,
  created_at: '2026-11-22T10:00:00.000Z',
};

function answerRule(replays: readonly Replay[] = []): void {
  server.answer(listReplays, { items: [...replays], next_cursor: null });
  server.answer(getReplayChoices, { bots: [{ id: birds.id, name: 'Guide' }], teams: [] });
  server.answer(getRule, birds);
  server.answer(listHits, {
    items: [
      {
        id: birds.id,
        rule_id: birds.id,
        version: 2,
        kind: 'answer',
        action: 'mask',
        context: `The ${maskText} flies.`,
        count: 2,
        bot_name: 'Guide',
        created_at: '2026-11-22T10:00:00.000Z',
      },
    ],
    next_cursor: null,
  });
  server.answer(listRuleVersions, {
    items: [
      { version: 2, definition: birds.definition, saved_by: null, saved_at: birds.updated_at },
      {
        version: 1,
        definition: { ...birds.definition, name: 'Old birds' },
        saved_by: null,
        saved_at: birds.updated_at,
      },
    ],
    next_cursor: null,
  });
}

test('shows a rule, where it has applied, and what it was', async () => {
  answerRule();
  show(`/governance/${birds.id}`);
  expect(await screen.findByRole('heading', { name: 'Birds', level: 1 })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Words and phrases' })).toHaveValue('kestrel\nowl');
  expect(await screen.findByText(`The ${maskText} flies.`)).toBeInTheDocument();
});

test('saves what the form says as a further version, and an earlier one from the form', async () => {
  answerRule();
  server.answer(saveRule, { ...birds, version: 3 });
  const { user } = show(`/governance/${birds.id}`);
  await user.click(await screen.findByRole('button', { name: 'Load into form: version 1' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Old birds');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests(saveRule)).toHaveLength(1));
  expect(server.requests(saveRule)[0]?.body).toMatchObject({ version: 2, definition: { name: 'Old birds' } });
});

test('what is typed and not saved is not left without asking', async () => {
  answerRule();
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  const { user } = show(`/governance/${birds.id}`);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' of prey');
  await user.click(screen.getByRole('link', { name: 'All rules' }));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Birds of prey');
  confirm.mockReturnValue(true);
  await user.click(screen.getByRole('link', { name: 'All rules' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument());
  confirm.mockRestore();
});

test('what is typed when the session ends is in the form again, and is saved over nothing that others have saved since', async () => {
  answerRule();
  server.fail(saveRule, 'conflict');
  const shown = show(`/governance/${birds.id}`);
  await shown.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' of prey');
  endSession(shown);
  server.answer(getRule, { ...birds, version: 7 });
  const { user } = show(`/governance/${birds.id}`);
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Birds of prey');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(saveRule)[0]?.body).toMatchObject({ version: 2, definition: { name: 'Birds of prey' } }),
  );
});

test.each([
  ['unsupported', '(?=a)', 'This part isn’t supported: (?=a)'],
  ['matches_nothing', '', 'It also matches empty text.'],
  ['repeats', '', 'It repeats too often.'],
  ['syntax', 'missing closing ]: `[a`', 'missing closing ]: `[a`'],
])('says what is wrong with a regular expression: %s', async (fault, message, text) => {
  answerRule();
  server.fail(createRule, 'pattern_unusable', { issues: [{ path: `pattern.${fault}`, message }] });
  const { user } = show('/governance/new');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Birds');
  await user.type(screen.getByRole('textbox', { name: 'Words and phrases' }), 'e');
  await user.click(screen.getByRole('button', { name: 'Create rule' }));
  expect(
    await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent.trim() === text),
  ).toBeVisible();
});

test('makes a rule, asks whether one for everything is meant, and offers no action that does not go with it', async () => {
  answerRule();
  server.answer(createRule, birds);
  server.fail(createRule, 'rule_too_broad', { times: 1 });
  const { user } = show('/governance/new');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Birds');
  await user.type(screen.getByRole('textbox', { name: 'Words and phrases' }), 'e');
  expect(
    within(screen.getByRole('combobox', { name: 'Action' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Monitor', 'Mask', 'Block']);
  await user.click(screen.getByRole('button', { name: 'Create rule' }));
  await user.click(
    await screen.findByRole('checkbox', { name: 'Apply this rule even though it matches ordinary text' }),
  );
  await user.click(screen.getByRole('button', { name: 'Create rule' }));
  await waitFor(() => expect(server.requests(createRule)).toHaveLength(2));
  expect(server.requests(createRule)[1]?.body).toMatchObject({
    confirms_reach: true,
    definition: { conditions: [{ kind: 'words', terms: ['e'] }] },
  });
});

type User = ReturnType<typeof show>['user'];
const doing = () => screen.getByRole('combobox', { name: 'Action' });
const looksFor = () => screen.getByRole('combobox', { name: 'Looks for' });
const saves = () => screen.getByRole('button', { name: 'Save' });

test.each([
  [
    'masks',
    'mask',
    'Mask',
    /length or language .* can’t be masked/,
    async (user: User) => user.selectOptions(looksFor(), 'Text length'),
    async (user: User) => user.selectOptions(looksFor(), 'Words and phrases'),
  ],
  [
    'warns',
    'warn',
    'Warn',
    /Only prompts can be warned about/,
    async (user: User) => user.selectOptions(screen.getByRole('combobox', { name: 'Applies to' }), 'Answers'),
    async (user: User) => user.selectOptions(screen.getByRole('combobox', { name: 'Applies to' }), 'Prompts'),
  ],
] as const)(
  'a rule that %s goes on doing so, says where it cannot, is not saved then, and is when it can again',
  async (_, action, name, reason, leave, comeBack) => {
    answerRule();
    server.answer(getRule, {
      ...birds,
      definition: { ...birds.definition, action, target: 'prompt', message: 'No birds.' },
    });
    server.answer(saveRule, { ...birds, version: 3 });
    const { user } = show(`/governance/${birds.id}`);
    await screen.findByRole('textbox', { name: 'Name' });
    await leave(user);
    expect(doing()).toHaveDisplayValue(name);
    expect(doing()).toBeInvalid();
    expect(doing()).toHaveAccessibleDescription(reason);
    await user.click(saves());
    expect(doing()).toHaveFocus();
    await user.type(screen.getByRole('textbox', { name: 'Text' }), 'An owl.');
    await user.click(screen.getByRole('button', { name: 'Test rule' }));
    expect(server.requests(tryRule)).toHaveLength(0);
    await comeBack(user);
    expect(doing()).toBeValid();
    await user.click(saves());
    await waitFor(() => expect(server.requests(saveRule)).toHaveLength(1));
    expect(server.requests(saveRule)[0]?.body.definition).toMatchObject({
      action,
      conditions: birds.definition.conditions,
    });
  },
);

test('each condition keeps what it had of every kind, also where one before it is removed', async () => {
  answerRule();
  server.answer(saveRule, { ...birds, version: 3 });
  const { user } = show(`/governance/${birds.id}`);
  await user.click(await screen.findByRole('button', { name: 'Add condition' }));
  const [, added] = screen.getAllByRole('combobox', { name: 'Looks for' });
  await user.type(
    within(screen.getByRole('group', { name: 'Condition 2' })).getByRole('textbox', { name: 'Words and phrases' }),
    'heron',
  );
  await user.selectOptions(added ?? document.body, 'Text length');
  await user.click(screen.getByRole('button', { name: 'Remove condition 1' }));
  await user.selectOptions(looksFor(), 'Words and phrases');
  expect(screen.getByRole('textbox', { name: 'Words and phrases' })).toHaveValue('heron');
  await user.click(saves());
  await waitFor(() =>
    expect(server.requests(saveRule)[0]?.body.definition.conditions).toEqual([
      { kind: 'words', terms: ['heron'], whole_words: true },
    ]),
  );
});

test('saves for whom and for which bots a rule is, and keeps what is gone until it is taken out', async () => {
  answerRule();
  const gone = '0198f0aa-0000-7000-8000-000000000099';
  server.answer(getRule, { ...birds, definition: { ...birds.definition, scope: { team_ids: [gone], bot_ids: [] } } });
  server.answer(saveRule, { ...birds, version: 3 });
  const { user } = show(`/governance/${birds.id}`);
  const scope = (await screen.findByText('Only for certain teams or assistants')).closest('details');
  if (scope === null) throw new Error('The scope does not stand in the form.');
  const teams = within(await within(scope).findByRole('group', { name: 'Teams' }));
  expect(teams.getByRole('checkbox', { name: 'Deleted, or not visible to you' })).toBeChecked();
  await user.click(teams.getByRole('checkbox', { name: 'Support' }));
  await user.click(
    within(await within(scope).findByRole('group', { name: 'Assistants' })).getByRole('checkbox', { name: 'Guide' }),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests(saveRule)).toHaveLength(1));
  expect(server.requests(saveRule)[0]?.body).toMatchObject({
    definition: { scope: { team_ids: [gone, support.id], bot_ids: [guide.id] } },
  });
});

test('tries the rule of the form on a text', async () => {
  answerRule();
  server.answer(tryRule, {
    seen: `A ${maskText}.`,
    outcome: 'masked',
    message: '',
    hits: [{ start: 2, end: 5, condition: 0 }],
    is_too_broad: false,
  });
  const { user } = show(`/governance/${birds.id}`);
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'An owl.');
  await user.click(screen.getByRole('button', { name: 'Test rule' }));
  expect(await screen.findByText(`A ${maskText}.`)).toBeInTheDocument();
  expect(screen.getByText(/Matches: 1/)).toBeInTheDocument();
});

test('deletes a rule after asking', async () => {
  answerRule();
  server.answer(deleteRule, {});
  const { user } = show(`/governance/${birds.id}`);
  await user.click(await screen.findByRole('button', { name: 'Delete rule' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete rule' }));
  await waitFor(() => expect(server.requests(deleteRule)).toHaveLength(1));
});

test('tries the rule of the form on past dialogues, and shows what was found', async () => {
  answerRule([replay]);
  server.answer(startReplay, { ...replay, status: 'waiting' });
  server.answer(getReplayResult, {
    replay,
    rules: [
      { name: 'Birds', action: 'mask', is_tried: true, messages: 7, hits: 9 },
      { name: 'Cards', action: 'block', is_tried: false, messages: 1, hits: 1 },
    ],
    days: [{ day: '2026-10-02', prompts: 3, answers: 4 }],
    samples: [
      { kind: 'prompt', context: `An ${maskText} again.`, count: 1, bot_name: 'Guide', at: '2026-10-02T10:00:00.000Z' },
    ],
  });
  const { user } = show(`/governance/${birds.id}`);
  await user.click(await screen.findByRole('button', { name: 'Start replay' }));
  await waitFor(() => expect(server.requests(startReplay)).toHaveLength(1));
  expect(server.requests(startReplay)[0]?.body).toMatchObject({
    rule_id: birds.id,
    definition: { name: 'Birds' },
    bot_ids: [],
    team_ids: [],
  });
  await user.click(await screen.findByRole('button', { name: 'Show result' }));
  expect(await screen.findByRole('row', { name: /Birds \(this replay\) Mask 7 9/ })).toBeInTheDocument();
  expect(screen.getByText(`An ${maskText} again.`)).toBeInTheDocument();
});

test('shows how far a trial is, and cancels it', async () => {
  answerRule([{ ...replay, status: 'running', done: 30, found: 2 }]);
  server.answer(deleteReplay, {});
  const { user } = show(`/governance/${birds.id}`);
  expect(await screen.findByText('30 of 120 messages checked, hits in 2')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(server.requests(deleteReplay)).toHaveLength(1));
});
