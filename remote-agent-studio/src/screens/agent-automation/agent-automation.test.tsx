import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  listEventSamples,
  putAutomation,
  renewFormLink,
  rotateAutomationSecret,
  switchAutomation,
  takeOverAutomation,
  testAutomation,
  type Automation,
} from '@parlance/shared/contract/api/automations/automations';
import { listBots } from '@parlance/shared/contract/api/bots';
import { getExecution } from '@parlance/shared/contract/api/executions';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { endSession, fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { uuid } from '../../testing/agents.ts';
import { automationOf, executionSummary } from '../../testing/automations.ts';
import AgentAutomation from './agent-automation.tsx';

const server = fakeServer();
const orders = automationOf(1, {
  name: 'Confirm orders',
  state: 'active',
  actions: [{ kind: 'mail', member_ids: [uuid(900)], subject: 'Order', text: '{{answer}}' }],
  last: executionSummary(50),
});
const places = { used: 1, limit: 20, minutes_between: 15 };
const only = (...items: Automation[]) => ({ items, next_cursor: null, places });
const event = { order: { id: 'A-1042', customer: 'Ada Example', items: [{ name: 'Ink' }] } };
const none = { webhook_secret: null, action_secret: null };
const show = (
  path = '/agent-automation',
  session: Parameters<typeof renderScreen>[1] extends { session?: infer S } | undefined ? S : never = {},
) => renderScreen(<AgentAutomation />, { path, route: '/agent-automation', session });

beforeEach(() => {
  server.answer(listBots, {
    items: [
      {
        id: uuid(800),
        name: 'Order desk',
        description: '',
        avatar: '📦',
        category: 'general',
        has_files: false,
        is_favorite: false,
        last_used_at: null,
      },
    ],
    next_cursor: null,
  });
  server.answer(listEventSamples, { items: [{ id: null, at: null, event: JSON.stringify(event) }] });
  server.answer(listColleagues, ({ query }) => ({
    items: [{ id: query.id ?? uuid(901), name: query.id === undefined ? 'Noor' : 'Mia Member' }],
    next_cursor: null,
  }));
});

const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

describe('the list', () => {
  test('says what sets each one off, what it does and how it went last, and leads to the whole of it', async () => {
    server.answer(listAutomations, only(orders));
    show();
    const row = within(await screen.findByRole('row', { name: /Confirm orders/ }));
    expect(row.getByRole('link', { name: 'Confirm orders' })).toHaveAttribute(
      'href',
      `/agent-automation?automation=${orders.id}`,
    );
    expect(row.getByText('Webhook received')).toBeInTheDocument();
    expect(row.getByText('Email')).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'Done' })).toHaveAttribute(
      'href',
      `/agent-automation?automation=${orders.id}&part=history&execution=${uuid(50)}`,
    );
    expect(row.getByRole('switch', { name: '“Confirm orders” is active' })).toBeChecked();
    expect(await screen.findByText('1 of 20 schedules and automations in your plan are in use.')).toBeInTheDocument();
  });

  test('search and state stand in the address and are asked for', async () => {
    server.answer(listAutomations, only(orders));
    const { user, location } = show('/agent-automation?q=order');
    await user.click(await screen.findByRole('button', { name: 'Paused' }));
    await waitFor(() =>
      expect(server.requests(listAutomations).at(-1)?.query).toMatchObject({ q: 'order', state: 'paused' }),
    );
    expect(location()).toBe('/agent-automation?q=order&state=paused');
  });

  test('one is paused, deleted after a question, and taken over where nobody has it', async () => {
    const orphan = automationOf(2, {
      name: 'Orphan',
      owner: null,
      paused_because: 'owner',
      can: { edit: false, run: false, take_over: true },
    });
    server.answer(listAutomations, only(orders, orphan));
    server.answer(switchAutomation, { ...orders, state: 'paused' });
    server.answer(deleteAutomation, {});
    server.answer(takeOverAutomation, orphan);
    const notices: Notice[] = [];
    const stop = onNotice((notice) => notices.push(notice));
    const { user } = show();
    await user.click(await screen.findByRole('switch', { name: '“Confirm orders” is active' }));
    await waitFor(() => expect(server.requests(switchAutomation)[0]?.body).toEqual({ state: 'paused' }));
    await user.click(screen.getByRole('button', { name: 'Actions for “Orphan”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Take over' }));
    const taking = within(await screen.findByRole('dialog', { name: 'Take over “Orphan”?' }));
    await user.click(taking.getByRole('checkbox', { name: /^Resume it immediately/ }));
    await user.click(taking.getByRole('button', { name: 'Take over' }));
    await waitFor(() =>
      expect(server.requests(switchAutomation)[1]).toMatchObject({
        params: { automation_id: orphan.id },
        body: { state: 'active' },
      }),
    );
    expect(server.requests(takeOverAutomation)).toHaveLength(1);
    stop();
    // The trigger is a webhook.
    expect(notices).toMatchObject([
      { tone: 'good', message: expect.stringContaining('can’t use its secrets any more') },
    ]);
    await user.click(screen.getByRole('button', { name: 'Actions for “Confirm orders”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Confirm orders”?' }));
    expect(server.requests(deleteAutomation)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.requests(deleteAutomation)[0]?.params).toEqual({ automation_id: orders.id }));
  });

  test('where the plan is full nothing new is offered', async () => {
    server.answer(listAutomations, { ...only(orders), places: { used: 20, limit: 20, minutes_between: 15 } });
    show();
    await screen.findByRole('row', { name: /Confirm orders/ });
    expect(await screen.findByText(/^All 20 schedules and automations/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New automation' })).not.toBeInTheDocument();
  });

  test('where the plan has none at all it says so, and offers neither an example nor to delete something', async () => {
    server.answer(listAutomations, { ...only(), places: { used: 0, limit: 0, minutes_between: 15 } });
    show();
    expect(await screen.findByText(/^Your plan doesn’t include automations\./)).toBeInTheDocument();
    expect(await screen.findByText('No automations yet')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Start with an example' })).not.toBeInTheDocument();
  });

  test('without any it offers examples, which fill the editor', async () => {
    server.answer(listAutomations, only());
    const { user } = show();
    await user.click(await screen.findByRole('link', { name: /Follow up a bad rating/ }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Follow up a bad rating');
    expect(screen.getByRole('radio', { name: /Answer rated/ })).toBeChecked();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }).value).toContain('{{message.answer}}');
    expect(screen.getByRole('listitem', { name: 'Action 1: Email' })).toBeInTheDocument();
  });
});

