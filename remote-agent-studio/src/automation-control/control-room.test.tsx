import {
  getControlOwners,
  getControlSummary,
  holdAll,
  listControlEntries,
  reassignEntries,
  switchEntries,
  type ControlEntry,
} from '@parlance/shared/contract/api/automation-control';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { exampleControlSummary, fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { listAutomations } from '@parlance/shared/contract/api/automations/automations';
import AgentAutomation from '../screens/agent-automation/agent-automation.tsx';
import ControlRoom from './control-room.tsx';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const entry = (number: number, different: Partial<ControlEntry> = {}): ControlEntry => ({
  ...{
    id: id(number),
    kind: 'schedule',
    name: `Summary ${number}`,
    trigger: null,
    cron: '0 8 * * *',
    time_zone: 'Asia/Taipei',
  },
  bot: { id: id(90), name: 'House Guide', description: '', avatar: '🏠' },
  owner: { id: id(91), name: 'Mia Member' },
  ...{ state: 'active', paused_because: null, next_at: new Date(Date.now() + 7_260_000).toISOString(), last: null },
  month: {
    executions: 3,
    failed: 0,
    tokens: 1200,
    costs: [
      { micros: 20_000, currency: 'EUR' },
      { micros: 3_000_000, currency: 'USD' },
    ],
  },
  ...different,
});
const failed: ControlEntry['last'] = {
  id: id(80),
  status: 'failed',
  cause: 'tick',
  reason: null,
  error_code: 'model_timeout',
  due_at: new Date(Date.now() - 3_660_000).toISOString(),
  started_at: null,
  ended_at: new Date().toISOString(),
  tokens: null,
  cost: null,
};
const left = entry(2, {
  kind: 'automation',
  name: 'Complaints',
  trigger: 'rating',
  cron: null,
  time_zone: null,
  owner: null,
  state: 'paused',
  paused_because: 'owner',
  next_at: null,
  last: failed,
  month: { executions: 1, failed: 1, tokens: 0, costs: [] },
});
const page = (...items: ControlEntry[]) => ({ items, next_cursor: null });
const show = (query = '') =>
  renderScreen(<ControlRoom />, {
    path: `/agent-automation?view=control${query}`,
    route: '/agent-automation',
    session: { isAdmin: true },
  });
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));

beforeEach(() => {
  sessionStorage.clear();
  server.answer(getControlSummary, exampleControlSummary({ without_owner: 1, failed: 1, under_way: 2 }));
  server.answer(listControlEntries, page(entry(1), left));
  server.answer(getControlOwners, { owners: [{ id: id(91), name: 'Mia Member' }] });
});

it('shows whose each is, when it runs next, how the last one went and what it costs', async () => {
  show();
  const first = await row('Summary 1');
  expect(await first.findByText('Schedule: At 08:00 AM, Asia/Taipei')).toBeInTheDocument();
  expect(first.getByText('in 2 hours')).toBeInTheDocument();
  expect(first.getByText('Not yet')).toBeInTheDocument();
  expect(first.getByText('€0.02 + $3.00')).toBeInTheDocument();
  const second = await row('Complaints');
  expect(second.getByText('Automation: answer rated')).toBeInTheDocument();
  expect(second.getByText('No owner')).toBeInTheDocument();
  expect(second.getByText('Failed')).toBeInTheDocument();
  expect(second.getByText('1 hour ago')).toBeInTheDocument();
  expect(second.getByText('Paused: the person it ran as has left or lost permission')).toBeInTheDocument();
  expect(screen.getByText('2 of 10 schedules and automations in the plan are in use')).toBeInTheDocument();
});

it('asks for what filters, figures, owners and columns say, and keeps that in the address', async () => {
  const { user, location } = show();
  const asked = () => server.requests(listControlEntries).at(-1)?.query;
  await user.click(await screen.findByRole('button', { name: 'No owner: 1. Show in list' }));
  await waitFor(() => expect(asked()).toMatchObject({ owner_id: 'none' }));
  expect(location()).toBe('/agent-automation?view=control&owner=none');
  const owner = await screen.findByRole('combobox', { name: 'Owner' });
  expect(owner).toHaveValue('none');
  await user.selectOptions(owner, 'All owners');
  await user.click(await screen.findByRole('button', { name: 'Automations' }));
  await user.click(screen.getByRole('button', { name: 'Last execution failed' }));
  await user.click(screen.getByRole('button', { name: 'Executions (30 days)' }));
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'automation', failed: 'true', sort: '-executions' }));
  expect(location()).toBe('/agent-automation?view=control&kind=automation&failed=true&sort=executions');
  expect(screen.getByRole('columnheader', { name: 'Executions (30 days)' })).toHaveAttribute('aria-sort', 'descending');
  await user.click(
    (await row('Summary 1')).getByRole('button', { name: 'Mia Member, owner of “Summary 1”: show only this person’s' }),
  );
  await waitFor(() => expect(asked()).toMatchObject({ owner_id: id(91) }));
  expect(owner).toHaveDisplayValue('Mia Member');
  await user.selectOptions(owner, 'No owner');
  await waitFor(() => expect(asked()).toMatchObject({ owner_id: 'none' }));
});

it('keeps an owner who has none any more in its address', async () => {
  const { location } = show(`&owner=${id(5)}`);
  expect(await screen.findByRole('combobox', { name: 'Owner' })).toHaveDisplayValue('One person');
  expect(location()).toBe(`/agent-automation?view=control&owner=${id(5)}`);
});

