import { screen, waitFor, within } from '@testing-library/react';
import {
  changeKnowledge,
  deleteKnowledge,
  getKnowledgeText,
  listKnowledge,
  listKnowledgePassages,
  refreshKnowledge,
  replaceKnowledgeFile,
  restoreKnowledge,
  saveKnowledgeText,
  setKnowledgeAccess,
  type KnowledgeSource,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { listDeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { listColleagueTeams, listColleagues } from '@parlance/shared/contract/api/shares';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { agentId, fromMenu, pdf, rowOf, source, uuid } from '../testing/knowledge.ts';
import { KnowledgePanel } from './knowledge-panel.tsx';

const server = fakeServer();
let known: KnowledgeSource[] = [];
beforeEach(() => {
  known = [];
  server.answer(listKnowledge, ({ query: { ids, kind, folder_id: folderId } }) => ({
    items: known.filter(
      (it) =>
        (folderId === undefined ? it.folder_id === null : it.folder_id === folderId) &&
        (ids === undefined || ids.includes(it.id)) &&
        (kind === undefined || it.kind === kind),
    ),
    next_cursor: null,
  }));
});

/** Renders the knowledge of an agent that has all the sources outside folders. */
function show(sources: KnowledgeSource[]) {
  known = sources;
  const ids = sources.filter(({ folder_id: folderId }) => folderId === null).map(({ id }) => id);
  return renderScreen(
    <KnowledgePanel value={{ knowledge_ids: ids }} onChange={() => undefined} agentId={agentId} canEdit />,
    { session: {} },
  );
}
const dialog = () => within(screen.getByRole('dialog'));
/** Answers an endpoint by changing the first source. */
const becomes = (part: Partial<KnowledgeSource>) => () => {
  const [first = source(1), ...others] = known;
  const changed = { ...first, ...part };
  known = [changed, ...others];
  return changed;
};

test('a source is renamed, and what was typed stays where that fails', async () => {
  server.fail(changeKnowledge, 'rate_limited', { times: 1 });
  const { user } = show([source(1)]);
  await fromMenu(user, 'File 1.pdf', 'Rename…');
  const name = dialog().getByRole('textbox', { name: 'Name' });
  expect(name).toHaveValue('File 1.pdf');
  await user.clear(name);
  await user.type(name, 'Handbook.pdf');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  expect(await dialog().findByText(/Too many attempts/)).toBeInTheDocument();
  server.answer(changeKnowledge, becomes({ name: 'Handbook.pdf' }));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Handbook.pdf')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(server.requests(changeKnowledge).at(-1)?.body).toEqual({ name: 'Handbook.pdf' });
});

test('a source is moved into a folder of one’s own and out of it; what lies in a folder is shown below it', async () => {
  const folder = source(2, { kind: 'folder', name: 'Folder', items: 1, passages: 0 });
  const foreign = source(3, {
    kind: 'folder',
    name: 'Theirs',
    can: { read: true, edit: false, share: false, share_with_organization: false },
  });
  server.answer(changeKnowledge, becomes({ folder_id: folder.id }));
  const { user } = show([source(1), folder, foreign]);
  await fromMenu(user, 'File 1.pdf', 'Move…');
  const choice = await dialog().findByRole('combobox', { name: 'Folder' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['No folder', 'Folder']);
  await user.selectOptions(choice, 'Folder');
  await user.click(dialog().getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(server.requests(changeKnowledge)[0]?.body).toEqual({ folder_id: folder.id }));
  await user.click(screen.getByRole('button', { name: 'Contents of “Folder”' }));
  const inside = await screen.findByRole('list', { name: 'Contents of “Folder”' });
  expect(within(inside).getByText('File 1.pdf')).toBeInTheDocument();
  expect(server.requests(listKnowledge).at(-1)?.query).toMatchObject({ folder_id: folder.id, agent_id: agentId });
  server.answer(changeKnowledge, becomes({ folder_id: null }));
  await fromMenu(user, 'File 1.pdf', 'Move…');
  await user.selectOptions(await dialog().findByRole('combobox', { name: 'Folder' }), 'No folder');
  await user.click(dialog().getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(server.requests(changeKnowledge)[1]?.body).toEqual({ folder_id: null }));
  expect(await screen.findByText('This folder is empty.')).toBeInTheDocument();
});

test('another file takes the place of one, which is used until that is read', async () => {
  server.answer(replaceKnowledgeFile, becomes({ is_refreshing: true }));
  const { user } = show([source(1)]);
  await user.upload(await screen.findByTestId('Replace “File 1.pdf” with another file'), pdf('Newer.pdf'));
  await waitFor(async () =>
    expect((await rowOf('File 1.pdf')).getByRole('status')).toHaveTextContent('Refreshing · Passages: 3'),
  );
  expect(server.requests(replaceKnowledgeFile)[0]).toMatchObject({
    params: { source_id: uuid(1) },
    query: { name: 'Newer.pdf' },
  });
  becomes({ is_refreshing: false, name: 'Newer.pdf', passages: 5 })();
  expect(await screen.findByText('Newer.pdf', undefined, { timeout: 3_000 })).toBeInTheDocument();
});

test('a text is edited as it was written', async () => {
  server.answer(getKnowledgeText, { content: '# Rules', revision: 4 });
  server.answer(saveKnowledgeText, becomes({ is_refreshing: true }));
  const { user } = show([source(1, { kind: 'text', name: 'House rules' })]);
  await fromMenu(user, 'House rules', 'Edit text…');
  const text = await screen.findByRole('textbox', { name: 'Text' });
  expect(text).toHaveValue('# Rules');
  await user.type(text, ' of the house');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(saveKnowledgeText)[0]?.body).toEqual({ revision: 4, content: '# Rules of the house' }),
  );
});

test('a text that somebody else has saved meanwhile is shown, and nothing is written over it before one says so', async () => {
  server.answer(getKnowledgeText, { content: '# Rules', revision: 4 });
  server.answer(saveKnowledgeText, becomes({ is_refreshing: true }));
  server.fail(saveKnowledgeText, 'conflict', { times: 1 });
  const { user } = show([source(1, { kind: 'text', name: 'House rules' })]);
  await fromMenu(user, 'House rules', 'Edit text…');
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' of the house');
  server.answer(getKnowledgeText, { content: '# Theirs', revision: 7 });
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  const notice = within(await screen.findByRole('alert', { name: 'Someone else changed this while you were editing' }));
  await user.click(notice.getByText('Show the saved version'));
  expect(notice.getByText('# Theirs')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('# Rules of the house');
  await user.click(notice.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.requests(saveKnowledgeText).map(({ body }) => body)).toEqual([
    { revision: 4, content: '# Rules of the house' },
    { revision: 7, content: '# Rules of the house' },
  ]);
});

test('or theirs is taken', async () => {
  server.answer(getKnowledgeText, { content: '# Rules', revision: 4 });
  server.fail(saveKnowledgeText, 'conflict');
  const { user } = show([source(1, { kind: 'text', name: 'House rules' })]);
  await fromMenu(user, 'House rules', 'Edit text…');
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' of the house');
  server.answer(getKnowledgeText, { content: '# Theirs', revision: 7 });
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Use their version' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('# Theirs');
});

