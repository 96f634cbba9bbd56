import {
  getTestRun,
  getTestSet,
  listTestRuns,
  runTestSet,
  saveTestSet,
  stopTestRun,
  type TestQuestion,
  type TestRun,
} from '@parlance/shared/contract/api/agents/agent-test-sets';
import {
  announceEditing,
  getAgent,
  getAgentVersion,
  listAgentModels,
  listAgentVersions,
  restoreAgentVersion,
  type AgentVersion,
} from '@parlance/shared/contract/api/agents/agents';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { listTools } from '@parlance/shared/contract/api/tools';
import { endSession, fakeServer, renderRoutes } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { agentOf, definition, uuid } from '../../testing/agents.ts';
import AgentEdit from './agent-edit.tsx';

const server = fakeServer();
const at = '2026-11-20T10:00:00.000Z';
const version = (number: number, more: Partial<AgentVersion> = {}): AgentVersion => ({
  number,
  name: '',
  message: '',
  published_at: at,
  published_by: { id: uuid(8), name: 'Noor' },
  is_current: false,
  tests: null,
  ...more,
});

function show(
  tab: string,
  agent = agentOf(1, { revision: 5, definition: definition({ instructions: 'Be brief and kind' }) }),
) {
  server.answer(getAgent, agent);
  server.answer(listTools, { items: [], can_create: false, stdio_servers: [] });
  server.answer(announceEditing, { also_open: [], revision: agent.revision });
  server.answer(listAgentModels, { items: [] });
  server.answer(listAgentVersions, {
    items: [
      version(2, { name: 'Kinder', message: 'Says hello', is_current: true, tests: { passed: 3, of: 4 } }),
      version(1),
    ],
    next_cursor: null,
  });
  server.answer(getAgentVersion, ({ params }) => ({
    ...version(params.number),
    definition: definition({ instructions: params.number === 1 ? 'Be brief' : 'Be kind' }),
  }));
  return renderRoutes(
    [
      { path: '/agent-edit/:botId', element: <AgentEdit /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { path: `/agent-edit/${uuid(1)}${tab}`, session: {} },
  );
}

describe('versions', () => {
  test('say what changed, who published it, which one is in use, and how the tests went', async () => {
    show('?tab=versions');
    const row = within(await screen.findByRole('row', { name: /2 · Kinder/ }));
    for (const text of ['in use', 'Says hello', 'Noor', '3 of 4 passed'])
      expect(row.getByText(text)).toBeInTheDocument();
  });

  test('any two are compared field by field, word by word; first the newest with the draft', async () => {
    const { user } = show('?tab=versions');
    expect((await screen.findByText(/brief and/)).tagName).toBe('INS');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Compare' }), 'Version 1');
    await user.selectOptions(screen.getByRole('combobox', { name: 'With' }), 'Version 2');
    expect((await screen.findByText('brief')).tagName).toBe('DEL');
    expect(screen.getByText('kind').tagName).toBe('INS');
  });

  test('names models, tools, knowledge and people, and says of what is gone that it is', async () => {
    server.answer(listColleagues, ({ query }) => ({
      items: query.id === uuid(8) ? [{ id: uuid(8), name: 'Noor' }] : [],
      next_cursor: null,
    }));
    const calculator = {
      id: uuid(50),
      kind: 'calculator' as const,
      name: 'calculator',
      description: '',
      functions: [],
      error_code: null,
      created_by: null,
      updated_at: null,
      can: { edit: false, delete: false, refresh: false, try: false },
    };
    const { user } = show(
      '?tab=versions',
      agentOf(1, {
        definition: definition({
          instructions: 'Be kind',
          model_id: uuid(3),
          tools: [{ tool_id: uuid(50), permission: 'ask', functions: {} }],
          responsible_id: uuid(8),
        }),
      }),
    );
    server.answer(listTools, { items: [calculator], can_create: false, stdio_servers: [] });
    expect((await screen.findByText('Noor', { selector: 'ins' })).tagName).toBe('INS');
    expect(screen.getByText('(deleted, or not visible to you)')).toBeInTheDocument();
    expect(screen.getByText(/^Calculator · /).tagName).toBe('INS');
    expect(screen.queryByText(new RegExp(uuid(8)))).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'With' }), 'Version 2');
    expect(await screen.findByText('No differences')).toBeInTheDocument();
  });

  test('an earlier one is taken as the draft, after it was said what that means', async () => {
    server.answer(
      restoreAgentVersion,
      agentOf(1, { revision: 6, definition: definition({ name: { en: 'As it was' } }) }),
    );
    const { user } = show('?tab=versions');
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 1' });
    expect(dialog).toHaveTextContent('replaces the draft');
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'As it was' })).toBeInTheDocument();
    expect(server.requests(restoreAgentVersion)[0]).toMatchObject({ params: { number: 1 }, body: { revision: 5 } });
  });

  test('the tab stands in the address', async () => {
    const { user, location } = show('');
    await user.click(await screen.findByRole('link', { name: 'Versions' }));
    expect(location()).toBe(`/agent-edit/${uuid(1)}?tab=versions`);
    expect(screen.getByRole('link', { name: 'Versions' })).toHaveAttribute('aria-current', 'page');
  });
});

