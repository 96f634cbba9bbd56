import {
  announceEditing,
  continueAgentTest,
  getAgent,
  listAgentModels,
  publishAgent,
  saveAgentDraft,
  startAgentTest,
  type Agent,
} from '@parlance/shared/contract/api/agents/agents';
import { listMessages, type Message, type Turn } from '@parlance/shared/contract/api/dialogues';
import { listKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { readReasoning } from '@parlance/shared/contract/api/runs/reasoning';
import { stopRun, streamRun } from '@parlance/shared/contract/api/runs/runs';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { listTools, type ToolCall } from '@parlance/shared/contract/api/tools';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import { comeBack, endSession, fakeServer, renderRoutes } from '@parlance/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { agentOf, definition, uuid } from '../../testing/agents.ts';
import { source } from '../../testing/knowledge.ts';
import AgentBuilder from './agent-builder.tsx';

const server = fakeServer();
const at = '2026-11-21T10:00:00.000Z';

function show(agent: Agent = agentOf(1), path = `/agent-builder?agent=${uuid(1)}`) {
  server.answer(getAgent, agent);
  server.answer(listTools, { items: [], can_create: false, stdio_servers: [] });
  server.answer(announceEditing, { also_open: agent.also_open, revision: agent.revision });
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
  return renderRoutes(
    [
      { path: '/agent-builder', element: <AgentBuilder /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { path, session: {} },
  );
}
const saves = () => server.requests(saveAgentDraft).map(({ body }) => body);
const savesAll = () => server.answer(saveAgentDraft, ({ body }) => ({ revision: body.revision + 1, updated_at: at }));
const instructions = () => screen.findByRole('textbox', { name: 'Instructions for the model' });

test('without an agent it asks what a new one begins with', async () => {
  show(agentOf(1), '/agent-builder');
  expect(await screen.findByRole('radio', { name: /^Blank/ })).toBeChecked();
});

test('the effort of reasoning is asked for where the model has any to choose from', async () => {
  const model = { sees_images: false, uses_tools: true, context_length: null };
  savesAll();
  const { user } = show();
  server.answer(listAgentModels, {
    items: [
      { ...model, id: uuid(3), name: 'Plain', kind: 'language-model', reasoning_efforts: [], is_standard: true },
      {
        ...model,
        id: uuid(4),
        name: 'Deep',
        kind: 'language-model',
        reasoning_efforts: ['low', 'high'],
        is_standard: false,
      },
    ],
  });
  const chosen = await screen.findByRole('combobox', { name: 'Model' });
  expect(screen.queryByRole('combobox', { name: 'Reasoning effort' })).toBeNull();
  await user.selectOptions(chosen, await screen.findByRole('option', { name: 'Deep' }));
  const effort = screen.getByRole('combobox', { name: 'Reasoning effort' });
  expect(
    within(effort)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Model’s default', 'Low', 'High']);
  await user.selectOptions(effort, 'High');
  await waitFor(() =>
    expect(saves().at(-1)?.definition).toMatchObject({ model_id: uuid(4), reasoning_effort: 'high' }),
  );
});

describe('the draft', () => {
  test('saves itself after a pause, with the revision that was seen, and says so', async () => {
    savesAll();
    const { user } = show();
    await user.type(await instructions(), 'Be brief');
    expect(screen.getByText('Saving draft…')).toBeInTheDocument();
    await waitFor(() => expect(saves()).toMatchObject([{ revision: 1, definition: { instructions: 'Be brief' } }]), {
      timeout: 3000,
    });
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    await user.type(await instructions(), '!');
    await waitFor(() => expect(saves()[1]).toMatchObject({ revision: 2, definition: { instructions: 'Be brief!' } }), {
      timeout: 3000,
    });
  });

  test('names who is responsible: oneself, a colleague, or nobody but the owner', async () => {
    savesAll();
    const noor = { id: uuid(8), name: 'Noor' };
    server.answer(listColleagues, { items: [noor], next_cursor: null });
    const { user } = show();
    const part = within(await screen.findByRole('region', { name: 'Responsible person' }));
    expect(
      part.getByText(/^By default, the owner \(Mia Member\) is responsible for what the agent says/),
    ).toBeInTheDocument();
    await user.type(part.getByRole('combobox', { name: 'People' }), 'No');
    await user.click(await part.findByRole('option', { name: 'Noor' }));
    await waitFor(() => expect(saves().at(-1)?.definition.responsible_id).toBe(noor.id), { timeout: 3000 });
    await user.click(await part.findByRole('button', { name: /Noor/ }));
    await waitFor(() => expect(saves().at(-1)?.definition.responsible_id).toBeNull(), { timeout: 3000 });
    await user.click(part.getByRole('button', { name: 'Make me responsible' }));
    await waitFor(() => expect(saves().at(-1)?.definition.responsible_id).toEqual(expect.any(String)), {
      timeout: 3000,
    });
  });

  test('has a text for each language; one that is emptied has none', async () => {
    savesAll();
    const { user } = show(agentOf(1, { definition: definition({ name: { en: 'Travel desk', 'de-DE': 'Reisen' } }) }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Language of the texts' }), '✓ Deutsch');
    const name = screen.getByRole('textbox', { name: /^Name/ });
    expect(name).toHaveValue('Reisen');
    await user.clear(name);
    await user.type(screen.getByRole('textbox', { name: /Starter prompts/ }), 'Wer?{Enter}Was?');
    await waitFor(
      () =>
        expect(saves().at(-1)?.definition).toMatchObject({
          name: { en: 'Travel desk' },
          starters: { 'de-DE': ['Wer?', 'Was?'] },
        }),
      { timeout: 3000 },
    );
    expect(saves().at(-1)?.definition.name).not.toHaveProperty('de-DE');
  });

  test('a number is taken when one leaves its field, within its bounds', async () => {
    savesAll();
    const { user } = show();
    const answers = await screen.findByRole('spinbutton', { name: /Answers per month/ });
    await user.type(answers, '-5');
    await user.tab();
    await waitFor(() => expect(saves().at(-1)?.definition.answers_a_month).toBe(0), { timeout: 3000 });
  });

  test('a failure keeps what was typed, and it can be tried again', async () => {
    savesAll();
    server.fail(saveAgentDraft, 'forbidden', { times: 1 });
    const { user } = show();
    await user.type(await instructions(), 'Kept');
    await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 3000 }));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(saves().at(-1)?.definition.instructions).toBe('Kept');
  });

  test('what is typed when the session ends and could not be saved is there again, and meets what others have saved since', async () => {
    server.fail(saveAgentDraft, 'unauthenticated');
    const shown = show();
    await shown.user.type(await instructions(), 'Mine');
    endSession(shown);
    server.fail(saveAgentDraft, 'conflict');
    show(
      agentOf(1, {
        revision: 7,
        changed_by: { id: uuid(8), name: 'Noor' },
        definition: definition({ instructions: 'Theirs' }),
      }),
    );
    expect(await instructions()).toHaveValue('Mine');
    expect(
      await screen.findByRole('heading', { name: 'Changed by Noor while you were editing' }, { timeout: 3000 }),
    ).toBeInTheDocument();
    expect(saves().at(-1)).toMatchObject({ revision: 1, definition: { instructions: 'Mine' } });
  });

  test('what somebody else has saved is never overwritten: both are shown, and one’s own goes on only by choice', async () => {
    savesAll();
    server.fail(saveAgentDraft, 'conflict', { times: 1 });
    const { user } = show();
    await user.type(await instructions(), 'Mine');
    server.answer(
      getAgent,
      agentOf(1, {
        revision: 7,
        changed_by: { id: uuid(8), name: 'Noor' },
        definition: definition({ instructions: 'Theirs' }),
      }),
    );
    expect(
      await screen.findByRole('heading', { name: 'Changed by Noor while you were editing' }, { timeout: 3000 }),
    ).toBeInTheDocument();
    expect((await screen.findByText('Theirs')).tagName).toBe('DEL');
    expect(screen.getAllByText('Mine').map(({ tagName }) => tagName)).toContain('INS');
    expect(await instructions()).toHaveValue('Mine');
    expect(saves()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Keep my version' }));
    await waitFor(() => expect(saves()[1]).toMatchObject({ revision: 7, definition: { instructions: 'Mine' } }), {
      timeout: 3000,
    });
  });

  test('who may not edit it sees a form that cannot be changed, and may still read what it knows and try a question', async () => {
    server.answer(listKnowledge, { items: [source(3)], next_cursor: null });
    show(
      agentOf(1, {
        can: { ...agentOf(1).can, edit: false, publish: false },
        definition: definition({ knowledge_ids: [source(3).id] }),
      }),
    );
    expect(await instructions()).toBeDisabled();
    // The panel is a module of its own, which is loaded first.
    expect(
      await screen.findByRole('button', { name: 'Passages from “File 3.pdf”' }, { timeout: 10_000 }),
    ).toBeEnabled();
    expect(await screen.findByRole('button', { name: 'Search' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Publish…' })).not.toBeInTheDocument();
  });

  test('others who have it open are named', async () => {
    show(
      agentOf(1, {
        also_open: [
          { id: uuid(8), name: 'Noor' },
          { id: uuid(9), name: 'Ana' },
        ],
      }),
    );
    expect(await screen.findByText('Also open for Noor and Ana')).toBeInTheDocument();
  });

  test('going elsewhere saves what is unsaved, and then goes', async () => {
    savesAll();
    const { user, location } = show();
    await user.type(await instructions(), 'Unsaved');
    await user.click(screen.getByRole('link', { name: 'Versions and tests' }));
    await waitFor(() => expect(location()).toContain('/agent-edit/'));
    expect(server.requests(saveAgentDraft).at(-1)?.body.definition.instructions).toBe('Unsaved');
  });

  test('going elsewhere saves first, and asks only where that fails', async () => {
    savesAll();
    server.fail(saveAgentDraft, 'forbidden', { times: 2 });
    const { user, location } = show();
    await user.type(await instructions(), 'Unsaved');
    await user.click(screen.getByRole('link', { name: 'Versions and tests' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unsaved changes' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(location()).toContain('/agent-builder');
    expect(await instructions()).toHaveValue('Unsaved');
  });
});

test('publishing saves what is unsaved, then publishes that revision with name and message', async () => {
  savesAll();
  server.answer(publishAgent, {
    number: 1,
    name: 'First',
    message: 'Why',
    published_at: at,
    published_by: null,
    is_current: true,
    tests: null,
  });
  const { user } = show();
  await user.type(await instructions(), 'Ready');
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  await user.type(await screen.findByRole('textbox', { name: /Version name/ }), 'First');
  await user.type(screen.getByRole('textbox', { name: /Change summary/ }), 'Why');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(server.requests(publishAgent)[0]?.body).toEqual({ revision: 2, name: 'First', message: 'Why' }),
  );
});

test('an agent without a name is not published, and it is said why', async () => {
  const { user } = show(agentOf(1, { definition: definition({ name: {} }) }));
  await user.click(await screen.findByRole('button', { name: 'Publish…' }));
  expect(await screen.findByText(/needs a name/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(server.requests(publishAgent)).toHaveLength(0);
});

describe('the test', () => {
  const message = (number: number, more: Partial<Message>): Message => ({
    id: uuid(number),
    parent_id: null,
    versions: [uuid(number)],
    author: 'member',
    content: '',
    citations: [],
    attachments: [],
    rating: null,
    created_at: at,
    run: null,
    ...more,
  });
  const turn = (run: number): Turn => ({
    dialogue_id: uuid(40),
    prompt: message(run + 1, {}),
    answer: message(run + 2, { author: 'bot', run: { id: uuid(run), status: 'queued', error_code: null } }),
  });
  const call: ToolCall = {
    id: uuid(60),
    answer_id: uuid(52),
    tool_id: null,
    kind: 'http',
    tool_name: 'Tickets',
    function: 'create',
    arguments: '{"title":"A"}',
    state: 'waiting',
    result: '',
    is_cut: false,
    offset: 0,
    duration_ms: null,
    created_at: at,
  };
  const ask = async (user: ReturnType<typeof show>['user'], text: string) => {
    await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), `${text}{Enter}`);
  };

  test('asks the definition as it stands in the form, unsaved, and goes on in the same dialogue', async () => {
    server.hang(saveAgentDraft);
    server.answer(startAgentTest, turn(50));
    server.answer(continueAgentTest, turn(70));
    server.streamEvents(streamRun, [
      { id: '9', data: { type: 'delta', text: '**Hello**' } },
      { id: '9', data: { type: 'ended', status: 'complete', error_code: null } },
    ]);
    const { user } = show();
    await user.type(await instructions(), 'Be kind');
    await ask(user, 'Hi');
    expect(await screen.findByText('Hello', { selector: 'strong' })).toBeInTheDocument();
    expect(server.requests(startAgentTest)[0]?.body).toMatchObject({
      prompt: 'Hi',
      definition: { instructions: 'Be kind' },
    });
    await ask(user, 'More');
    await waitFor(() => expect(server.requests(continueAgentTest)[0]?.params.dialogue_id).toBe(uuid(40)));
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.queryByText('Hello')).not.toBeInTheDocument();
  });

  test('shows what the model reasons, folded, and asks for that of an answer whose stream it could not read', async () => {
    server.answer(startAgentTest, turn(50));
    server.streamEvents(streamRun, [
      // The stand-in of the server goes on behind the event with the reader's id.
      { id: '0', data: { type: 'rules', rules: [] } },
      { id: '0', data: { type: 'reasoning', text: 'They *greet*.', from: 0, ms: 3_000, is_over: true } },
      { id: '6', data: { type: 'delta', text: 'Hello.' } },
      { id: '6', data: { type: 'ended', status: 'complete', error_code: null } },
    ]);
    server.answer(readReasoning, { text: 'They **greet**.' });
    const { user } = show();
    await ask(user, 'Hi');
    await user.click(await screen.findByRole('button', { name: 'Thought for 3 seconds' }));
    expect(await screen.findByText('greet', { selector: 'em' })).toBeInTheDocument();
    expect(server.requests(readReasoning)).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Start over' }));
    server.fail(streamRun, 'not_found', { times: 1 });
    const { prompt, answer } = turn(50);
    const run = { id: uuid(50), status: 'complete' as const, error_code: null };
    const items = [{ ...answer, content: 'Hello.', run, reasoning_ms: 3_000 }, prompt];
    server.answer(listMessages, { items, next_cursor: null });
    await ask(user, 'Hi');
    expect(await screen.findByText(/doesn’t exist, or you don’t have access/)).toBeInTheDocument();
    await comeBack();
    await user.click(await screen.findByRole('button', { name: 'Thought for 3 seconds' }));
    expect(await screen.findByText('greet', { selector: 'strong' })).toBeInTheDocument();
    expect(server.requests(readReasoning).map(({ params }) => params.message_id)).toEqual([answer.id]);
  });

  test('a tool that may be called only when asked shows its exact arguments, which are what is allowed', async () => {
    server.answer(startAgentTest, turn(50));
    server.streamEvents(
      streamRun,
      [
        { id: '4', data: { type: 'delta', text: 'Well' } },
        { id: '4', data: { type: 'tool', call } },
      ],
      { then: 'hold' },
    );
    server.answer(answerToolCall, { ...call, state: 'refused' });
    server.answer(stopRun, { status: 'stopped', is_taken_back: false });
    const { user } = show();
    await ask(user, 'Open a ticket');
    expect(
      await screen.findByRole('region', {
        name: 'Allow the assistant to use “Tickets: create” with exactly these arguments?',
      }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Deny' }));
    await waitFor(() =>
      expect(server.requests(answerToolCall)[0]?.body).toEqual({ allow: false, arguments: '{"title":"A"}' }),
    );
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(server.requests(stopRun)).toHaveLength(1));
  });

  test.each([
    ['is complete', { content: '**Hello**', run: { id: uuid(50), status: 'complete' as const, error_code: null } }],
    ['is still written', { content: '', run: { id: uuid(50), status: 'running' as const, error_code: null } }],
  ])(
    'an answer that could not be read is asked for again on the return to the page, and shown where it %s',
    async (_, stands) => {
      server.answer(startAgentTest, turn(50));
      server.streamEvents(streamRun, [
        { id: '9', data: { type: 'delta', text: '**Hello**' } },
        { id: '9', data: { type: 'ended', status: 'complete', error_code: null } },
      ]);
      server.fail(streamRun, 'not_found', { times: 1 });
      const { prompt, answer } = turn(50);
      server.answer(listMessages, { items: [{ ...answer, ...stands }, prompt], next_cursor: null });
      const { user } = show();
      await ask(user, 'Hi');
      expect(await screen.findByText(/doesn’t exist, or you don’t have access/)).toBeInTheDocument();
      expect(server.requests(listMessages)).toHaveLength(0);
      await comeBack();
      expect(await screen.findByText('Hello', { selector: 'strong' })).toBeInTheDocument();
      expect(server.requests(listMessages).map(({ params }) => params.dialogue_id)).toEqual([uuid(40)]);
    },
  );

  test('is not asked by an Enter that ends a composition, however the browser says so', async () => {
    server.answer(startAgentTest, turn(50));
    server.streamEvents(streamRun, [{ id: '9', data: { type: 'ended', status: 'complete', error_code: null } }]);
    const { user } = show();
    const field = await screen.findByRole('textbox', { name: 'Prompt' });
    await user.type(field, '你好');
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(field, { key: 'Enter', ...composing });
    await user.type(field, '！{Enter}');
    await waitFor(() => expect(server.requests(startAgentTest).map(({ body }) => body.prompt)).toEqual(['你好！']));
  });

  test('what was typed stays where the server does not take it', async () => {
    server.fail(startAgentTest, 'allowance_spent');
    const { user } = show();
    await ask(user, 'Hi');
    expect(await screen.findByText(/budget for prompts/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Hi');
  });
});
