import * as api from '@parlance/shared/contract/api/dialogue-log';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { exampleId as id, exampleLogged as dialogue, exampleTime as at } from '../../dialogue-log/examples.ts';
import DialogueLog from './dialogue-log.tsx';

const server = fakeServer();

const named: api.LoggedDialogue = { ...dialogue, member: { id: id(5), alias: '3FA2C1', name: 'Mei Tanaka' } };
const list = (...items: api.LoggedDialogue[]) => ({ items, next_cursor: null });
const reason = 'A complaint about a wrong answer';

beforeEach(() => {
  server.answer(api.getShownNames, { until: null, reason: null });
  server.answer(api.getDialogueLogChoices, {
    bots: [{ id: id(9), name: 'People Desk' }],
    teams: [],
    rules: [{ id: id(8), name: 'Birds' }],
  });
  server.answer(api.listDialogueLog, list(dialogue));
});
const show = (path = '/dialogue-log') => renderScreen(<DialogueLog />, { path, session: { isAdmin: true } });

test('lists dialogues under an alias, with their figures', async () => {
  show();
  const row = await screen.findByRole('row', { name: /Days of leave/ });
  expect(within(row).getByRole('link', { name: 'Days of leave' })).toHaveAttribute(
    'href',
    `/dialogue-log/${dialogue.id}`,
  );
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(0, 5),
  ).toEqual(['Member 3FA2C1', 'People Desk', '2', '1,234', '0 good, 1 bad']);
});

test('filters stand in the address, and what is found by none says so and leads back', async () => {
  server.answer(api.listDialogueLog, ({ query }) => (query.rating === 'up' ? list() : list(dialogue)));
  const { user, location } = show(`/dialogue-log?bot=${id(9)}`);
  await screen.findByRole('row', { name: /Days of leave/ });
  expect(server.requests(api.listDialogueLog)[0]?.query).toMatchObject({ bot_id: id(9) });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rating' }), 'up');
  expect(await screen.findByRole('heading', { name: 'No dialogues match these filters' })).toBeInTheDocument();
  expect(location()).toBe(`/dialogue-log?bot=${id(9)}&rating=up`);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('row', { name: /Days of leave/ })).toBeInTheDocument();
  expect(location()).toBe('/dialogue-log');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Rule' }), 'Birds');
  await waitFor(() => expect(server.requests(api.listDialogueLog).at(-1)?.query).toMatchObject({ rule_id: id(8) }));
  expect(location()).toBe(`/dialogue-log?rule=${id(8)}`);
});

test('names are shown for a reason, which is not asked for again in the list of one member', async () => {
  const { user, location } = show();
  await user.click(await screen.findByRole('button', { name: 'Show names' }));
  const dialog = screen.getByRole('dialog', { name: 'Show names' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'short');
  await user.click(within(dialog).getByRole('button', { name: 'Show names' }));
  expect(within(dialog).getByText('Enter at least 10 characters.')).toBeInTheDocument();
  expect(server.requests(api.showNames)).toEqual([]);
  const shown = { until: '2026-11-21T11:00:00.000Z', reason };
  server.answer(api.showNames, shown);
  server.answer(api.getShownNames, shown);
  server.answer(api.listDialogueLog, list(named));
  await user.clear(within(dialog).getByRole('textbox', { name: 'Reason' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), reason);
  await user.click(within(dialog).getByRole('button', { name: 'Show names' }));
  expect(await screen.findByText(new RegExp(`Reason: ${reason}$`))).toBeInTheDocument();
  expect(server.requests(api.showNames)[0]?.body).toEqual({ reason });
  await user.click(await screen.findByRole('button', { name: 'Mei Tanaka' }));
  await waitFor(() => expect(location()).toBe(`/dialogue-log?member=${id(5)}`));
});

test('says that nobody has asked anything, and what failed', async () => {
  server.answer(api.listDialogueLog, list());
  server.fail(api.listDialogueLog, 'rate_limited', { times: 1 });
  const { user } = show();
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No dialogues yet' })).toBeInTheDocument();
});

test('an export is begun with the filter, watched, fetched and deleted', async () => {
  const made: api.DialogueLogExport = {
    id: id(7),
    format: 'jsonl',
    filter: {},
    has_names: false,
    status: 'running',
    done: 3,
    of: 8,
    size: null,
    created_at: at,
  };
  server.answer(api.listDialogueLogExports, { items: [], next_cursor: null });
  server.answer(api.exportDialogueLog, made);
  const { user } = show('/dialogue-log?rating=down');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export dialogues' });
  expect(await within(dialog).findByText('You have no exports yet.')).toBeInTheDocument();
  server.answer(api.listDialogueLogExports, { items: [made], next_cursor: null });
  await user.click(within(dialog).getByRole('radio', { name: /^JSONL/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Start export' }));
  expect(await within(dialog).findByText('3 of 8 dialogues')).toBeInTheDocument();
  expect(server.requests(api.exportDialogueLog)[0]?.body).toMatchObject({
    format: 'jsonl',
    filter: { rating: 'down' },
  });
  expect(within(dialog).getByRole('progressbar')).toHaveAttribute('value', '3');
  server.answer(api.listDialogueLogExports, {
    items: [{ ...made, status: 'complete', done: 8, size: 4_000 }],
    next_cursor: null,
  });
  const link = await within(dialog).findByRole('link', { name: /^JSONL, .* \(4 kB\)$/ }, { timeout: 5_000 });
  expect(link).toHaveAttribute('href', expect.stringContaining(`/dialogue-log/v1/exports/${made.id}/content`));
  server.answer(api.deleteDialogueLogExport, {});
  server.answer(api.listDialogueLogExports, { items: [], next_cursor: null });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await within(dialog).findByText('You have no exports yet.')).toBeInTheDocument();
});
