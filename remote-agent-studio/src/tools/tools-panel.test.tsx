import { useState } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import type { AgentTool } from '@parlance/shared/contract/agents/agent-definition';
import {
  builtInToolIds,
  createTool,
  deleteTool,
  getTool,
  listTools,
  refreshTool,
  saveTool,
  tryTool,
  type Tool,
} from '@parlance/shared/contract/api/tools';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { details, func, tool, uuid } from '../testing/tools.ts';
import { ToolsPanel, type ToolsPanelProps } from './tools-panel.tsx';

const server = fakeServer();
// Loads the chunk up front, so that no test waits for it.
beforeAll(() => import('./tool-dialogs.tsx'));

const calculator = tool(2, {
  id: builtInToolIds.calculator,
  kind: 'calculator',
  name: 'calculator',
  functions: [func('calculate', { effect: 'reads' })],
  can: { edit: false, delete: false, refresh: false, try: true },
});

let saved: Parameters<ToolsPanelProps['onChange']>[0] | null = null;
beforeEach(() => {
  saved = null;
});

function Panel({ tools, canEdit }: { readonly tools: AgentTool[]; readonly canEdit: boolean }) {
  const [value, change] = useState({ tools, tool_steps: 10 });
  const keep: ToolsPanelProps['onChange'] = (part) => {
    saved = part;
    change((before) => ({ ...before, ...part }));
  };
  return <ToolsPanel value={value} onChange={keep} agentId={uuid(99)} canEdit={canEdit} />;
}
const known = (...items: Tool[]) => server.answer(listTools, { items, can_create: true, stdio_servers: ['files'] });
const show = (tools: AgentTool[] = [], canEdit = true) =>
  renderScreen(<Panel tools={tools} canEdit={canEdit} />, { session: {} });
const used = (number: number, more: Partial<AgentTool> = {}): AgentTool => ({
  tool_id: uuid(number),
  permission: 'ask',
  functions: {},
  ...more,
});
const permission = (name: string) => screen.getByRole('combobox', { name: `Permission for ${name}` });
const dialog = async () => within(await screen.findByRole('dialog'));
type User = ReturnType<typeof show>['user'];
async function fromMenu(user: User, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(screen.getByRole('menuitem', { name: action }));
  return dialog();
}

