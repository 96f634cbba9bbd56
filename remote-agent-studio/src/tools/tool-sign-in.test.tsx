import { beginToolSignIn, listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import {
  createTool,
  getTool,
  listTools,
  refreshTool,
  saveTool,
  tryTool,
  type SavedTool,
  type Tool,
  type ToolDetails,
} from '@parlance/shared/contract/api/tools';
import { fakeServer, openedWindows, renderScreen } from '@parlance/shared/testing';
import { tellToolSignIn } from '@parlance/shared/tool-sign-in/news';
import { act, screen, waitFor, within } from '@testing-library/react';
import { details, func, tool, uuid } from '../testing/tools.ts';
import { ToolsPanel, type ToolsPanelProps } from './tools-panel.tsx';

const server = fakeServer();
const windows = openedWindows();
// Loads the chunk up front, so that no test waits for it.
beforeAll(() => import('./tool-dialogs.tsx'));

const address = 'https://login.example.org/authorize?state=s';
const url = 'https://example.org/mcp';
const unread: Partial<Tool> = { functions: [], error_code: 'tool_sign_in_needed', is_signed_in: false };
/** A tool that each person signs in to. */
const personal = (given: Tool, clientId = '', more: Partial<ToolDetails> = {}): ToolDetails =>
  details(given, {
    settings: {
      kind: 'mcp',
      server: { transport: 'http', url, headers: {}, sign_in: { as: 'person', client_id: clientId } },
    },
    secret_headers: [],
    ...more,
  });
const savedAs = (given: ToolDetails): SavedTool => ({ ...given, left_out: [] });
const unchanged = { added: [], removed: [], changed: [] };
const known = (...items: Tool[]) => server.answer(listTools, { items, can_create: true, stdio_servers: [] });
const onChange = jest.fn<undefined, Parameters<ToolsPanelProps['onChange']>>();
const show = () =>
  renderScreen(<ToolsPanel value={{ tools: [], tool_steps: 10 }} onChange={onChange} agentId={uuid(99)} canEdit />, {
    session: {},
  });
const dialog = async () => within(await screen.findByRole('dialog'));
type User = ReturnType<typeof show>['user'];
async function fromMenu(user: User, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Tool 1' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
  return dialog();
}
const finish = () => act(() => tellToolSignIn({ is: 'signed-in', toolId: uuid(1) }));
async function newServer() {
  known();
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add MCP server' }));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Orders');
  await user.type(form.getByRole('textbox', { name: 'URL' }), url);
  return { user, form };
}

beforeEach(() => {
  onChange.mockReset();
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(beginToolSignIn, { address, expires_at: '2026-11-21T10:10:00.000Z' });
});