it('puts all on hold after it has said what that does, and releases them', async () => {
  server.answer(holdAll, exampleControlSummary());
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Put everything on hold…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put all schedules and automations on hold?' }));
  expect(dialog.getByText(/no schedule in the organisation runs/)).toBeInTheDocument();
  await user.click(dialog.getByRole('checkbox', { name: 'Also cancel executions in progress (2)' }));
  server.answer(
    getControlSummary,
    exampleControlSummary({ held: { since: '2026-11-22T09:00:00.000Z', by: { id: id(91), name: 'Mia Member' } } }),
  );
  await user.click(dialog.getByRole('button', { name: 'Put on hold' }));
  await waitFor(() => expect(server.requests(holdAll)[0]?.body).toEqual({ held: true, cancels: true }));
  expect(await screen.findByText(/^Mia Member put everything on hold on/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Release hold…' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release hold' }));
  await waitFor(() => expect(server.requests(holdAll)[1]?.body).toEqual({ held: false, cancels: false }));
});

it('pauses and resumes one by its switch and several together, and says what refused', async () => {
  server.answer(switchEntries, { changed: 1, refused: [] });
  const { user } = show();
  await user.click((await row('Summary 1')).getByRole('switch', { name: '“Summary 1” is active' }));
  await waitFor(() =>
    expect(server.requests(switchEntries)[0]?.body).toEqual({
      schedule_ids: [id(1)],
      automation_ids: [],
      state: 'paused',
    }),
  );
  server.answer(switchEntries, { changed: 0, refused: [{ id: left.id, code: 'owner_missing' }] });
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() =>
    expect(server.requests(switchEntries)[1]?.body).toEqual({
      schedule_ids: [],
      automation_ids: [left.id],
      state: 'active',
    }),
  );
});

it('transfers several to a person, who has to be chosen, or to oneself', async () => {
  server.answer(reassignEntries, { changed: 2, refused: [] });
  server.answer(listColleagues, { items: [{ id: id(7), name: 'Noor' }], next_cursor: null });
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Transfer…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer to another owner' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Summary 1', 'Complaints']);
  await user.click(dialog.getByRole('button', { name: 'Transfer' }));
  expect(dialog.getByText('Choose the new owner.')).toBeInTheDocument();
  expect(dialog.getByText(/wait until this person resumes them; no one else can/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Transfer to me' }));
  expect(dialog.getByText('Me')).toBeInTheDocument();
  expect(dialog.getByText(/Active ones stay active/)).toBeInTheDocument();
  expect(dialog.getByRole('checkbox')).toHaveAccessibleName(/^Immediately resume those .* \(1\)$/);
  await user.type(dialog.getByRole('combobox', { name: 'People' }), 'No');
  await user.click(await dialog.findByRole('option', { name: 'Noor' }));
  await user.click(dialog.getByRole('button', { name: 'Transfer' }));
  await waitFor(() =>
    expect(server.requests(reassignEntries)[0]?.body).toEqual({
      schedule_ids: [id(1)],
      automation_ids: [left.id],
      member_id: id(7),
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('takes several over, and lets those go on at once that only waited for an owner', async () => {
  server.answer(reassignEntries, { changed: 2, refused: [] });
  server.answer(switchEntries, { changed: 1, refused: [] });
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Transfer…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Transfer to me' }));
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Transfer' }));
  await waitFor(() =>
    expect(server.requests(switchEntries)[0]?.body).toEqual({
      schedule_ids: [],
      automation_ids: [left.id],
      state: 'active',
    }),
  );
  expect(server.requests(reassignEntries)[0]?.body).toMatchObject({ schedule_ids: [id(1)], automation_ids: [left.id] });
});

it('stands beside one’s own automations, for administrators alone', async () => {
  server.answer(listAutomations, { items: [], next_cursor: null, places: { used: 0, limit: 10, minutes_between: 60 } });
  const open = (isAdmin: boolean) =>
    renderScreen(<AgentAutomation />, {
      path: '/agent-automation?view=control',
      route: '/agent-automation',
      session: { isAdmin },
    });
  const { user, location, unmount } = open(true);
  expect(await screen.findByRole('row', { name: /Summary 1/ })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'My automations' }));
  await waitFor(() => expect(server.requests(listAutomations)).toHaveLength(1));
  expect(location()).toBe('/agent-automation');
  expect(await screen.findByRole('link', { name: 'Control room' })).toHaveAttribute(
    'href',
    '/agent-automation?view=control',
  );
  unmount();
  open(false);
  await waitFor(() => expect(server.requests(listAutomations)).toHaveLength(2));
  expect(screen.queryByRole('link', { name: 'Control room' })).not.toBeInTheDocument();
  expect(screen.queryByRole('row', { name: /Summary 1/ })).not.toBeInTheDocument();
});

it('says what belongs here while nobody has one, and how to see all again where nothing matches', async () => {
  server.answer(listControlEntries, page());
  const { unmount } = show();
  expect(await screen.findByRole('heading', { name: 'No schedules or automations yet' })).toBeInTheDocument();
  unmount();
  const { user, location } = show('&state=ended');
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(location()).toBe('/agent-automation?view=control');
});

it('says in words what failed, and loads again', async () => {
  server.fail(listControlEntries, 'forbidden', { times: 1 });
  const { user } = show();
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Summary 1/ })).toBeInTheDocument();
});