describe('the test set', () => {
  const question: TestQuestion = {
    id: uuid(20),
    question: 'How many days?',
    language: 'en',
    points: [{ text: '30', must: 'contain' }],
  };
  const run = (more: Partial<TestRun> = {}): TestRun => ({
    id: uuid(30),
    number: null,
    status: 'complete',
    started_at: at,
    passed: 1,
    of: 1,
    results: [
      {
        question_id: question.id,
        question: question.question,
        answer: 'It is 30 days.',
        error_code: null,
        points: [{ text: '30', must: 'contain', met: true }],
        passed: true,
      },
    ],
    ...more,
  });
  function showTests(judge: 'model' | 'none' = 'none', questions = [question]) {
    server.answer(getTestSet, { revision: 1, questions, judge });
    server.answer(saveTestSet, ({ body }) => ({ revision: 2, questions: body.questions, judge }));
    server.answer(listTestRuns, {
      items: [
        run(),
        run({
          id: uuid(31),
          number: 2,
          passed: 0,
          results: run().results.map((it) => ({ ...it, passed: false, answer: 'Ask your manager.' })),
        }),
      ],
      next_cursor: null,
    });
    return show('?tab=tests');
  }

  test('shows which call was not made because nobody could allow it', async () => {
    const refused = {
      kind: 'web-page' as const,
      tool_name: 'web-page',
      function: 'read_page',
      arguments: '{"url":"https://example.com/?d=1"}',
    };
    showTests();
    server.answer(listTestRuns, {
      items: [
        run({
          results: run().results.map((it) => ({
            ...it,
            refused_calls: [refused, { ...refused, kind: 'mcp', tool_name: 'Orders', function: 'find' }],
          })),
        }),
      ],
      next_cursor: null,
    });
    expect(
      await screen.findByText('Not called, because no one can allow calls during a test: Web page reader'),
    ).toBeInTheDocument();
    expect(
      screen.getByText('Not called, because no one can allow calls during a test: Orders: find'),
    ).toBeInTheDocument();
    expect(screen.getAllByText(refused.arguments)).toHaveLength(2);
  });

  test('has questions with checks, saved whole; what is left empty is left out', async () => {
    const { user } = showTests();
    await user.click(await screen.findByRole('button', { name: 'Add question' }));
    const second = within(screen.getByRole('group', { name: 'Question 2' }));
    await user.type(second.getByRole('textbox', { name: 'Question' }), 'Who?');
    await user.click(second.getByRole('button', { name: 'Add check' }));
    await user.selectOptions(second.getByRole('combobox', { name: 'Type of check' }), 'doesn’t contain');
    await user.type(second.getByRole('textbox', { name: 'Check 1' }), 'nobody');
    await user.click(screen.getByRole('button', { name: 'Add question' }));
    expect(screen.getByRole('button', { name: 'Run test set' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Save test set' }));
    await waitFor(() =>
      expect(server.requests(saveTestSet)[0]?.body).toMatchObject({
        revision: 1,
        questions: [question, { question: 'Who?', points: [{ text: 'nobody', must: 'not-contain' }] }],
      }),
    );
    expect(server.requests(saveTestSet)[0]?.body.questions).toHaveLength(2);
  });

  test('what is typed into it when the session ends is there again, and is saved over nothing that others have saved since', async () => {
    const shown = showTests();
    await shown.user.type(
      within(await screen.findByRole('group', { name: 'Question 1' })).getByRole('textbox', { name: 'Question' }),
      '?',
    );
    endSession(shown);
    const { user } = showTests('none', [{ ...question, question: 'Theirs?' }]);
    server.answer(getTestSet, { revision: 6, questions: [{ ...question, question: 'Theirs?' }], judge: 'none' });
    server.fail(saveTestSet, 'conflict');
    expect(await screen.findByDisplayValue('How many days??')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save test set' }));
    await waitFor(() =>
      expect(server.requests(saveTestSet)[0]?.body).toMatchObject({
        revision: 1,
        questions: [{ question: 'How many days??' }],
      }),
    );
    expect(screen.getByDisplayValue('How many days??')).toBeInTheDocument();
  });

  test('is opened anew as it was saved', async () => {
    const { user } = showTests();
    server.answer(saveTestSet, ({ body }) => {
      server.answer(getTestSet, { revision: 2, questions: body.questions, judge: 'none' });
      return { revision: 2, questions: body.questions, judge: 'none' as const };
    });
    await user.type(
      within(await screen.findByRole('group', { name: 'Question 1' })).getByRole('textbox', { name: 'Question' }),
      '?',
    );
    await user.click(screen.getByRole('button', { name: 'Save test set' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save test set' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('link', { name: 'Versions' }));
    await user.click(screen.getByRole('link', { name: 'Test set' }));
    expect(await screen.findByDisplayValue('How many days??')).toBeInTheDocument();
  });

  test('what is only meant cannot be asked for without a model that judges', async () => {
    showTests('none');
    expect(await screen.findByRole('option', { name: 'means' })).toBeDisabled();
    expect(screen.getByText(/needs a language model/)).toBeInTheDocument();
  });

  test('questions are read from a table, and what is none is counted', async () => {
    const { user } = showTests();
    const table = '\uFEFFquestion,language,contain\r\n"Where, exactly?",de-DE,"hier\ndort"\r\nBad,xx,no\r\n';
    await user.upload(
      await screen.findByLabelText('Import from CSV…'),
      new File([table], 'q.csv', { type: 'text/csv' }),
    );
    expect(await screen.findByDisplayValue('Where, exactly?')).toBeInTheDocument();
    expect(screen.getByDisplayValue('dort')).toBeInTheDocument();
    expect(screen.queryByDisplayValue('Bad')).not.toBeInTheDocument();
  });

  test('the last runs stand side by side', async () => {
    showTests();
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map((it) => it.textContent)).toEqual([
      'Question',
      expect.stringContaining('Draft'),
      expect.stringContaining('Version 2'),
    ]);
    expect(table.getByText('Passed')).toBeInTheDocument();
    expect(table.getByText('Ask your manager.')).toBeInTheDocument();
  });

  test('a run says how far it is, is stopped, and shows its results when it has ended', async () => {
    const { user } = showTests();
    server.answer(runTestSet, run({ id: uuid(33), number: 2, status: 'running', of: 4, results: [] }));
    server.answer(getTestRun, run({ id: uuid(33), number: 2, status: 'running', of: 4 }));
    server.answer(stopTestRun, run({ id: uuid(33), number: 2, status: 'stopped', of: 4 }));
    await screen.findByRole('option', { name: 'Version 2' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Version to test' }), 'Version 2');
    await user.click(screen.getByRole('button', { name: 'Run test set' }));
    expect(await screen.findByText('1 of 4 asked', undefined, { timeout: 3000 })).toBeInTheDocument();
    expect(server.requests(runTestSet)[0]?.body).toEqual({ number: 2 });
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('button', { name: 'Run test set' })).toBeInTheDocument();
  });
});