describe('who signs in to an MCP server', () => {
  test('is the organisation where one says so, by a client that needs a secret', async () => {
    const { user, form } = await newServer();
    await user.selectOptions(
      form.getByRole('combobox', { name: 'Who signs in' }),
      'The organisation, with its own OAuth client',
    );
    expect(form.queryByRole('button', { name: 'Copy redirect URL' })).not.toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Add' }));
    for (const field of [form.getByRole('textbox', { name: 'Client ID' }), form.getByLabelText(/^Client secret or/)])
      expect(field).toBeInvalid();
    expect(server.requests(createTool)).toEqual([]);
    await user.type(form.getByRole('textbox', { name: 'Client ID' }), 'harbour');
    await user.type(form.getByLabelText(/^Client secret or/), 'hidden');
    server.answer(createTool, savedAs(details(tool(1))));
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(server.requests(createTool)).toHaveLength(1));
    expect(server.requests(createTool)[0]?.body).toMatchObject({
      client_secret: 'hidden',
      settings: { server: { url, sign_in: { as: 'organization', client_id: 'harbour' } } },
    });
  });

  test('is each person where one says so, as the client that is given, and the address to come back to can be copied', async () => {
    const { user, form } = await newServer();
    expect(form.queryByRole('textbox', { name: /^Client ID/ })).not.toBeInTheDocument();
    await user.selectOptions(form.getByRole('combobox', { name: 'Who signs in' }), 'Each person, with OAuth');
    expect(form.getByText(`${window.location.origin}/tool-sign-in/example_org`)).toBeInTheDocument();
    expect(form.getByRole('button', { name: 'Copy redirect URL' })).toBeInTheDocument();
    expect(form.queryByLabelText(/^Client secret/)).not.toBeInTheDocument();
    await user.type(form.getByRole('textbox', { name: /^Client ID/ }), ' ünknown ');
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(form.getByRole('textbox', { name: /^Client ID/ })).toHaveAccessibleDescription(/^A client ID consists/);
    expect(server.requests(createTool)).toEqual([]);
    await user.clear(form.getByRole('textbox', { name: /^Client ID/ }));
    await user.type(form.getByRole('textbox', { name: /^Client ID/ }), ' parlance ');
    await user.type(form.getByLabelText(/^Client secret/), 'hush');
    expect(form.getByLabelText(/^Client secret/)).toHaveAttribute('type', 'password');
    server.answer(createTool, savedAs(personal(tool(1, { is_signed_in: true }))));
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(onChange).toHaveBeenCalled());
    expect(server.requests(createTool)[0]?.body).toMatchObject({
      client_secret: 'hush',
      settings: { server: { transport: 'http', url, headers: {}, sign_in: { as: 'person', client_id: 'parlance' } } },
    });
  });

  test('is nobody otherwise, and a secret of a client that is not there is not sent', async () => {
    const { user, form } = await newServer();
    const who = form.getByRole('combobox', { name: 'Who signs in' });
    await user.selectOptions(who, 'Each person, with OAuth');
    await user.type(form.getByRole('textbox', { name: /^Client ID/ }), 'parlance');
    await user.type(form.getByLabelText(/^Client secret/), 'hush');
    await user.selectOptions(who, 'No one: the headers below are sent');
    server.answer(createTool, savedAs(details(tool(1))));
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(onChange).toHaveBeenCalled());
    expect(server.requests(createTool)[0]?.body).toMatchObject({
      client_secret: '',
      settings: { kind: 'mcp', server: { transport: 'http', url, headers: {} } },
    });
    expect(server.requests(createTool)[0]?.body.settings).not.toHaveProperty('server.sign_in');
  });

  test('is offered to be each person when the server has refused', async () => {
    const { user, form } = await newServer();
    server.fail(createTool, 'tool_sign_in_refused', { issues: [{ path: 'said', message: '401 Unauthorized' }] });
    await user.click(form.getByRole('button', { name: 'Add' }));
    await user.click(await form.findByRole('button', { name: 'Let each person sign in' }));
    expect(form.getByRole('combobox', { name: 'Who signs in' })).toHaveValue('person');
    expect(form.queryByRole('button', { name: 'Let each person sign in' })).not.toBeInTheDocument();
  });

  test('a server without a sign-in that can be used is told beside its address, with its own words', async () => {
    const { user, form } = await newServer();
    await user.selectOptions(form.getByRole('combobox', { name: 'Who signs in' }), 'Each person, with OAuth');
    server.fail(createTool, 'tool_sign_in_unusable', { issues: [{ path: 'said', message: 'No S256.' }] });
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(form.getByRole('textbox', { name: 'URL' })).toHaveAccessibleDescription(/doesn’t offer a sign-in/),
    );
    expect(form.getByText('Server response: No S256.')).toBeInTheDocument();
  });
});