describe('the tools of an agent', () => {
  test('are chosen, what every organisation has at once and what somebody has made with a question, also where it only reads; single functions otherwise', async () => {
    known(
      calculator,
      tool(1, { kind: 'http', functions: [func('find', { effect: 'reads' }), func('order', { effect: 'reads' })] }),
    );
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Calculator' }));
    expect(saved?.tools).toEqual([{ tool_id: builtInToolIds.calculator, permission: 'always', functions: {} }]);
    await user.click(screen.getByRole('checkbox', { name: 'Tool 1' }));
    expect(permission('Tool 1')).toHaveValue('ask');
    await user.click(screen.getByText('Functions (2)'));
    await user.selectOptions(permission('order'), 'Never');
    expect(saved?.tools?.at(-1)).toEqual(used(1, { functions: { order: 'never' } }));
    await user.click(screen.getByRole('checkbox', { name: 'Calculator' }));
    expect(saved?.tools).toEqual([used(1, { functions: { order: 'never' } })]);
  });

  test('say why one could not be read and what is disabled; one that was deleted can be removed', async () => {
    known(tool(1, { error_code: 'address_timeout', functions: [func('find'), func('order', { is_enabled: false })] }));
    const { user } = show([used(1), used(7)]);
    expect(await screen.findByText(/didn’t respond in time.*read earlier/)).toBeInTheDocument();
    expect(screen.getByText('Disabled: 1')).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Permission for order' })).not.toBeInTheDocument();
    const gone = screen.getByText('Deleted tool').closest('li') ?? document.body;
    await user.click(within(gone).getByRole('button', { name: 'Remove' }));
    expect(saved?.tools).toEqual([used(1)]);
  });

  test('are only looked at by who may not edit', async () => {
    server.answer(listTools, {
      items: [tool(1, { can: { edit: false, delete: false, refresh: false, try: false } })],
      can_create: false,
      stdio_servers: [],
    });
    show([used(1)], false);
    expect(await screen.findByRole('checkbox', { name: 'Tool 1' })).toBeDisabled();
    expect(permission('Tool 1')).toBeDisabled();
    for (const name of ['Actions for Tool 1', 'Add MCP server'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  test('that cannot be loaded say so, and are loaded again', async () => {
    known(calculator);
    server.fail(listTools, 'rate_limited', { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('checkbox', { name: 'Calculator' })).toBeInTheDocument();
  });
});

describe('a tool that is made', () => {
  test('of a document in a file has several secrets; what is missing is said before anything is sent', async () => {
    known();
    server.answer(createTool, { ...details(tool(5)), left_out: [] });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add OpenAPI document' }));
    const form = await dialog();
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('This field is required.');
    expect(form.getByRole('textbox', { name: 'Document URL' })).toHaveAccessibleDescription(
      'Enter a URL that starts with https:// or http://.',
    );
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Orders');
    await user.selectOptions(form.getByRole('combobox', { name: 'Document source' }), 'File or text');
    await user.upload(screen.getByTestId('Choose a file…'), new File(['openapi: 3.0.0'], 'orders.yaml'));
    expect(await form.findByText(/“orders.yaml” loaded/)).toBeInTheDocument();
    for (const [at, [name, value]] of [
      ['Authorization', 'Bearer a'],
      ['X-Team', 'b'],
    ].entries()) {
      await user.click(form.getByRole('button', { name: 'Add header' }));
      await user.type(form.getAllByRole('textbox', { name: 'Header name' })[at] as HTMLElement, name ?? '');
      if (at === 0) await user.click(form.getByRole('button', { name: 'Add' }));
      if (at === 0) expect(form.getByLabelText('Value')).toHaveAccessibleDescription('This field is required.');
      await user.type(form.getAllByLabelText('Value')[at] as HTMLElement, value ?? '');
    }
    expect(server.requests(createTool)).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(saved?.tools).toEqual([used(5)]));
    expect(server.requests(createTool)[0]?.body).toMatchObject({
      name: 'Orders',
      settings: { kind: 'openapi', source: { from: 'text', text: 'openapi: 3.0.0' }, base_url: null },
      secret_headers: { Authorization: 'Bearer a', 'X-Team': 'b' },
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('of a server some of whose functions cannot be used names these with why, and is there when that was seen', async () => {
    known();
    server.answer(createTool, {
      ...details(tool(5)),
      left_out: [
        { name: 'odd', reason: 'schema', at: '/properties/a/type' },
        { name: 'last', reason: 'too-many' },
      ],
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add MCP server' }));
    const form = await dialog();
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Orders');
    await user.type(form.getByRole('textbox', { name: 'URL' }), 'https://example.org/mcp');
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByRole('heading', { name: 'Functions left out' })).toBeInTheDocument();
    expect(form.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^odd.*JSON Schema that describes an object\. \/properties\/a\/type$/),
      expect.stringMatching(/^last.*200/),
    ]);
    expect(saved).toBeNull();
    await user.click(form.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(saved).toMatchObject({ tools: [{ tool_id: uuid(5) }] });
  });

  test.each([
    ['no-openapi', 'Document text', 'This isn’t an OpenAPI 3 document.'],
    ['no-server', 'Service URL (optional)', 'The document doesn’t say where the service is. Enter the service URL.'],
  ])('and cannot be used (%s) says why beside what it is about', async (reason, field, said) => {
    known();
    server.fail(createTool, 'tool_unusable', {
      issues: [
        { path: 'reason', message: reason },
        { path: 'settings.source', message: 'For developers.' },
      ],
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add OpenAPI document' }));
    const form = await dialog();
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Orders');
    await user.selectOptions(form.getByRole('combobox', { name: 'Document source' }), 'File or text');
    await user.type(form.getByRole('textbox', { name: 'Document text' }), 'hello');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(form.getByRole('textbox', { name: field })).toHaveAccessibleDescription(said));
    expect(form.getByRole('textbox', { name: field })).toHaveFocus();
  });
});

test('an MCP server that is added and of no use is told beside its address, with its own words', async () => {
  known();
  server.fail(createTool, 'tool_server_missing', { issues: [{ path: 'said', message: '405 Method Not Allowed' }] });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add MCP server' }));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Orders');
  await user.type(form.getByRole('textbox', { name: 'URL' }), 'https://example.org/sse');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(form.getByRole('textbox', { name: 'URL' })).toHaveAccessibleDescription(/only supports the older transport/),
  );
  expect(form.getByText('Server response: 405 Method Not Allowed')).toBeInTheDocument();
});

describe('a tool that is changed', () => {
  test('keeps the secrets that are not given anew; headers that are no secrets are seen; functions are disabled', async () => {
    known(tool(1));
    server.answer(getTool, details(tool(1)));
    server.answer(saveTool, { ...details(tool(1), { revision: 4 }), left_out: [] });
    const { user } = show();
    const form = await fromMenu(user, 'Tool 1', 'Edit…');
    await user.click(await form.findByRole('button', { name: 'Replace the value of Authorization' }));
    const [secret, plain] = form.getAllByLabelText('Value');
    expect([secret, plain].map((field) => field?.getAttribute('type'))).toEqual(['password', 'text']);
    expect(plain).toHaveValue('yes');
    if (secret === undefined || plain === undefined) throw new Error('There are two values.');
    await user.type(secret, 'Bearer new');
    await user.clear(plain);
    await user.type(plain, 'no');
    await user.click(form.getByRole('button', { name: 'Add header' }));
    await user.type(form.getAllByLabelText('Header name').at(-1) ?? plain, 'Accept');
    await user.type(form.getAllByLabelText('Value').at(-1) ?? plain, 'text/csv');
    // A new header is secret by default.
    const [, , last] = form.getAllByRole('checkbox', { name: 'Secret' });
    expect(last).toBeChecked();
    await user.click(last ?? plain);
    await user.click(form.getByRole('checkbox', { name: /^order/ }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requests(saveTool)[0]?.body).toEqual({
      name: 'Tool 1',
      description: '',
      revision: 3,
      disabled_functions: ['order'],
      client_secret: '',
      secret_headers: { Authorization: 'Bearer new', 'X-Team': null },
      settings: {
        kind: 'mcp',
        server: { transport: 'http', url: 'https://example.org/mcp', headers: { 'X-Kept': 'no', Accept: 'text/csv' } },
      },
    });
  });

  test('by two at once shows what the other changed, and overwrites it only when one says so', async () => {
    known(tool(1));
    server.answer(getTool, details(tool(1)));
    server.fail(saveTool, 'conflict', { times: 1 });
    const { user } = show();
    const form = await fromMenu(user, 'Tool 1', 'Edit…');
    await user.type(await form.findByRole('textbox', { name: 'Name' }), ' mine');
    server.answer(getTool, details(tool(1, { name: 'Tool theirs' }), { revision: 8 }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Changed by them: Name')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Tool 1 mine');
    server.answer(saveTool, { ...details(tool(1), { revision: 9 }), left_out: [] });
    await user.click(form.getByRole('button', { name: 'Keep my version' }));
    await waitFor(() =>
      expect(server.requests(saveTool).map(({ body }) => [body.name, body.revision])).toEqual([
        ['Tool 1 mine', 3],
        ['Tool 1 mine', 8],
      ]),
    );
  });

  test('by two at once can be left as the other has it', async () => {
    known(tool(1));
    server.answer(getTool, details(tool(1)));
    server.fail(saveTool, 'conflict', { times: 1 });
    const { user } = show();
    const form = await fromMenu(user, 'Tool 1', 'Edit…');
    await form.findByRole('textbox', { name: 'Name' });
    server.answer(getTool, details(tool(1, { name: 'Tool theirs' }), { revision: 8 }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await form.findByRole('button', { name: 'Use their version' }));
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Tool theirs'));
    expect(form.queryByText(/^Changed by them/)).not.toBeInTheDocument();
  });

  test('and moved to another host asks for its secrets again', async () => {
    known(tool(1));
    server.answer(getTool, details(tool(1), { secret_headers: ['Authorization'] }));
    server.fail(saveTool, 'validation_failed', {
      issues: [{ path: 'body.secret_headers.Authorization', message: 'There is no value that could be kept.' }],
    });
    const { user } = show();
    const form = await fromMenu(user, 'Tool 1', 'Edit…');
    await user.type(await form.findByRole('textbox', { name: 'URL' }), '.elsewhere');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const secret = () => form.getAllByLabelText('Value')[0];
    await waitFor(() => expect(secret()).toHaveAccessibleDescription(/Enter the value again/));
    expect(secret()).toHaveValue('');
  });
});

test('a tool is refreshed, and what is new, gone or changed is named', async () => {
  known(tool(1));
  const now = details(tool(1, { functions: [func('find', { description: 'Finds it now.' }), func('pay')] }));
  server.answer(refreshTool, {
    tool: now,
    changes: { added: ['pay'], removed: ['order'], changed: ['find'] },
    left_out: [{ name: 'odd', reason: 'too-large' }],
  });
  const { user } = show();
  const read = await fromMenu(user, 'Tool 1', 'Refresh');
  await user.click(read.getByRole('button', { name: 'Refresh' }));
  expect(await read.findByRole('heading', { name: 'New' })).toBeInTheDocument();
  expect(read.getByRole('status')).toHaveTextContent(
    /^NewpayDoes pay.ChangedfindFinds it now.RemovedorderFunctions left outThese functions can’t be used the way they’re described.*oddA parameter description is too long or too deeply nested.$/,
  );
  await user.click(read.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a tool that cannot be refreshed says why, keeps what it had and can be refreshed once more', async () => {
  known(tool(1));
  server.answer(refreshTool, {
    tool: details(tool(1, { error_code: 'address_unreachable' })),
    changes: { added: [], removed: [], changed: [] },
    left_out: [],
  });
  const { user } = show();
  const read = await fromMenu(user, 'Tool 1', 'Refresh');
  await user.click(read.getByRole('button', { name: 'Refresh' }));
  expect(await read.findByText(/can’t be reached.*read earlier/)).toBeInTheDocument();
  await user.click(read.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(server.requests(refreshTool)).toHaveLength(2));
});

test('a server that is of no use is told in its own words, and which part of the way to it failed', async () => {
  known(tool(1));
  const refreshed = (code: string, issues: { path: string; message: string }[]) =>
    server.answer(refreshTool, {
      tool: details(tool(1, { error_code: code })),
      changes: { added: [], removed: [], changed: [] },
      left_out: [],
      issues,
    });
  refreshed('tool_sign_in_refused', [{ path: 'said', message: '401 The token has expired' }]);
  const { user } = show();
  const read = await fromMenu(user, 'Tool 1', 'Refresh');
  await user.click(read.getByRole('button', { name: 'Refresh' }));
  expect(await read.findByText('Server response: 401 The token has expired')).toBeInTheDocument();
  expect(read.getByText(/requires authentication or doesn’t accept the key/)).toBeInTheDocument();
  refreshed('address_unreachable', [{ path: 'unreachable', message: 'name' }]);
  await user.click(read.getByRole('button', { name: 'Refresh' }));
  expect(await read.findByText('The server’s name couldn’t be found.')).toBeInTheDocument();
});

test('a tool is deleted after one has been told which agents use it, and the agent goes on without it', async () => {
  known(tool(1));
  server.answer(getTool, details(tool(1), { used_by: [{ id: uuid(50), name: 'House Guide' }], used_by_others: 2 }));
  server.answer(deleteTool, {});
  const { user } = show([used(1)]);
  const asked = await fromMenu(user, 'Tool 1', 'Delete…');
  expect(await asked.findByText('House Guide')).toBeInTheDocument();
  expect(asked.getByText('Agents you can’t see: 2')).toBeInTheDocument();
  known();
  await user.click(asked.getByRole('button', { name: 'Delete tool' }));
  await waitFor(() => expect(saved?.tools).toEqual([]));
  await waitFor(() => expect(screen.queryByText('Tool 1')).not.toBeInTheDocument());
});

test('a function is tried, with what it requires to begin with, as often as one likes', async () => {
  known(tool(1));
  server.answer(tryTool, { state: 'done', result: 'Found it.', is_cut: true, duration_ms: 1_234 });
  const { user } = show();
  const tried = await fromMenu(user, 'Tool 1', 'Try…');
  await user.selectOptions(tried.getByRole('combobox', { name: 'Function' }), 'order');
  expect(tried.getByRole('textbox', { name: 'Arguments' })).toHaveValue('{\n  "id": ""\n}');
  await user.click(tried.getByRole('button', { name: 'Call function' }));
  expect(
    await tried.findByText('The call succeeded. It took 1.23 s. Only the beginning is shown.'),
  ).toBeInTheDocument();
  expect(tried.getByRole('group', { name: 'Result' })).toHaveTextContent('Found it.');
  server.answer(tryTool, { state: 'timed-out', result: 'There was no answer.', is_cut: false, duration_ms: 30_000 });
  await user.click(tried.getByRole('button', { name: 'Call function' }));
  expect(await tried.findByText(/No answer arrived in time/)).toBeInTheDocument();
  const keys = server.requests(tryTool).map(({ body }) => body.idempotency_key);
  expect(new Set(keys).size).toBe(2);
});
