import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { listExecutions } from '@parlance/shared/contract/api/executions';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  previewSchedule,
  putSchedule,
  runSchedule,
  switchSchedule,
  takeOverSchedule,
  type Schedule,
} from '@parlance/shared/contract/api/schedules';
import { endSession, fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import { uuid } from '../../testing/agents.ts';
import { bot, executionSummary, scheduleOf } from '../../testing/schedules.ts';
import AgentScheduling from './agent-scheduling.tsx';

const server = fakeServer();
const page = (limit: number | null, ...items: Schedule[]) => ({
  items,
  next_cursor: null,
  places: { used: items.length, limit, minutes_between: 15 },
});
const show = (path = '/agent-scheduling') =>
  renderScreen(<AgentScheduling />, { path, route: '/agent-scheduling', session: {} });
const choose = async (user: ReturnType<typeof show>['user'], item: string, name = 'Morning summary') => {
  await user.click(await screen.findByRole('button', { name: `Actions for “${name}”` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
let notices: Notice[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  notices = [];
  stop = onNotice((notice) => notices.push(notice));
  server.answer(listBots, {
    items: [{ ...bot, category: 'general', has_files: true, is_favorite: false, last_used_at: null }],
    next_cursor: null,
  });
  server.answer(previewSchedule, {
    next: [
      { at: '2026-11-23T07:00:00.000Z', clock_change: null },
      { at: '2026-11-24T07:00:00.000Z', clock_change: 'repeated_hour' },
    ],
  });
});
afterEach(() => stop());

describe('the list', () => {
  test('says what runs when, when next and what became of it last, each leading to where it is read', async () => {
    server.answer(listSchedules, page(5, scheduleOf(1)));
    show();
    const row = within(await screen.findByRole('row', { name: /Morning summary/ }));
    expect(row.getByRole('link', { name: 'Morning summary' })).toHaveAttribute(
      'href',
      `/agent-scheduling?schedule=${uuid(1)}`,
    );
    expect(await row.findByText('At 08:00 AM, Monday through Friday')).toBeInTheDocument();
    expect(row.getByText('Europe/Berlin')).toBeInTheDocument();
    expect(row.getByText(/Nov 23, 2026, 8:00/)).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'Done' })).toHaveAttribute(
      'href',
      `/agent-scheduling?schedule=${uuid(1)}&execution=${uuid(70)}`,
    );
    expect(await screen.findByText('1 of 5 schedules and automations in your plan are in use.')).toBeInTheDocument();
  });

  test('is narrowed by the address, and puts into it what is chosen', async () => {
    server.answer(listSchedules, page(null, scheduleOf(1)));
    const { user, location } = show('/agent-scheduling?q=morning');
    await user.click(await screen.findByRole('button', { name: 'Paused' }));
    await waitFor(() => expect(location()).toBe('/agent-scheduling?q=morning&state=paused'));
    await waitFor(() =>
      expect(server.requests(listSchedules).at(-1)?.query).toMatchObject({ q: 'morning', state: 'paused' }),
    );
  });

  test('without any begins with three examples that fill the form', async () => {
    server.answer(listSchedules, page(5));
    const { user } = show();
    await user.click(await screen.findByRole('link', { name: 'Morning summary' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Morning summary');
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveTextContent('should know this morning');
    expect(screen.getByRole('combobox', { name: 'Frequency' })).toHaveValue('weekday');
    expect(screen.getByLabelText('Time')).toHaveValue('08:00');
  });

  test('a plan without schedules says so and offers none', async () => {
    server.answer(listSchedules, page(0));
    show();
    expect(await screen.findByText(/Your plan doesn’t include schedules/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New schedule' })).not.toBeInTheDocument();
  });

  test('whoever may make none is told so, and may not duplicate one', async () => {
    const statements = [
      {
        effect: 'deny' as const,
        kind: 'automation' as const,
        actions: ['create' as const],
        scope: 'all' as const,
        ids: [],
        at_most: null,
        set_id: uuid(800),
        set_name: 'No schedules',
        team: null,
        expires_at: null,
      },
    ];
    server.answer(listSchedules, page(5));
    const { unmount } = renderScreen(<AgentScheduling />, { path: '/agent-scheduling', session: { statements } });
    expect(await screen.findByText(/Your privileges don’t include this/)).toBeInTheDocument();
    unmount();
    server.answer(listSchedules, page(5, scheduleOf(1)));
    const { user } = renderScreen(<AgentScheduling />, { path: '/agent-scheduling', session: { statements } });
    await user.click(await screen.findByRole('button', { name: 'Actions for “Morning summary”' }));
    await screen.findByRole('menuitem', { name: 'Run now' });
    expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New schedule' })).not.toBeInTheDocument();
  });

  test('pauses and takes that back', async () => {
    server.answer(listSchedules, page(null, scheduleOf(1)));
    server.answer(switchSchedule, ({ body }) => scheduleOf(1, { state: body.state }));
    const { user } = show();
    await user.click(await screen.findByRole('switch', { name: '“Morning summary” is active' }));
    await waitFor(() =>
      expect(notices).toMatchObject([{ message: '“Morning summary” paused', action: { label: 'Undo' } }]),
    );
    notices[0]?.action?.run();
    await waitFor(() =>
      expect(server.requests(switchSchedule).map(({ body }) => body.state)).toEqual(['paused', 'active']),
    );
  });

  test('runs one now and offers to look at it', async () => {
    server.answer(listSchedules, page(null, scheduleOf(1)));
    server.answer(runSchedule, executionSummary(9, { status: 'waiting', cause: 'person' }));
    const { user } = show();
    await choose(user, 'Run now');
    await waitFor(() =>
      expect(notices).toMatchObject([{ message: '“Morning summary” is running', action: { label: 'View' } }]),
    );
  });

  test('one that is nobody’s can be taken over, and says why it does nothing', async () => {
    server.answer(
      listSchedules,
      page(
        null,
        scheduleOf(1, {
          owner: null,
          state: 'paused',
          paused_because: 'owner',
          next_at: null,
          can: { edit: false, run: false, take_over: true },
        }),
      ),
    );
    server.answer(takeOverSchedule, scheduleOf(1));
    const { user } = show();
    expect(await screen.findByText('Paused: the person it ran as has left or lost permission')).toBeInTheDocument();
    await choose(user, 'Take over');
    const dialog = within(await screen.findByRole('dialog', { name: 'Take over “Morning summary”?' }));
    expect(server.requests(takeOverSchedule)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(server.requests(takeOverSchedule)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requests(switchSchedule)).toHaveLength(0);
  });

  test('one that was at work until nobody had it goes on at once where that is wanted, and of no other that is offered', async () => {
    const orphan = scheduleOf(1, {
      owner: null,
      state: 'paused',
      paused_because: 'owner',
      next_at: null,
      can: { edit: false, run: false, take_over: true },
    });
    server.answer(listSchedules, page(null, orphan));
    server.answer(takeOverSchedule, scheduleOf(1));
    server.answer(switchSchedule, scheduleOf(1));
    const { user, unmount } = show();
    await choose(user, 'Take over');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox', { name: /^Resume it immediately/ }));
    await user.click(dialog.getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(server.requests(switchSchedule)[0]?.body).toEqual({ state: 'active' }));
    unmount();
    server.answer(listSchedules, page(null, { ...orphan, paused_because: 'failures' }));
    const second = show();
    await choose(second.user, 'Take over');
    const other = within(await screen.findByRole('dialog'));
    expect(other.getByText('It stays paused until you resume it.')).toBeInTheDocument();
    expect(other.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  test('asks before one is deleted', async () => {
    server.answer(listSchedules, page(null, scheduleOf(1)));
    server.answer(deleteSchedule, {});
    const { user } = show();
    await choose(user, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Morning summary”?' }));
    expect(server.requests(deleteSchedule)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.requests(deleteSchedule)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the editor', () => {
  beforeEach(() => server.answer(listSchedules, page(5)));

  test('makes a schedule, shows the next moments with what the clocks do, and leads to it', async () => {
    server.answer(createSchedule, ({ body }) => scheduleOf(4, { ...body.definition }));
    server.answer(getSchedule, scheduleOf(4));
    const { user, location } = show('/agent-scheduling?schedule=new');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Week');
    await user.type(screen.getByRole('combobox', { name: 'Agent' }), 'peo');
    await user.click(await screen.findByRole('option', { name: 'People Desk' }));
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'Report');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Frequency' }), 'week');
    await user.click(screen.getByRole('checkbox', { name: 'Thursday' }));
    expect(await screen.findByText(/This hour occurs twice/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Create schedule' }));
    await waitFor(() => expect(location()).toBe(`/agent-scheduling?schedule=${uuid(4)}`));
    expect(server.requests(createSchedule)[0]?.body.definition).toMatchObject({
      name: 'Week',
      bot_id: bot.id,
      prompt: 'Report',
      cron: '0 8 * * 1,2,3,5',
      overlap: 'skip',
      misfire: 'once',
      maximum_a_day: null,
    });
  });

  test('one that was changed after a failure is another one', async () => {
    server.answer(createSchedule, ({ body }) => scheduleOf(4, { ...body.definition }));
    server.fail(createSchedule, 'rate_limited', { times: 2 });
    server.answer(getSchedule, scheduleOf(4));
    const { user, location } = show('/agent-scheduling?schedule=new');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Week');
    await user.type(screen.getByRole('combobox', { name: 'Agent' }), 'peo');
    await user.click(await screen.findByRole('option', { name: 'People Desk' }));
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'Report');
    for (const sent of [1, 2]) {
      await user.click(screen.getByRole('button', { name: 'Create schedule' }));
      await waitFor(() => expect(server.requests(createSchedule)).toHaveLength(sent));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Create schedule' })).toBeEnabled());
    }
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 's');
    await user.click(screen.getByRole('button', { name: 'Create schedule' }));
    await waitFor(() => expect(location()).toBe(`/agent-scheduling?schedule=${uuid(4)}`));
    const [first, again, other] = server.requests(createSchedule).map(({ body }) => body.idempotency_key);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('says beside each field what is missing, and sends nothing', async () => {
    const { user } = show('/agent-scheduling?schedule=new');
    await user.click(await screen.findByRole('button', { name: 'Create schedule' }));
    for (const text of ['Enter a name.', 'Choose an agent.', 'Enter a prompt.'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    expect(server.requests(createSchedule)).toHaveLength(0);
  });

  test('goes from the simple form to cron and back, and not back from what has no simple form', async () => {
    const { user } = show(`/agent-scheduling?schedule=new&agent=${bot.id}`);
    server.fail(getBot, 'not_found');
    await user.click(await screen.findByRole('button', { name: 'Cron expression' }));
    const cron = screen.getByRole('textbox', { name: 'Cron expression' });
    expect(cron).toHaveValue('0 8 * * 1-5');
    expect(await screen.findByText(/Minimum interval on your plan: 15 min/)).toBeInTheDocument();
    await user.clear(cron);
    await user.type(cron, '30 6 1 * *');
    await user.click(screen.getByRole('button', { name: 'Simple' }));
    expect(screen.getByRole('combobox', { name: 'Frequency' })).toHaveValue('month');
    expect(screen.getByLabelText('Time')).toHaveValue('06:30');
    await user.click(screen.getByRole('button', { name: 'Cron expression' }));
    await user.clear(screen.getByRole('textbox', { name: 'Cron expression' }));
    await user.type(screen.getByRole('textbox', { name: 'Cron expression' }), '*/20 * * * *');
    expect(screen.getByRole('button', { name: 'Simple' })).toBeDisabled();
  });

  test('what the server says of the expression stands at its field, before and after sending', async () => {
    server.answer(getSchedule, scheduleOf(1, { cron: '0 8 30 2 *' }));
    server.fail(previewSchedule, 'cron_never');
    server.fail(putSchedule, 'cron_too_often');
    const { user } = show(`/agent-scheduling?schedule=${uuid(1)}`);
    const cron = await screen.findByRole('textbox', { name: 'Cron expression' });
    await waitFor(() => expect(cron).toHaveAttribute('aria-invalid', 'true'));
    await user.clear(cron);
    await user.type(cron, '* * * * *');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests(putSchedule)[0]?.body).toMatchObject({ revision: 3, definition: { cron: '* * * * *' } }),
    );
    await waitFor(() => expect(cron).toHaveFocus());
  });

  test('one that was changed meanwhile can be gone on with as it is now', async () => {
    server.answer(getSchedule, scheduleOf(1));
    server.fail(putSchedule, 'conflict');
    const { user } = show(`/agent-scheduling?schedule=${uuid(1)}`);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    server.answer(getSchedule, scheduleOf(1, { name: 'Theirs', revision: 9 }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Use their version' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Theirs');
  });

  test('what is typed when the session ends is in the form again, and is saved over nothing that others have saved since', async () => {
    server.answer(getSchedule, scheduleOf(1));
    server.fail(putSchedule, 'conflict');
    const shown = show(`/agent-scheduling?schedule=${uuid(1)}`);
    await shown.user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    endSession(shown);
    server.answer(getSchedule, scheduleOf(1, { name: 'Theirs', revision: 9 }));
    const { user } = show(`/agent-scheduling?schedule=${uuid(1)}`);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Morning summary!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Use their version' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Theirs');
    expect(server.requests(putSchedule)[0]?.body).toMatchObject({
      revision: scheduleOf(1).revision,
      definition: { name: 'Morning summary!' },
    });
  });

  test('leaving what is not saved asks; what is saved does not', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    server.answer(getSchedule, scheduleOf(1));
    server.answer(putSchedule, ({ body }) => scheduleOf(1, { ...body.definition, revision: 4 }));
    server.answer(listExecutions, { items: [], next_cursor: null });
    const { user, location } = show(`/agent-scheduling?schedule=${uuid(1)}`);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    await user.click(screen.getByRole('link', { name: 'History' }));
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(location()).toBe(`/agent-scheduling?schedule=${uuid(1)}`);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(notices).toMatchObject([{ message: '“Morning summary!” saved' }]));
    await user.click(screen.getByRole('link', { name: 'History' }));
    expect(await screen.findByText('No executions yet')).toBeInTheDocument();
    expect(confirm).toHaveBeenCalledTimes(1);
    confirm.mockRestore();
  });

  test('a window is told in the zone of the schedule and sent as moments', async () => {
    server.answer(getSchedule, scheduleOf(1, { starts_at: '2026-12-01T07:30:00.000Z' }));
    server.answer(putSchedule, ({ body }) => scheduleOf(1, { ...body.definition }));
    const { user } = show(`/agent-scheduling?schedule=${uuid(1)}`);
    expect(await screen.findByLabelText(/Start/)).toHaveValue('2026-12-01T08:30');
    await user.type(screen.getByLabelText(/Maximum per day/), '3');
    await user.click(screen.getByRole('radio', { name: 'Wait until the previous one is done' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests(putSchedule)[0]?.body.definition).toMatchObject({
        starts_at: '2026-12-01T07:30:00.000Z',
        ends_at: null,
        maximum_a_day: 3,
        overlap: 'queue',
      }),
    );
  });

  test('a duplicate begins with everything of the other one', async () => {
    server.answer(getSchedule, scheduleOf(1, { overlap: 'replace' }));
    show(`/agent-scheduling?schedule=new&copy=${uuid(1)}`);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Copy of Morning summary');
    expect(screen.getByRole('radio', { name: 'Cancel the previous one and start this one' })).toBeChecked();
    expect(within(screen.getByRole('list', { name: 'Selected agent' })).getByText('People Desk')).toBeInTheDocument();
  });
});