describe('the editor', () => {
  test('makes an automation once, gives it an address of its own, and shows its secret this one time', async () => {
    server.answer(createAutomation, ({ body }) => ({
      automation: { ...automationOf(5), ...body.definition },
      webhook_secret: 'whsec_c2VjcmV0',
      action_secret: null,
    }));
    const { user, location } = show('/agent-automation?automation=new');
    await screen.findByRole('textbox', { name: 'Name' });
    write('Name', 'Orders');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Agent' }), '📦 Order desk');
    write('Prompt', 'Confirm {{order.id}}.');
    await user.click(screen.getByRole('button', { name: 'Create automation' }));
    await waitFor(() => expect(location()).toBe(`/agent-automation?automation=${uuid(5)}`));
    expect(screen.getByLabelText('Webhook secret')).toHaveValue('whsec_c2VjcmV0');
    expect(screen.getByLabelText('Webhook URL')).toHaveValue(`http://localhost:3000/api/main/hooks/v1/${uuid(5)}`);
    expect(screen.getByText(/openssl dgst/)).toHaveTextContent("secret='whsec_c2VjcmV0'");
    expect(server.requests(createAutomation)).toHaveLength(1);
    expect(server.requests(getAutomation)).toHaveLength(0);
  });

  test('says what is missing where it is missing, and goes there; nothing is sent', async () => {
    const { user } = show('/agent-automation?automation=new');
    await user.click(await screen.findByRole('button', { name: 'Create automation' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    expect(screen.getByText('Choose an agent.')).toBeInTheDocument();
    expect(screen.getByText('Enter a prompt.')).toBeInTheDocument();
    write('Prompt', 'Something');
    expect(screen.queryByText('Enter a prompt.')).not.toBeInTheDocument();
    expect(server.requests(createAutomation)).toHaveLength(0);
  });

  test('a place of the event goes where the cursor stood, and the preview fills it in', async () => {
    server.answer(getAutomation, automationOf(1, { prompt: 'For : {{nobody}}' }));
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    const prompt = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
    await user.click(prompt);
    prompt.setSelectionRange(4, 4);
    await user.click(await screen.findByRole('button', { name: /^Insert \{\{order\.customer\}\}/ }));
    expect(prompt).toHaveValue('For {{order.customer}}: {{nobody}}');
    const preview = within(screen.getByRole('region', { name: 'Resulting prompt' }));
    // The prompt as sent: values from others stand apart.
    expect(preview.getByText('For <event path="order.customer">Ada Example</event>:')).toBeInTheDocument();
    expect(preview.getByText(/as material, not as instructions/)).toBeInTheDocument();
    expect(preview.getByText(/^Not in the event and left empty: \{\{nobody\}\}/)).toBeInTheDocument();
  });

  test('a condition that the event does not meet says so, also of an event that one writes', async () => {
    server.answer(
      getAutomation,
      automationOf(1, { conditions: [{ path: 'order.id', operator: 'equals', value: 'B-1' }] }),
    );
    show(`/agent-automation?automation=${uuid(1)}`);
    expect(await screen.findByText('The test event doesn’t meet this condition.')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Event as JSON'), { target: { value: '{"order":{"id":"b-1"}}' } });
    expect(screen.queryByText('The test event doesn’t meet this condition.')).not.toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Event as JSON'), { target: { value: '{' } });
    expect(screen.getByText('This isn’t valid JSON.')).toBeInTheDocument();
  });

  test('actions are added, put in another order by keys and buttons, and removed; each move is told', async () => {
    server.answer(getAutomation, automationOf(1));
    server.answer(putAutomation, ({ body }) => ({
      automation: { ...automationOf(1), ...body.definition, revision: 2 },
      ...none,
    }));
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Call a URL' }));
    await user.click(screen.getByRole('button', { name: 'Send email' }));
    const mail = within(screen.getByRole('listitem', { name: 'Action 2: Email' }));
    await user.type(mail.getByRole('combobox', { name: 'To' }), 'No');
    await user.click(await screen.findByRole('option', { name: 'Noor' }));
    fireEvent.change(mail.getByRole('textbox', { name: 'Subject' }), { target: { value: 'Order' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'URL' }), {
      target: { value: 'https://example.org/hook' },
    });
    await user.click(mail.getByRole('textbox', { name: 'Subject' }));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(screen.getByRole('listitem', { name: 'Action 1: Email' })).toBeInTheDocument();
    expect(screen.getByText('Email moved to position 1')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests(putAutomation)[0]?.body).toMatchObject({
        revision: 1,
        definition: {
          actions: [
            { kind: 'mail', member_ids: [uuid(901)], subject: 'Order', text: '{{answer}}' },
            { kind: 'http', url: 'https://example.org/hook' },
          ],
        },
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Remove HTTP call' }));
    expect(screen.queryByRole('listitem', { name: /HTTP call/ })).not.toBeInTheDocument();
  });

  test('a form is made of fields that are named by what they ask, looks as it will, and gets a new link', async () => {
    const url = `http://localhost:3000/form/${'a'.repeat(43)}`;
    const saved = automationOf(1, {
      trigger: {
        kind: 'form',
        title: 'Report',
        description: '',
        fields: [{ name: 'problem', label: 'Problem', kind: 'text', options: [], is_required: true }],
        thanks: '',
      },
      webhook_url: null,
      form_url: url,
    });
    server.answer(getAutomation, saved);
    server.answer(renewFormLink, { ...saved, form_url: url.replaceAll('a', 'b') });
    server.answer(putAutomation, ({ body }) => ({ automation: { ...saved, ...body.definition }, ...none }));
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Add field' }));
    const added = within(screen.getByRole('listitem', { name: 'Field 2' }));
    fireEvent.change(added.getByRole('textbox', { name: 'Question' }), { target: { value: 'Où ça, Problem' } });
    await user.selectOptions(screen.getAllByRole('combobox', { name: 'Type' })[1] ?? document.body, 'Single choice');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Add options to choose from.')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Options' }), 'Hall{Enter}Roof');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests(putAutomation)[0]?.body.definition.trigger).toMatchObject({
        fields: [{ name: 'problem' }, { name: 'ou_ca_problem', kind: 'select', options: ['Hall', 'Roof'] }],
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Create new link' }));
    expect(server.requests(renewFormLink)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Create new link' }));
    await waitFor(() => expect(screen.getByLabelText('Form link')).toHaveValue(url.replaceAll('a', 'b')));
  });

  test('rules are a trigger for administrators with governance alone', async () => {
    const { unmount } = show('/agent-automation?automation=new');
    await screen.findByRole('radio', { name: /File added/ });
    expect(screen.queryByRole('radio', { name: /Rule applied/ })).not.toBeInTheDocument();
    unmount();
    show('/agent-automation?automation=new', { isAdmin: true });
    expect(await screen.findByRole('radio', { name: /Rule applied/ })).toBeInTheDocument();
  });

  test('who was slower chooses between both, and loses nothing before', async () => {
    server.answer(getAutomation, automationOf(1));
    server.fail(putAutomation, 'conflict');
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await screen.findByRole('textbox', { name: 'Name' });
    write('Name', 'Mine');
    server.answer(getAutomation, automationOf(1, { name: 'Theirs', revision: 7 }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByRole('alert', { name: 'Someone else changed this while you were editing' });
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
    server.answer(putAutomation, ({ body }) => ({
      automation: { ...automationOf(1), ...body.definition, revision: 8 },
      ...none,
    }));
    await user.click(within(notice).getByRole('button', { name: 'Keep my version' }));
    await waitFor(() =>
      expect(server.requests(putAutomation).at(-1)?.body).toMatchObject({ revision: 7, definition: { name: 'Mine' } }),
    );
  });

  test('what is typed when the session ends is in the form again, and meets what others have saved since', async () => {
    server.answer(getAutomation, automationOf(1));
    server.fail(putAutomation, 'conflict');
    const shown = show(`/agent-automation?automation=${uuid(1)}`);
    await screen.findByRole('textbox', { name: 'Name' });
    write('Name', 'Mine');
    endSession(shown);
    server.answer(getAutomation, automationOf(1, { name: 'Theirs', revision: 7 }));
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('alert', { name: 'Someone else changed this while you were editing' });
    expect(server.requests(putAutomation)[0]?.body).toMatchObject({
      revision: automationOf(1).revision,
      definition: { name: 'Mine' },
    });
  });

  test('leaving with something unsaved asks', async () => {
    server.answer(getAutomation, automationOf(1));
    const asked = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { user, location } = show(`/agent-automation?automation=${uuid(1)}`);
    await screen.findByRole('textbox', { name: 'Name' });
    write('Name', 'Other');
    await user.click(screen.getByRole('link', { name: 'History' }));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(location()).toBe(`/agent-automation?automation=${uuid(1)}`);
    asked.mockRestore();
  });

  test('where another person knew the secrets it says that nobody knows the present ones, and makes new ones', async () => {
    const received = automationOf(1, { untold_secrets: ['webhook'] });
    server.answer(getAutomation, received);
    server.answer(rotateAutomationSecret, { automation: { ...received, untold_secrets: [] }, secret: 'whsec_new' });
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await screen.findByText(/no one knows the current one\. Create a new one for the program that sends here/);
    await user.click(screen.getByRole('button', { name: 'Create new secret' }));
    expect(await screen.findByDisplayValue('whsec_new')).toBeInTheDocument();
    expect(screen.queryByText(/no one knows the current one/)).not.toBeInTheDocument();
    expect(server.requests(rotateAutomationSecret)[0]?.body).toEqual({ of: 'webhook' });
  });

  test('a new secret is asked for twice and shown once', async () => {
    server.answer(getAutomation, automationOf(1));
    server.answer(rotateAutomationSecret, {
      automation: automationOf(1, { both_secrets_until: '2026-11-23T10:00:00.000Z' }),
      secret: 'whsec_bmV3',
    });
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Create new secret' }));
    expect(server.requests(rotateAutomationSecret)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Create new secret' }));
    expect(await screen.findByLabelText('Webhook secret')).toHaveValue('whsec_bmV3');
    expect(server.requests(rotateAutomationSecret)[0]?.body).toEqual({ of: 'webhook' });
    expect(screen.getByText(/^The previous secret works until/)).toBeInTheDocument();
  });

  test('a test tries what is saved on the event beside it, and shows what would be done', async () => {
    server.answer(getAutomation, automationOf(1));
    server.answer(testAutomation, executionSummary(60, { status: 'running', cause: 'test' }));
    server.answer(getExecution, {
      ...executionSummary(60, { cause: 'test' }),
      schedule: null,
      automation: { id: uuid(1), name: 'Automation 1' },
      bot: null,
      runs_as: null,
      input: JSON.stringify(event),
      prompt: 'Confirm A-1042.',
      output: 'It is confirmed.',
      dialogue_id: null,
      actions: [
        {
          position: 0,
          kind: 'mail',
          status: 'shown',
          tries: 0,
          next_try_at: null,
          http_status: null,
          error_code: null,
          shown: { to: 'Noor', text: 'It is confirmed.' },
        },
      ],
      replay_of: null,
      can: { replay: false, cancel: false },
    });
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await screen.findByRole('button', { name: /^Insert \{\{order\.id\}\}/ });
    await user.click(screen.getByRole('button', { name: 'Test with this event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Test result' }));
    expect(await dialog.findByText('Confirm A-1042.')).toBeInTheDocument();
    expect(await dialog.findByText('Noor')).toBeInTheDocument();
    expect(JSON.parse(server.requests(testAutomation)[0]?.body.event ?? '')).toEqual(event);
  });

  test('a test that was not answered is tried again as the same one, and with another event as another', async () => {
    server.answer(getAutomation, automationOf(1));
    server.fail(testAutomation, 'rate_limited');
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await screen.findByRole('button', { name: /^Insert \{\{order\.id\}\}/ });
    const tryUntil = async (times: number) => {
      await user.click(screen.getByRole('button', { name: 'Test with this event' }));
      await waitFor(() => expect(server.requests(testAutomation)).toHaveLength(times));
      expect(await screen.findByText('Too many attempts. Wait a moment and try again.')).toBeInTheDocument();
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Test with this event' })).toHaveAttribute('aria-disabled', 'false'),
      );
    };
    await tryUntil(1);
    await tryUntil(2);
    fireEvent.change(screen.getByRole('textbox', { name: 'Event as JSON' }), {
      target: { value: '{"order":{"id":"B-1"}}' },
    });
    await tryUntil(3);
    const [first, again, other] = server.requests(testAutomation).map(({ body }) => body.idempotency_key);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  test('what is not saved is not tested', async () => {
    server.answer(getAutomation, automationOf(1));
    const { user } = show(`/agent-automation?automation=${uuid(1)}`);
    await screen.findByRole('button', { name: /^Insert \{\{order\.id\}\}/ });
    write('Name', 'Other');
    expect(screen.getByText('Save first. Tests use the saved version.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Test with this event' }));
    expect(server.requests(testAutomation)).toHaveLength(0);
  });

  test('a copy begins with what another one says, and is made only when it is saved', async () => {
    server.answer(getAutomation, orders);
    show(`/agent-automation?automation=new&from=${orders.id}`);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Copy of Confirm orders');
    expect(screen.getByRole('button', { name: 'Create automation' })).toBeInTheDocument();
    expect(server.requests(createAutomation)).toHaveLength(0);
  });
});
