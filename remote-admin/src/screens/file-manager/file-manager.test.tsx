import { getShownNames } from '@parlance/shared/contract/api/dialogue-log';
import * as api from '@parlance/shared/contract/api/file-manager';
import {
  createKnowledgeFolder,
  listKnowledge,
  listKnowledgePassages,
  uploadKnowledge,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { listDeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { catchDownloads, fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  exampleFile as file,
  exampleFolder as trips,
  exampleId as id,
  exampleSource as source,
  exampleTime as at,
} from './examples.ts';
import FileManager from './file-manager.tsx';

const server = fakeServer();
const broken: api.ManagedFile = {
  ...file,
  id: id(2),
  name: 'Scan.pdf',
  state: 'failed',
  error_code: 'file_empty',
  passages: 0,
  used_by: [],
};
const version = { id: id(20), name: 'Handbook 2025.pdf', size: 900, replaced_at: at, replaced_by: null };
const detail: api.ManagedDetail = { ...file, dialogues: 12, versions: [version] };
const listed = <T,>(...items: T[]) => ({ items, next_cursor: null });

beforeEach(() => {
  server.answer(api.listManagedFiles, listed(file, broken));
  server.answer(listKnowledge, listed(trips));
  server.answer(api.getFileOwners, { owners: [{ id: id(7), name: 'Mei Tanaka' }] });
  server.answer(api.getFileStorage, {
    used: 5_000_000,
    limit: 10_000_000,
    knowledge: 3_000_000,
    dialogues: 1_500_000,
    versions: 500_000,
    kept_days: 90,
  });
  server.answer(api.getManagedFile, detail);
  server.answer(listKnowledgePassages, {
    passages: 1,
    items: [{ position: 1, heading: 'Leave', page: 4, content: '30 days a year.' }],
  });
});
const show = (path = '/file-manager') => renderScreen(<FileManager />, { path, session: { isAdmin: true } });
const row = (name: RegExp) => screen.findByRole('row', { name });

test('lists files with their state in words, who uses them, and how much room there is', async () => {
  show();
  const cells = async (name: RegExp) =>
    within(await row(name))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect((await cells(/Handbook/)).slice(1, 6)).toEqual(['Ready', 'PDF', '2 kB', 'Agents: 1', 'Mei Tanaka']);
  expect((await cells(/Scan/))[1]).toMatch(/^Failed.+text/);
  expect(await screen.findByText('5 MB of 10 MB used')).toBeInTheDocument();
  expect(
    screen.getByText(/deleted after 90 days\. Exports aren’t counted\. They’re deleted after 7 days/),
  ).toBeInTheDocument();
});

test('what narrows the list stands in the address, and what is found by none leads back', async () => {
  server.answer(api.listManagedFiles, ({ query }) => (query.state === 'waiting' ? listed() : listed(file)));
  const { user, location } = show(`/file-manager?owner=${id(7)}`);
  await row(/Handbook/);
  expect(server.requests(api.listManagedFiles)[0]?.query).toMatchObject({ owner_id: id(7) });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Waiting');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await user.click(await screen.findByRole('button', { name: /^Trips/ }));
  await waitFor(() => expect(location()).toBe(`/file-manager?folder=${id(3)}`));
  await user.click(await screen.findByRole('button', { name: 'Size' }));
  await waitFor(() =>
    expect(server.requests(api.listManagedFiles).at(-1)?.query).toMatchObject({ folder: id(3), order: 'size' }),
  );
});

describe('the list as a whole', () => {
  afterEach(() => {
    localStorage.clear();
    jest.restoreAllMocks();
  });

  test('is without a column that one does without, which stands in the address and stays when the list is narrowed', async () => {
    const { user, location } = show('/file-manager?q=book');
    await row(/Handbook/);
    await user.click(screen.getByRole('button', { name: 'List options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Columns…' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Owner' }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(location()).toBe('/file-manager?q=book&hidden=owner');
    expect(screen.queryByRole('columnheader', { name: 'Owner' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Ready');
    await waitFor(() => expect(location()).toBe('/file-manager?q=book&state=ready&hidden=owner'));
    await user.click(screen.getByRole('link', { name: 'Handbook.pdf' }));
    expect(location()).toBe(`/file-manager?q=book&state=ready&hidden=owner&file=${id(1)}`);
  });

  test('is saved as the filter in force finds it, all pages of it, no cell of which is a formula', async () => {
    const evil: api.ManagedFile = { ...broken, name: '=cmd|calc', owner: null, folder: { id: id(3), name: 'Trips' } };
    server.answer(api.listManagedFiles, ({ query }) =>
      query.cursor === 'next' ? listed(evil) : { items: [file], next_cursor: 'next' },
    );
    const saved = catchDownloads();
    const { user } = show('/file-manager?type=pdf&order=size');
    await row(/Handbook/);
    await user.click(screen.getByRole('button', { name: 'List options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export as CSV…' }));
    await waitFor(() => expect(saved[0]?.name).toBe('Files.csv'));
    expect(
      (await saved[0]?.text)
        ?.split('\r\n')
        .slice(0, 3)
        .map((line) => line.replace('\uFEFF', '')),
    ).toEqual([
      '"Name","Folder","Status","Type","Size","Used by","Owner","Changed"',
      `"Handbook.pdf","","Ready","PDF","2000","House Guide","Mei Tanaka","${at}"`,
      `"'=cmd|calc","Trips","Failed","PDF","2000","","","${at}"`,
    ]);
    const asked = server.requests(api.listManagedFiles).filter(({ query }) => query.limit === 100);
    expect(asked.map(({ query }) => [query.type, query.order, query.cursor])).toEqual([
      ['pdf', 'size', undefined],
      ['pdf', 'size', 'next'],
    ]);
  });
});

test('a file opens beside the list: where it is used, its text, its versions, one of which is restored', async () => {
  server.answer(api.restoreFileVersion, detail);
  const { user, location } = show();
  await user.click(await screen.findByRole('link', { name: 'Handbook.pdf' }));
  const panel = within(await screen.findByRole('complementary', { name: 'Handbook.pdf' }));
  expect(location()).toBe(`/file-manager?file=${id(1)}`);
  expect(panel.getByRole('heading', { level: 2 })).toHaveFocus();
  expect(panel.getByRole('link', { name: 'House Guide' })).toHaveAttribute('href', `/agent-edit/${id(9)}`);
  expect(panel.getByText(/based on it: 12/)).toBeInTheDocument();
  expect(await panel.findByText('30 days a year.')).toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: /^Restore “Handbook 2025.pdf”/ }));
  await waitFor(() =>
    expect(server.requests(api.restoreFileVersion)[0]?.params).toEqual({ source_id: id(1), version_id: id(20) }),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Handbook.pdf' })).not.toBeInTheDocument());
  expect(location()).toBe('/file-manager');
  expect(screen.getByRole('link', { name: 'Handbook.pdf' })).toHaveFocus();
});

test('a file that is dropped is sent, into the folder that is chosen', async () => {
  server.answer(uploadKnowledge, source);
  show(`/file-manager?folder=${id(3)}`);
  const cell = await row(/Handbook/);
  fireEvent.drop(cell, { dataTransfer: { files: [new File(['%PDF-1.7'], 'New.pdf')] } });
  await waitFor(() =>
    expect(server.requests(uploadKnowledge)[0]?.query).toEqual({ name: 'New.pdf', folder_id: id(3) }),
  );
});

test('a folder is made', async () => {
  server.answer(createKnowledgeFolder, trips);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'New folder' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Trips');
  await user.click(screen.getByRole('button', { name: 'Create folder' }));
  await waitFor(() => expect(server.requests(createKnowledgeFolder)[0]?.body).toEqual({ name: 'Trips' }));
});

test('many are deleted after it is said who uses them; what was not possible stays, and what was is named and brought back', async () => {
  const notices: Notice[] = [];
  const stop = onNotice((notice) => void notices.push(notice));
  server.answer(api.changeManagedFiles, { done: [id(1)], failed: [{ id: id(2), code: 'forbidden' }] });
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select “Handbook.pdf”' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
  await user.click(within(screen.getByRole('group', { name: 'Selection' })).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 files?' });
  expect(within(dialog).getByText(/Used by agents \(1\): House Guide/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(server.requests(api.changeManagedFiles)[0]?.body).toEqual({ action: 'delete', ids: [id(1), id(2)] }),
  );
  await waitFor(() =>
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Files not changed: 1\. /),
      '“Handbook.pdf” deleted',
    ]),
  );
  notices[1]?.action?.run();
  await waitFor(() =>
    expect(server.requests(api.changeManagedFiles)[1]?.body).toEqual({ action: 'restore', ids: [id(1)] }),
  );
  stop();
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument());
});

test('what was deleted is brought back', async () => {
  server.answer(
    listDeletedKnowledge,
    listed({
      id: id(1),
      kind: 'file',
      name: 'Old.pdf',
      folder: null,
      items: 0,
      owner: null,
      used_by: [],
      deleted_at: at,
      gone_at: at,
    }),
  );
  server.answer(api.changeManagedFiles, { done: [id(1)], failed: [] });
  const { user } = show('/file-manager?view=deleted');
  await user.click(await screen.findByRole('button', { name: 'Restore “Old.pdf”' }));
  await waitFor(() =>
    expect(server.requests(api.changeManagedFiles)[0]?.body).toEqual({ action: 'restore', ids: [id(1)] }),
  );
});

describe('files of dialogues', () => {
  const hidden: api.DialogueFile = {
    id: id(30),
    name: null,
    member: { id: null, alias: '3FA2C1', name: null },
    type: 'picture',
    size: 900,
    state: 'ready',
    error_code: null,
    dialogue_ids: [id(40)],
    is_unsent: false,
    created_at: at,
  };

  test('have no names and cannot be opened until a reason is given', async () => {
    server.answer(getShownNames, { until: null, reason: null });
    server.answer(api.listDialogueFiles, listed(hidden));
    server.answer(api.getDialogueFile, hidden);
    const { user } = show('/file-manager?view=dialogues');
    const found = await row(/Image \(name hidden\)/);
    expect(within(found).getByText('Member 3FA2C1')).toBeInTheDocument();
    expect(within(found).getByRole('link', { name: 'Open in dialogue log' })).toHaveAttribute(
      'href',
      `/dialogue-log/${id(40)}`,
    );
    await user.click(within(found).getByRole('link', { name: 'Image (name hidden)' }));
    const panel = within(await screen.findByRole('complementary', { name: 'Image (name hidden)' }));
    expect(panel.getByText(/show names first/)).toBeInTheDocument();
    expect(panel.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument();
    expect(panel.queryByRole('link', { name: 'Download' })).not.toBeInTheDocument();
  });

  test('are opened by who gave a reason, as text and nothing else', async () => {
    const named: api.DialogueFile = {
      ...hidden,
      name: 'Letter.html',
      type: 'page',
      member: { id: id(7), alias: '3FA2C1', name: 'Mei Tanaka' },
    };
    server.answer(getShownNames, { until: '2999-01-01T00:00:00.000Z', reason: 'A complaint' });
    server.answer(api.listDialogueFiles, listed(named));
    server.answer(api.getDialogueFile, named);
    server.answer(api.readDialogueFile, {
      passages: 1,
      items: [{ position: 1, heading: '', page: null, content: '<b>Dear diary</b>' }],
    });
    const { user } = show(`/file-manager?view=dialogues&file=${id(30)}`);
    const panel = within(await screen.findByRole('complementary', { name: 'Letter.html' }));
    expect(server.requests(api.readDialogueFile)).toHaveLength(0);
    await user.click(await panel.findByRole('button', { name: 'Open' }));
    expect(await panel.findByText('<b>Dear diary</b>')).toBeInTheDocument();
  });
});

test('what fails says so, and is tried again', async () => {
  server.fail(api.listManagedFiles, 'rate_limited', { times: 1 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /Try again|Retry/ }));
  await row(/Handbook/);
});
