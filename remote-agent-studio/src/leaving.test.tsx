import { getTestSet, listTestRuns } from '@parlance/shared/contract/api/agents/agent-test-sets';
import {
  announceEditing,
  getAgent,
  listAgentModels,
  listAgentVersions,
  saveAgentDraft,
  startAgentTest,
} from '@parlance/shared/contract/api/agents/agents';
import {
  getAutomation,
  listAutomations,
  listEventSamples,
} from '@parlance/shared/contract/api/automations/automations';
import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { listExecutions } from '@parlance/shared/contract/api/executions';
import { listKnowledge, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import {
  getPromptTemplate,
  listTemplateVersions,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import { getSchedule, listSchedules, previewSchedule } from '@parlance/shared/contract/api/schedules';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { listTools } from '@parlance/shared/contract/api/tools';
import { Link, Outlet } from '@parlance/shared/router';
import { fakeServer, renderRoutes } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import AgentAutomation from './screens/agent-automation/agent-automation.tsx';
import AgentEdit from './screens/agent-edit/agent-edit.tsx';
import AgentScheduling from './screens/agent-scheduling/agent-scheduling.tsx';
import PromptTemplateBuilder from './screens/prompt-template-builder/prompt-template-builder.tsx';
import PromptTemplateEditor from './screens/prompt-template-editor/prompt-template-editor.tsx';
import { agentOf, uuid } from './testing/agents.ts';
import { automationOf } from './testing/automations.ts';
import { scheduleOf } from './testing/schedules.ts';
import { template } from './testing/templates.ts';

const server = fakeServer();
const none = { items: [], next_cursor: null };
const places = { used: 0, limit: 5, minutes_between: 15 };

beforeEach(() => {
  sessionStorage.clear();
  for (const list of [
    listExecutions,
    listKnowledge,
    listColleagues,
    listTestRuns,
    listAgentVersions,
    listTemplateVersions,
    listBots,
  ] as const)
    server.answer(list, none);
  server.answer(listAutomations, { ...none, places });
  server.answer(listSchedules, { ...none, places });
  server.answer(getAutomation, automationOf(1));
  server.answer(listEventSamples, { items: [] });
  server.answer(getSchedule, scheduleOf(1));
  server.answer(previewSchedule, { next: [] });
  server.fail(getBot, 'not_found');
  server.answer(getPromptTemplate, template());
  server.answer(getAgent, agentOf(1));
  server.answer(listTools, { items: [], can_create: false, stdio_servers: [] });
  server.answer(announceEditing, { also_open: [], revision: 1 });
  server.answer(listAgentModels, { items: [] });
  server.answer(getTestSet, {
    revision: 1,
    questions: [{ id: uuid(20), question: 'How many days?', language: 'en', points: [] }],
    judge: 'none',
  });
  server.hang(uploadKnowledge);
});
afterEach(() => jest.restoreAllMocks());

const typed = 'You have unsaved changes. Leave anyway?';
const uploading = 'Files are still uploading. If you leave now, they won’t be uploaded. Leave anyway?';
type User = ReturnType<typeof renderRoutes>['user'];
const typeInto = (name: string) => async (user: User) => user.type(await screen.findByRole('textbox', { name }), '1');
const upload = async (user: User) => {
  await user.upload(await screen.findByTestId('Add files'), new File(['%PDF'], 'New.pdf'));
  await screen.findByRole('progressbar', { name: /New.pdf/ });
};
const stillUploading = () => expect(screen.getByRole('progressbar', { name: /New.pdf/ })).toBeInTheDocument();
const stillTyped = (name: string, value: string) => () =>
  expect(screen.getByRole('textbox', { name })).toHaveValue(value);

/**
 * The editors. `tab`: a link that keeps the path, and `back` the one that returns; the draft survives behind it if
 * `still` expects it.
 */
const editors = [
  {
    name: 'an automation',
    Screen: AgentAutomation,
    route: '/agent-automation',
    path: `/agent-automation?automation=${uuid(1)}`,
    change: typeInto('Name'),
    asks: typed,
    tab: 'History',
  },
  {
    name: 'a schedule',
    Screen: AgentScheduling,
    route: '/agent-scheduling',
    path: `/agent-scheduling?schedule=${uuid(1)}`,
    change: typeInto('Name'),
    asks: typed,
    tab: 'All schedules',
  },
  {
    name: 'a template',
    Screen: PromptTemplateEditor,
    route: '/prompt-template-editor/:templateId',
    path: `/prompt-template-editor/${template().id}`,
    change: typeInto('Title'),
    asks: typed,
    tab: 'Versions',
    back: 'Text',
    still: stillTyped('Title', 'Letter1'),
  },
  {
    name: 'a new template',
    Screen: PromptTemplateBuilder,
    route: '/prompt-template-builder',
    path: '/prompt-template-builder',
    change: typeInto('Title'),
    asks: typed,
  },
  {
    name: 'a test set',
    Screen: AgentEdit,
    route: '/agent-edit/:botId',
    path: `/agent-edit/${uuid(1)}?tab=tests`,
    change: typeInto('Question'),
    asks: typed,
    tab: 'Versions',
    back: 'Test set',
    still: stillTyped('Question', 'How many days?1'),
  },
  {
    name: 'what an agent is given to know',
    Screen: AgentEdit,
    route: '/agent-edit/:botId',
    path: `/agent-edit/${uuid(1)}`,
    change: upload,
    asks: uploading,
    tab: 'Versions',
    back: 'Form and test',
    still: stillUploading,
  },
] as const;

describe.each(editors)('$name', ({ Screen, route, path, change, asks, ...more }) => {
  async function begun() {
    const asked = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const layout = (
      <>
        <Link to="/elsewhere">Menu</Link>
        <Outlet />
      </>
    );
    const shown = renderRoutes(
      [
        {
          element: layout,
          children: [
            { path: route, element: <Screen /> },
            { path: '*', element: null },
          ],
        },
      ],
      { path, session: {} },
    );
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    return { ...shown, asked, closes, here: shown.location() };
  }

  test('is left without a question while nothing is changed', async () => {
    const { user, asked, location, closes } = await begun();
    await screen.findByRole('heading', { level: 1 });
    expect(closes()).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Menu' }));
    expect(location()).toBe('/elsewhere');
    expect(asked).not.toHaveBeenCalled();
  });

  test('asks before it is left by the menu, and by closing the page', async () => {
    const { user, asked, location, closes, here } = await begun();
    await change(user);
    await waitFor(() => expect(closes()).toBe(false));
    await user.click(screen.getByRole('link', { name: 'Menu' }));
    await waitFor(() => expect(asked.mock.calls).toEqual([[asks]]));
    expect(location()).toBe(here);
    asked.mockReturnValue(true);
    await user.click(screen.getByRole('link', { name: 'Menu' }));
    await waitFor(() => expect(location()).toBe('/elsewhere'));
  });

  if ('tab' in more) {
    test(
      'still' in more
        ? 'goes on behind another tab, and is there when one comes back'
        : 'asks before it is left by a tab',
      async () => {
        const { user, asked, location, closes, here } = await begun();
        await change(user);
        await waitFor(() => expect(closes()).toBe(false));
        await user.click(screen.getByRole('link', { name: more.tab }));
        expect(asked).toHaveBeenCalledTimes('still' in more ? 0 : 1);
        expect(location() === here).toBe(!('still' in more));
        expect(closes()).toBe(false);
        if (!('still' in more)) return;
        await user.click(screen.getByRole('link', { name: more.back }));
        more.still();
      },
    );
  }
});

test('an agent is left when its files may be given up, and its draft is saved before', async () => {
  server.answer(saveAgentDraft, ({ body }) => agentOf(1, { definition: body.definition, revision: 2 }));
  const asked = jest.spyOn(window, 'confirm').mockReturnValue(true);
  const { user, location } = renderRoutes(
    [
      {
        path: '/agent-edit/:botId',
        element: (
          <>
            <Link to="/elsewhere">Menu</Link>
            <AgentEdit />
          </>
        ),
      },
      { path: '*', element: null },
    ],
    { path: `/agent-edit/${uuid(1)}`, session: {} },
  );
  await upload(user);
  await user.type(screen.getByRole('textbox', { name: 'Instructions for the model' }), 'B');
  await user.click(screen.getByRole('link', { name: 'Menu' }));
  await waitFor(() => expect(location()).toBe('/elsewhere'));
  expect(asked.mock.calls).toEqual([[uploading]]);
  expect(server.requests(saveAgentDraft).at(-1)?.body.definition.instructions).toBe('B');
});

test('the test chat goes on behind another tab', async () => {
  const message = (number: number, author: 'member' | 'bot') => ({
    id: uuid(number),
    parent_id: null,
    versions: [uuid(number)],
    author,
    content: '',
    citations: [],
    attachments: [],
    rating: null,
    created_at: '2026-11-20T10:00:00.000Z',
    run: null,
  });
  server.answer(startAgentTest, {
    dialogue_id: uuid(40),
    prompt: message(51, 'member'),
    answer: { ...message(52, 'bot'), run: { id: uuid(50), status: 'queued', error_code: null } },
  });
  server.streamEvents(streamRun, [
    { id: '9', data: { type: 'delta', text: '**Hello**' } },
    { id: '9', data: { type: 'ended', status: 'complete', error_code: null } },
  ]);
  const { user } = renderRoutes([{ path: '/agent-edit/:botId', element: <AgentEdit /> }], {
    path: `/agent-edit/${uuid(1)}`,
    session: {},
  });
  await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'Hi{Enter}');
  await user.click(screen.getByRole('link', { name: 'Test set' }));
  await screen.findByRole('button', { name: 'Add question' });
  await user.click(screen.getByRole('link', { name: 'Form and test' }));
  expect(await screen.findByText('Hello', { selector: 'strong' })).toBeInTheDocument();
});