test('a page is fetched from elsewhere, at other times, and now', async () => {
  server.answer(changeKnowledge, becomes({ refresh: 'daily' }));
  server.answer(refreshKnowledge, becomes({}));
  const { user } = show([
    source(1, { kind: 'web-page', name: 'Page', url: 'https://example.org/', refresh: 'weekly' }),
  ]);
  await fromMenu(user, 'Page', 'URL and schedule…');
  expect(dialog().getByRole('combobox', { name: 'Refresh' })).toHaveDisplayValue('Weekly');
  await user.selectOptions(dialog().getByRole('combobox', { name: 'Refresh' }), 'Daily');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(changeKnowledge)[0]?.body).toEqual({ url: 'https://example.org/', refresh: 'daily' }),
  );
  await fromMenu(user, 'Page', 'Refresh');
  await waitFor(() => expect(server.requests(refreshKnowledge)).toHaveLength(1));
});

test('a source is shared with people and teams; only who manages the studio shares it with everybody', async () => {
  server.answer(listColleagueTeams, { items: [{ id: uuid(50), name: 'Support', members: 4 }], next_cursor: null });
  server.answer(listColleagues, { items: [{ id: uuid(60), name: 'Oscar Ruiz' }], next_cursor: null });
  server.answer(setKnowledgeAccess, becomes({ access: 'people' }));
  const { user } = show([source(1)]);
  await fromMenu(user, 'File 1.pdf', 'Share…');
  expect(dialog().getByRole('radio', { name: /Everyone in the organisation/ })).toBeDisabled();
  await user.click(dialog().getByRole('radio', { name: /Specific people and teams/ }));
  expect(dialog().getByText('Choose at least one person or team.')).toBeInTheDocument();
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  expect(server.requests(setKnowledgeAccess)).toEqual([]);
  await user.click(await dialog().findByRole('checkbox', { name: /Support/ }));
  await user.type(dialog().getByRole('combobox', { name: 'People' }), 'o');
  await user.click(await dialog().findByRole('option', { name: 'Oscar Ruiz' }));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(setKnowledgeAccess)[0]?.body).toEqual({
      scope: 'people',
      member_ids: [uuid(60)],
      team_ids: [uuid(50)],
    }),
  );
  await waitFor(async () =>
    expect((await rowOf('File 1.pdf')).getByRole('status')).toHaveTextContent('Shared with specific people'),
  );
});

