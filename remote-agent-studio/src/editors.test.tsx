import { getTestSet, listTestRuns, saveTestSet } from '@parlance/shared/contract/api/agents/agent-test-sets';
import {
  announceEditing,
  getAgent,
  listAgentModels,
  listAgentVersions,
  saveAgentDraft,
} from '@parlance/shared/contract/api/agents/agents';
import {
  createAutomation,
  getAutomation,
  listEventSamples,
  putAutomation,
  renewFormLink,
  rotateAutomationSecret,
  switchAutomation,
} from '@parlance/shared/contract/api/automations/automations';
import { listBots } from '@parlance/shared/contract/api/bots';
import { getKnowledgeText, listKnowledge, saveKnowledgeText } from '@parlance/shared/contract/api/knowledge/knowledge';
import { markPromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import {
  createPromptTemplate,
  getPromptTemplate,
  reviewPromptTemplate,
  savePromptTemplate,
  setTemplateAccess,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import {
  createSchedule,
  getSchedule,
  previewSchedule,
  putSchedule,
  switchSchedule,
} from '@parlance/shared/contract/api/schedules';
import { listColleagues, listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { getTool, listTools, saveTool, type Tool } from '@parlance/shared/contract/api/tools';
import { Route, Routes } from '@parlance/shared/router';
import {
  fakeServer,
  renderScreen,
  whatIsSavedIsThere,
  whatIsTypedStays,
  whatIsTypedWhileMadeStays,
  type StoredThing,
  type WalkedEditor,
} from '@parlance/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { KnowledgePanel } from './knowledge/knowledge-panel.tsx';
import { agentOf, definition, uuid } from './testing/agents.ts';
import { automationOf } from './testing/automations.ts';
import { fromMenu, source } from './testing/knowledge.ts';
import { bot, scheduleOf } from './testing/schedules.ts';
import { template } from './testing/templates.ts';
import { ToolsPanel } from './tools/tools-panel.tsx';
import AgentAutomation from './screens/agent-automation/agent-automation.tsx';
import AgentEdit from './screens/agent-edit/agent-edit.tsx';
import AgentScheduling from './screens/agent-scheduling/agent-scheduling.tsx';
import PromptTemplateBuilder from './screens/prompt-template-builder/prompt-template-builder.tsx';
import PromptTemplateEditor from './screens/prompt-template-editor/prompt-template-editor.tsx';

const server = fakeServer();
const none = { items: [], next_cursor: null };
const noSecrets = { webhook_secret: null, action_secret: null };

const named = (name: string | RegExp) => () => screen.queryByRole('textbox', { name });
const press =
  (name: string): WalkedEditor['save'] =>
  async (user) =>
    user.click(await screen.findByRole('button', { name }));
const isSending = () => screen.queryByRole('button', { name: 'One moment…' }) !== null;

const templateOf = ({ text, revision }: Pick<StoredThing, 'text' | 'revision'>) =>
  template({
    revision,
    newest_version: revision,
    version: revision,
    definition: { ...template().definition, title: { en: 'Letter' }, body: { en: text }, variables: [] },
  });
const toolOf = ({ text }: StoredThing): Tool => ({
  id: uuid(1),
  kind: 'mcp',
  name: text,
  description: '',
  functions: [],
  error_code: null,
  created_by: null,
  updated_at: null,
  can: { edit: true, delete: true, refresh: true, try: true },
});
const detailsOf = (stored: StoredThing) => ({
  ...toolOf(stored),
  settings: {
    kind: 'mcp' as const,
    server: { transport: 'http' as const, url: 'https://example.org/mcp', headers: {} },
  },
  secret_headers: [],
  has_client_secret: false,
  used_by: [],
  used_by_others: 0,
  revision: stored.revision,
});
const questionOf = ({ text, revision }: StoredThing) => ({
  revision,
  judge: 'none' as const,
  questions: [{ id: uuid(20), question: text, language: 'en' as const, points: [] }],
});

function serveAgent(
  agent: () => ReturnType<typeof agentOf>,
  loaded: () => ReturnType<typeof agentOf> | Promise<ReturnType<typeof agentOf>> = agent,
): void {
  server.answer(getAgent, loaded);
  server.answer(listTools, { items: [], can_create: false, stdio_servers: [] });
  server.answer(announceEditing, () => ({ also_open: [], revision: agent().revision }));
  server.answer(listAgentModels, { items: [] });
  server.answer(listAgentVersions, none);
  server.answer(listKnowledge, none);
}

const schedule: WalkedEditor = {
  name: 'a schedule',
  element: <AgentScheduling />,
  route: '/agent-scheduling',
  path: `/agent-scheduling?schedule=${uuid(1)}`,
  serve(stored) {
    const schedule = () => scheduleOf(1, { name: stored.text, revision: stored.revision });
    server.answer(listBots, {
      items: [{ ...bot, category: 'general', has_files: true, is_favorite: false, last_used_at: null }],
      next_cursor: null,
    });
    server.answer(previewSchedule, { next: [] });
    server.answer(getSchedule, () => stored.read(schedule));
    server.answer(createSchedule, async ({ body }) => {
      await stored.take(body.definition.name, null);
      return schedule();
    });
    server.answer(putSchedule, async ({ body }) => {
      await stored.take(body.definition.name, body.revision);
      return schedule();
    });
  },
  field: named('Name'),
  save: press('Save'),
  isSaving: isSending,
};
const automation: WalkedEditor = {
  name: 'an automation',
  element: <AgentAutomation />,
  route: '/agent-automation',
  path: `/agent-automation?automation=${uuid(1)}`,
  serve(stored) {
    const automation = () =>
      automationOf(1, {
        name: stored.text,
        revision: stored.revision,
        actions: [{ kind: 'mail', member_ids: [uuid(900)], subject: 'Order', text: '{{answer}}' }],
      });
    server.answer(listBots, {
      items: [{ ...bot, id: uuid(800), category: 'general', has_files: true, is_favorite: false, last_used_at: null }],
      next_cursor: null,
    });
    server.answer(listColleagues, none);
    server.answer(listEventSamples, { items: [] });
    server.answer(getAutomation, () => stored.read(automation));
    server.answer(createAutomation, async ({ body }) => {
      await stored.take(body.definition.name, null);
      return { automation: automation(), ...noSecrets, webhook_secret: 'whsec_once' };
    });
    server.answer(putAutomation, async ({ body }) => {
      await stored.take(body.definition.name, body.revision);
      return { automation: automation(), ...noSecrets };
    });
  },
  field: named('Name'),
  save: press('Save'),
  isSaving: isSending,
};

const editors: readonly WalkedEditor[] = [
  {
    name: 'a prompt template',
    element: <PromptTemplateEditor />,
    route: '/prompt-template-editor/:templateId',
    path: `/prompt-template-editor/${template().id}`,
    serve(stored) {
      server.answer(getPromptTemplate, () => stored.read(() => templateOf(stored)));
      server.answer(savePromptTemplate, async ({ body }) => {
        await stored.take(body.definition.body.en ?? '', body.revision);
        return templateOf(stored);
      });
    },
    field: named('Prompt'),
    save: press('Save'),
    isSaving: isSending,
  },
  {
    name: 'the draft of an agent',
    element: <AgentEdit />,
    route: '/agent-edit/:botId',
    path: `/agent-edit/${uuid(1)}`,
    serve(stored) {
      const agent = () =>
        agentOf(1, { revision: stored.revision, definition: definition({ name: { en: stored.text } }) });
      serveAgent(agent, () => stored.read(agent));
      server.answer(saveAgentDraft, async ({ body }) => {
        await stored.take(body.definition.name.en ?? '', body.revision);
        return { revision: stored.revision, updated_at: '2026-11-20T10:00:00.000Z' };
      });
    },
    // It is saved automatically.
    field: named(/^Name/),
    save: () => Promise.resolve(),
    isSaving: () => screen.queryByText(/^Saving/) !== null,
  },
  {
    name: 'the test set of an agent',
    element: <AgentEdit />,
    route: '/agent-edit/:botId',
    path: `/agent-edit/${uuid(1)}?tab=tests`,
    serve(stored) {
      serveAgent(() => agentOf(1));
      server.answer(listTestRuns, none);
      server.answer(getTestSet, () => stored.read(() => questionOf(stored)));
      server.answer(saveTestSet, async ({ body }) => {
        await stored.take(body.questions[0]?.question ?? '', body.revision);
        return questionOf(stored);
      });
    },
    field: named('Question'),
    save: press('Save test set'),
    isSaving: () => screen.queryByRole('button', { name: 'Save test set' })?.getAttribute('aria-disabled') === 'true',
  },
  schedule,
  automation,
  {
    name: 'a tool',
    element: <ToolsPanel value={{ tools: [], tool_steps: 10 }} onChange={() => undefined} agentId={uuid(99)} canEdit />,
    route: '/tools',
    path: '/tools',
    serve(stored) {
      server.answer(listTools, () => ({ items: [toolOf(stored)], can_create: true, stdio_servers: [] }));
      server.answer(getTool, () => stored.read(() => detailsOf(stored)));
      server.answer(saveTool, async ({ body }) => {
        await stored.take(body.name, body.revision);
        return { ...detailsOf(stored), left_out: [] };
      });
    },
    async open(user) {
      await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
      await user.click(screen.getByRole('menuitem', { name: 'Edit…' }));
    },
    field: named('Name'),
    save: press('Save'),
    isSaving: isSending,
  },
  {
    name: 'a text of knowledge',
    element: (
      <KnowledgePanel value={{ knowledge_ids: [source(1).id] }} onChange={() => undefined} agentId={uuid(99)} canEdit />
    ),
    route: '/knowledge',
    path: '/knowledge',
    serve(stored) {
      // The list does not contain the text: a save leaves its row as it was.
      const row = source(1, { kind: 'text', name: 'House rules' });
      server.answer(listKnowledge, { items: [row], next_cursor: null });
      server.answer(getKnowledgeText, () => stored.read(() => ({ content: stored.text, revision: stored.revision })));
      server.answer(saveKnowledgeText, async ({ body }) => {
        await stored.take(body.content, body.revision);
        return row;
      });
    },
    open: (user) => fromMenu(user, 'House rules', 'Edit text…'),
    field: named('Text'),
    save: press('Save'),
    isSaving: isSending,
  },
];

let confirm: jest.SpyInstance;
beforeEach(() => (confirm = jest.spyOn(window, 'confirm').mockReturnValue(false)));
afterEach(() => confirm.mockRestore());

describe.each(editors.map((editor) => [editor.name, editor] as const))('%s', (_, editor) => {
  test('that was saved is there when it is opened again, and is saved again without a conflict', () =>
    whatIsSavedIsThere(editor));

  test('keeps what is typed while it is being saved', () => whatIsTypedStays(editor));
});

const makes: WalkedEditor['save'] = async (user) =>
  user.click(await screen.findByRole('button', { name: /^(Create automation|Save|Create schedule)$/ }));
const makers: readonly WalkedEditor[] = [
  { ...schedule, path: `/agent-scheduling?schedule=new&copy=${uuid(1)}`, save: makes },
  { ...automation, path: `/agent-automation?automation=new&from=${uuid(1)}`, save: makes },
];
const templateMaker: WalkedEditor = {
  name: 'a prompt template',
  route: '/*',
  path: '/prompt-template-builder',
  // Created on one screen, and edited on another.
  element: (
    <Routes>
      <Route path="prompt-template-builder" element={<PromptTemplateBuilder />} />
      <Route path="prompt-template-editor/:templateId" element={<PromptTemplateEditor />} />
    </Routes>
  ),
  serve(stored) {
    server.answer(createPromptTemplate, async ({ body: { from } }) => {
      await stored.take(from.kind === 'new' ? (from.definition.body.en ?? '') : '', null);
      return templateOf(stored);
    });
    server.answer(getPromptTemplate, () => stored.read(() => templateOf(stored)));
    server.answer(savePromptTemplate, async ({ body }) => {
      await stored.take(body.definition.body.en ?? '', body.revision);
      return templateOf(stored);
    });
  },
  open: async (user) => user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Letter'),
  field: named('Prompt'),
  save: press('Save'),
  isSaving: isSending,
};
test.each([templateMaker, ...makers].map((maker) => [maker.name, maker] as const))(
  '%s keeps what is typed while it is being made',
  (_, maker) => whatIsTypedWhileMadeStays(maker),
);

test('an automation that is made as a copy stays in its form, with the secret that is shown this one time', async () => {
  const made = automationOf(2, { name: 'Copy of First words' });
  server.answer(listBots, none);
  server.answer(listColleagues, none);
  server.answer(listEventSamples, { items: [] });
  server.answer(
    getAutomation,
    automationOf(1, { name: 'First words', actions: [{ kind: 'http', url: 'https://example.org/' }] }),
  );
  server.answer(createAutomation, { automation: made, ...noSecrets, webhook_secret: 'whsec_once' });
  const { user, location } = renderScreen(<AgentAutomation />, {
    path: `/agent-automation?automation=new&from=${uuid(1)}`,
    route: '/agent-automation',
    session: {},
  });
  await makes(user);
  await waitFor(() => expect(location()).toBe(`/agent-automation?automation=${uuid(2)}`));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Copy of First words');
  expect(screen.getByDisplayValue('whsec_once')).toBeInTheDocument();
});

describe('somebody saves in another tab, then something is done beside the form of this one: saving still meets the other', () => {
  type User = ReturnType<typeof renderScreen>['user'];
  const theirs = 'What the other tab has saved';
  type Beside = {
    readonly of: string;
    readonly element: ReactNode;
    readonly route: string;
    readonly path: string;
    readonly serve: () => void;
    /** Applies the other tab's state from now on. */ readonly overtake: () => void;
    readonly act: (user: User) => Promise<void>;
    readonly acts: () => number;
    readonly saves: () => readonly number[];
  };

  const mine = automationOf(1, {
    trigger: {
      kind: 'form',
      title: 'Order',
      description: '',
      fields: [{ name: 'what', label: 'What', kind: 'text', options: [], is_required: true }],
      thanks: '',
    },
    form_url: 'http://localhost:3000/forms/1',
    actions: [{ kind: 'http', url: 'https://example.org/' }],
  });
  const ofAutomation: Omit<Beside, 'of' | 'act' | 'acts'> = {
    element: <AgentAutomation />,
    route: '/agent-automation',
    path: `/agent-automation?automation=${uuid(1)}`,
    serve() {
      const now = { ...mine, name: theirs, revision: 5 };
      server.answer(listBots, none);
      server.answer(listColleagues, none);
      server.answer(listEventSamples, { items: [] });
      server.answer(getAutomation, mine);
      server.answer(switchAutomation, { ...now, state: 'active' });
      server.answer(rotateAutomationSecret, { automation: now, secret: 'whsec_new' });
      server.answer(renewFormLink, now);
      server.fail(putAutomation, 'conflict');
    },
    overtake: () => server.answer(getAutomation, { ...mine, name: theirs, revision: 5 }),
    saves: () => server.requests(putAutomation).map(({ body }) => body.revision),
  };
  const shared = templateOf({ text: 'Dear you', revision: 1 });
  const newer = templateOf({ text: theirs, revision: 5 });
  const ofTemplate: Omit<Beside, 'of' | 'act' | 'acts' | 'path'> = {
    element: <PromptTemplateEditor />,
    route: '/prompt-template-editor/:templateId',
    serve() {
      server.answer(listColleagueTeams, none);
      server.answer(getPromptTemplate, {
        ...shared,
        review: { state: 'pending', version: 1, asked_by: null, asked_at: '2026-11-20T10:00:00.000Z', reason: '' },
        can: { ...shared.can, review: true },
      });
      server.answer(setTemplateAccess, newer);
      server.answer(reviewPromptTemplate, newer);
      server.answer(markPromptTemplate, newer);
      server.fail(savePromptTemplate, 'conflict');
    },
    overtake: () => server.answer(getPromptTemplate, newer),
    saves: () => server.requests(savePromptTemplate).map(({ body }) => body.revision),
  };
  const text = async (user: User) => user.click(screen.getByRole('link', { name: 'Text' }));
  const template1 = `/prompt-template-editor/${shared.id}`;

  const ways: readonly Beside[] = [
    {
      ...ofAutomation,
      of: 'an automation: activating it',
      act: press('Activate'),
      acts: () => server.requests(switchAutomation).length,
    },
    {
      ...ofAutomation,
      of: 'an automation: another secret',
      acts: () => server.requests(rotateAutomationSecret).length,
      async act(user) {
        await press('Create new secret')(user);
        await press('Create new secret')(user);
      },
    },
    {
      ...ofAutomation,
      of: 'an automation: another link of its form',
      acts: () => server.requests(renewFormLink).length,
      async act(user) {
        await press('Create new link')(user);
        await press('Create new link')(user);
      },
    },
    {
      of: 'a schedule: pausing',
      element: <AgentScheduling />,
      route: '/agent-scheduling',
      path: `/agent-scheduling?schedule=${uuid(1)}`,
      serve() {
        server.answer(listBots, none);
        server.answer(previewSchedule, { next: [] });
        server.answer(getSchedule, scheduleOf(1, { revision: 1 }));
        server.answer(
          switchSchedule,
          scheduleOf(1, { name: theirs, revision: 5, state: 'paused', paused_because: 'person' }),
        );
        server.fail(putSchedule, 'conflict');
      },
      overtake: () => server.answer(getSchedule, scheduleOf(1, { name: theirs, revision: 5 })),
      act: press('Pause'),
      acts: () => server.requests(switchSchedule).length,
      saves: () => server.requests(putSchedule).map(({ body }) => body.revision),
    },
    {
      ...ofTemplate,
      of: 'a prompt template: sharing',
      path: `${template1}?part=sharing`,
      acts: () => server.requests(setTemplateAccess).length,
      async act(user) {
        await press('Save sharing')(user);
        await text(user);
      },
    },
    {
      ...ofTemplate,
      of: 'a prompt template: reviewing',
      path: `${template1}?part=sharing`,
      acts: () => server.requests(reviewPromptTemplate).length,
      async act(user) {
        await press('Approve')(user);
        await text(user);
      },
    },
    {
      ...ofTemplate,
      of: 'a prompt template: rating',
      path: template1,
      acts: () => server.requests(markPromptTemplate).length,
      act: async (user) => user.click(await screen.findByRole('button', { name: /^Good/ })),
    },
  ];

  test.each(ways.map((way) => [way.of, way] as const))(
    'of %s',
    async (_, { element, route, path, serve, overtake, act, acts, saves }) => {
      serve();
      const { user } = renderScreen(element, { path, route, session: {} });
      await screen.findAllByRole('heading', { level: 1 });
      overtake();
      await act(user);
      await waitFor(() => expect(acts()).toBe(1));
      const save = await screen.findByRole('button', { name: 'Save' });
      await waitFor(() => expect(isSending()).toBe(false));
      fireEvent.click(save);
      expect(
        await screen.findByRole('alert', { name: 'Someone else changed this while you were editing' }),
      ).toBeInTheDocument();
      expect(saves()).toEqual([1]);
    },
  );
});