describe('a client secret that is stored', () => {
  async function edit() {
    const given = tool(1, { is_signed_in: true });
    known(given);
    server.answer(getTool, personal(given, 'parlance', { has_client_secret: true }));
    server.answer(saveTool, savedAs(personal(given, 'parlance', { has_client_secret: true, revision: 4 })));
    const { user } = show();
    const form = await fromMenu(user, 'Edit…');
    await form.findByText('The current value is kept.');
    return { user, form };
  }

  test('is kept, and replaced only when one enters another', async () => {
    const { user, form } = await edit();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests(saveTool)[0]?.body.client_secret).toBeNull());
  });

  test('can be replaced', async () => {
    const { user, form } = await edit();
    await user.click(form.getByRole('button', { name: 'Replace client secret' }));
    await user.type(form.getByLabelText(/^Client secret/), 'new');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests(saveTool)[0]?.body.client_secret).toBe('new'));
  });

  test('goes with the client ID', async () => {
    const { user, form } = await edit();
    await user.clear(form.getByRole('textbox', { name: /^Client ID/ }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests(saveTool)[0]?.body.client_secret).toBe(''));
  });

  test('is asked for again when it was for another server', async () => {
    const { user, form } = await edit();
    server.fail(saveTool, 'validation_failed', {
      issues: [{ path: 'body.client_secret', message: 'There is no value that could be kept.' }],
    });
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(form.getByLabelText(/^Client secret/)).toHaveAccessibleDescription(/Enter the secret again/),
    );
    await user.type(form.getByLabelText(/^Client secret/), 'a');
    expect(form.getByLabelText(/^Client secret/)).not.toHaveAccessibleDescription(/Enter the secret again/);
  });

  test('that somebody else has removed is named among what they changed', async () => {
    const { user, form } = await edit();
    server.fail(saveTool, 'conflict', { times: 1 });
    server.answer(getTool, personal(tool(1, { is_signed_in: true }), 'theirs', { revision: 8 }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Changed by them: Connection · Client secret')).toBeInTheDocument();
  });
});