test('deleting says who uses it and can be taken back; what was deleted is found and brought back', async () => {
  server.answer(deleteKnowledge, () => {
    known = [];
    return {};
  });
  server.answer(restoreKnowledge, source(1));
  server.answer(listDeletedKnowledge, {
    items: [
      {
        id: uuid(1),
        kind: 'file',
        name: 'File 1.pdf',
        folder: 'Handbook',
        items: 0,
        owner: null,
        used_by: [{ id: uuid(7), name: 'Guide' }],
        deleted_at: '2026-11-20T10:00:00.000Z',
        gone_at: '2026-12-20T10:00:00.000Z',
      },
    ],
    next_cursor: null,
  });
  const notices: Notice[] = [];
  const unlisten = onNotice((notice) => notices.push(notice));
  const { user } = show([
    source(1, {
      used_by: [
        { id: uuid(7), name: 'Guide' },
        { id: uuid(8), name: 'Desk' },
      ],
    }),
  ]);
  await fromMenu(user, 'File 1.pdf', 'Delete…');
  expect(dialog().getByText('These agents will answer without it from now on: Guide and Desk')).toBeInTheDocument();
  await user.click(dialog().getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/was deleted or that you can’t see/)).toBeInTheDocument();
  expect(notices.at(-1)?.message).toBe('“File 1.pdf” deleted');
  notices.at(-1)?.action?.run();
  await waitFor(() => expect(server.requests(restoreKnowledge)).toHaveLength(1));
  unlisten();
  await user.click(screen.getByRole('button', { name: 'Show deleted…' }));
  expect(
    await dialog().findByText(/Deleted permanently on Dec 20, 2026 · From the folder “Handbook”/),
  ).toBeInTheDocument();
  expect(dialog().getByText('Still referred to by Guide')).toBeInTheDocument();
  known = [source(1)];
  await user.click(dialog().getByRole('button', { name: 'Restore “File 1.pdf”' }));
  expect(await dialog().findByRole('button', { name: '“File 1.pdf” restored' })).toHaveFocus();
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('button', { name: 'Passages from “File 1.pdf”' })).toBeInTheDocument();
});

test('what is only shared with a person has no menu but what their agent allows', async () => {
  server.answer(listKnowledgePassages, { passages: 0, items: [] });
  const { user } = show([
    source(1, { can: { read: true, edit: false, share: false, share_with_organization: false } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Actions for “File 1.pdf”' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Remove from agent']);
});
