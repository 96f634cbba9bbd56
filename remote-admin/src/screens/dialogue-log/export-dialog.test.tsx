import * as api from '@parlance/shared/contract/api/dialogue-log';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { exampleId as id, exampleTime as at } from '../../dialogue-log/examples.ts';
import { ExportDialog } from './export-dialog.tsx';

const server = fakeServer();
const made: api.DialogueLogExport = {
  id: id(7),
  format: 'csv',
  filter: {},
  has_names: false,
  status: 'complete',
  done: 1_200,
  of: 1_200,
  size: 4_000,
  created_at: at,
};
const listed = (...items: Partial<api.DialogueLogExport>[]) => ({
  items: items.map((it, number) => ({ ...made, id: id(10 + number), ...it })),
  next_cursor: null,
});
const show = (filter: api.DialogueLogFilter = {}, hasNames = false) =>
  renderScreen(<ExportDialog filter={filter} hasNames={hasNames} close={() => undefined} />, {
    session: { isAdmin: true },
  });
const states = async () =>
  (await screen.findAllByRole('listitem')).map((item) => within(item).getByRole('status').textContent);

test.each([
  [{}, false, 'All dialogues will be exported. Names will be hidden in the file.'],
  [
    { rating: 'down' },
    true,
    'Only dialogues that match the current filters will be exported. The file will include names.',
  ],
] as const)(
  'of %j, with names: %s, it is said before it is begun what will be in it',
  async (filter, hasNames, words) => {
    server.answer(api.listDialogueLogExports, listed());
    show(filter, hasNames);
    expect(screen.getByText(words)).toBeInTheDocument();
    await screen.findByText('You have no exports yet.');
  },
);

test('each export says how far it is, with what, and is fetched once it is complete', async () => {
  server.answer(
    api.listDialogueLogExports,
    listed(
      {},
      { has_names: true },
      { status: 'running', done: 3, of: 8, size: null },
      { status: 'waiting', done: 0, of: 0, size: null },
      { status: 'failed', done: 3, of: 8, size: null },
    ),
  );
  show();
  expect(await states()).toEqual([
    'Complete: 1,200 dialogues, names hidden',
    'Complete: 1,200 dialogues, with names',
    '3 of 8 dialogues',
    'Waiting',
    'Failed. Start a new export.',
  ]);
  expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual([
    expect.stringContaining(`/exports/${id(10)}/content`),
    expect.stringContaining(`/exports/${id(11)}/content`),
  ]);
  expect(screen.getAllByRole('progressbar').map((it) => [it.getAttribute('value'), it.getAttribute('max')])).toEqual([
    ['3', '8'],
    ['0', '1'],
  ]);
  expect(screen.getAllByRole('button', { name: /^(Cancel|Delete)$/ }).map((it) => it.textContent)).toEqual([
    'Delete',
    'Delete',
    'Cancel',
    'Cancel',
    'Delete',
  ]);
});

test('one that is cancelled is gone; one that cannot be says why and stays', async () => {
  server.answer(api.listDialogueLogExports, listed({ status: 'running', size: null }));
  server.answer(api.deleteDialogueLogExport, {});
  server.fail(api.deleteDialogueLogExport, 'rate_limited', { times: 1 });
  const { user } = show();
  const item = within(await screen.findByRole('listitem'));
  await user.click(item.getByRole('button', { name: 'Cancel' }));
  expect(await item.findByText(/^Too many attempts/)).toBeInTheDocument();
  server.answer(api.listDialogueLogExports, listed());
  await user.click(item.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('You have no exports yet.');
  expect(server.requests(api.deleteDialogueLogExport).at(-1)?.params).toEqual({ export_id: id(10) });
});

test('one that cannot be begun says why; the list that failed is asked for again', async () => {
  server.answer(api.listDialogueLogExports, listed());
  server.fail(api.listDialogueLogExports, 'rate_limited', { times: 1 });
  server.fail(api.exportDialogueLog, 'rate_limited');
  const { user } = show({ rating: 'up' });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('You have no exports yet.');
  await user.click(screen.getByRole('button', { name: 'Start export' }));
  expect(await screen.findByText(/^Too many attempts/)).toBeInTheDocument();
  await waitFor(() => expect(server.requests(api.exportDialogueLog)).toHaveLength(1));
});