describe('a tool that cannot be read without a sign-in', () => {
  test('is saved without functions, and read once one has signed in', async () => {
    const { user, form } = await newServer();
    await user.selectOptions(form.getByRole('combobox', { name: 'Who signs in' }), 'Each person, with OAuth');
    server.answer(createTool, savedAs(personal(tool(1, unread))));
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText('Sign in to read its functions.')).toBeInTheDocument();
    expect(form.getByText(/^The tool is saved/)).toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Sign in' }));
    await form.findByText(/^Waiting for the sign-in/);
    expect(windows.all()).toMatchObject([{ addresses: [address] }]);
    server.answer(refreshTool, {
      tool: personal(tool(1, { is_signed_in: true })),
      changes: { ...unchanged, added: ['find', 'order'] },
      left_out: [],
    });
    finish();
    expect(await form.findByRole('heading', { name: 'New' })).toBeInTheDocument();
    expect(server.requests(refreshTool).map(({ params }) => params.tool_id)).toEqual([uuid(1)]);
    expect(onChange).not.toHaveBeenCalled();
    await user.click(form.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    expect(onChange.mock.calls[0]?.[0].tools).toMatchObject([{ tool_id: uuid(1) }]);
  });

  test('can be left for later: it is there', async () => {
    const { user, form } = await newServer();
    server.answer(createTool, savedAs(personal(tool(1, unread))));
    await user.click(form.getByRole('button', { name: 'Add' }));
    await form.findByText('Sign in to read its functions.');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(onChange.mock.calls[0]?.[0].tools).toMatchObject([{ tool_id: uuid(1) }]);
  });

  test('says so in the list, where one signs in', async () => {
    known(tool(1, unread), tool(2, { is_signed_in: true }));
    server.answer(refreshTool, { tool: personal(tool(1)), changes: { ...unchanged, added: ['find'] }, left_out: [] });
    const { user } = show();
    expect(await screen.findByText('Sign in to read its functions.')).toBeInTheDocument();
    expect(screen.getAllByText('You’re signed in to the server.')).toHaveLength(1);
    expect(screen.queryByText(/read earlier|Sign in to the tool first/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign in to “Tool 1”' }));
    const asked = await dialog();
    await user.click(asked.getByRole('button', { name: 'Sign in' }));
    await asked.findByText(/^Waiting for the sign-in/);
    const lists = server.requests(listTools).length;
    finish();
    expect(await asked.findByRole('heading', { name: 'New' })).toBeInTheDocument();
    await waitFor(() => expect(server.requests(listTools)).toHaveLength(lists + 1));
  });

  test('whoever only uses it signs in, and reads nothing', async () => {
    known(tool(1, { is_signed_in: false, can: { edit: false, delete: false, refresh: false, try: true } }));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Sign in to “Tool 1”' }));
    const asked = await dialog();
    expect(asked.getByText('You aren’t signed in to the server.')).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Sign in' }));
    await asked.findByText(/^Waiting for the sign-in/);
    finish();
    expect(await asked.findByText('You’re signed in to the server.')).toHaveFocus();
    expect(server.requests(refreshTool)).toEqual([]);
  });

  test.each(['as an answer', 'as its state'])('asks for a sign-in when it is refreshed (%s)', async (how) => {
    known(tool(1, { is_signed_in: true }));
    const refused = personal(tool(1, { error_code: 'tool_sign_in_needed' }));
    if (how === 'as an answer') server.fail(refreshTool, 'tool_sign_in_needed', { times: 1 });
    else server.answer(refreshTool, { tool: refused, changes: unchanged, left_out: [] });
    const { user } = show();
    const read = await fromMenu(user, 'Refresh');
    await user.click(read.getByRole('button', { name: 'Refresh' }));
    expect(await read.findByText('Sign in to read its functions.')).toBeInTheDocument();
    await user.click(read.getByRole('button', { name: 'Sign in' }));
    await read.findByText(/^Waiting for the sign-in/);
    server.answer(refreshTool, { tool: personal(tool(1)), changes: { ...unchanged, changed: ['find'] }, left_out: [] });
    finish();
    expect(await read.findByRole('heading', { name: 'Changed' })).toBeInTheDocument();
    expect(read.getByRole('status')).toHaveFocus();
    expect(server.requests(refreshTool)).toHaveLength(2);
  });

  test('asks for a sign-in when it is tried, and then calls nothing by itself', async () => {
    known(tool(1, { is_signed_in: true, functions: [func('find')] }));
    server.fail(tryTool, 'tool_sign_in_needed', { times: 1 });
    const { user } = show();
    const tried = await fromMenu(user, 'Try…');
    await user.click(tried.getByRole('button', { name: 'Call function' }));
    expect(await tried.findByText(/^Sign in to the tool first/)).toBeInTheDocument();
    await user.click(tried.getByRole('button', { name: 'Sign in' }));
    await tried.findByText(/^Waiting for the sign-in/);
    finish();
    await waitFor(() => expect(tried.queryByText(/^Sign in to the tool first/)).not.toBeInTheDocument());
    expect(server.requests(tryTool)).toHaveLength(1);
    server.answer(tryTool, { state: 'done', result: 'Found it.', is_cut: false, duration_ms: 10 });
    await user.click(tried.getByRole('button', { name: 'Call function' }));
    expect(await tried.findByText(/^The call succeeded/)).toBeInTheDocument();
  });

  test('tells why a sign-in cannot begin, with the words of the server', async () => {
    known(tool(1, unread));
    server.fail(beginToolSignIn, 'tool_sign_in_unusable', { issues: [{ path: 'said', message: 'No S256.' }] });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Sign in to “Tool 1”' }));
    const asked = await dialog();
    await user.click(asked.getByRole('button', { name: 'Sign in' }));
    expect(await asked.findByText(/doesn’t offer a sign-in that works here/)).toBeInTheDocument();
    expect(asked.getByText('Server response: No S256.')).toBeInTheDocument();
  });

  test('its editor shows whether one is signed in, and signs in', async () => {
    const given = tool(1, { is_signed_in: false });
    known(given);
    server.answer(getTool, personal(given));
    const { user } = show();
    const form = await fromMenu(user, 'Edit…');
    expect(await form.findByText('You aren’t signed in to the server.')).toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Sign in' }));
    await form.findByText(/^Waiting for the sign-in/);
    finish();
    expect(await form.findByText('You’re signed in to the server.')).toBeInTheDocument();
    expect(server.requests(saveTool)).toEqual([]);
  });
});
