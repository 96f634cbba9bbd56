import { changeManagedFiles, getManagedFile, type ManagedDetail } from '@parlance/shared/contract/api/file-manager';
import { changeKnowledge, listKnowledgePassages } from '@parlance/shared/contract/api/knowledge/knowledge';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { exampleFile as file, exampleId as id, exampleSource as source } from './examples.ts';
import { FileDetail } from './file-detail.tsx';

const server = fakeServer();
const detail: ManagedDetail = { ...file, dialogues: 0, versions: [] };

function show(other: Partial<ManagedDetail> = {}) {
  server.answer(getManagedFile, { ...detail, ...other });
  server.answer(listKnowledgePassages, { passages: 0, items: [] });
  const told: string[] = [];
  const note = (what: string) => () => void told.push(what);
  const shown = renderScreen(
    <FileDetail id={id(1)} version={0} changed={note('changed')} send={note('sent')} close={note('closed')} />,
    { session: { isAdmin: true } },
  );
  return { ...shown, told };
}
const panel = (name = 'Handbook.pdf') => screen.findByRole('complementary', { name });
const facts = async () =>
  Object.fromEntries(
    within(await panel())
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
async function offered(user: ReturnType<typeof show>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Actions for “Handbook.pdf”' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

test('offers everything that may be done with a file of one’s own', async () => {
  const { user } = show();
  expect(await offered(user)).toEqual(['Replace…', 'Refresh', 'Rename…', 'Move', 'Share…', 'Transfer', 'Delete']);
});

test('a folder is neither replaced nor moved; what lies in one is neither shared nor transferred alone', async () => {
  const { user, unmount } = show({ kind: 'folder', type: null, file_id: null });
  expect(await offered(user)).toEqual(['Refresh', 'Rename…', 'Share…', 'Transfer', 'Delete']);
  unmount();
  const inside = show({ folder_id: id(3), folder: { id: id(3), name: 'Trips' } });
  expect(await offered(inside.user)).toEqual(['Replace…', 'Refresh', 'Rename…', 'Move', 'Delete']);
});

test('who may change nothing is offered nothing, also where it could not be read', async () => {
  const can = { read: true, edit: false, share: false, share_with_organization: false };
  show({ can, state: 'failed', error_code: 'file_empty' });
  await panel();
  expect(screen.queryByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(/^FailedThe file contains no text/);
});

test('what could not be read is tried again', async () => {
  server.answer(changeManagedFiles, { done: [id(1)], failed: [] });
  const { user, told } = show({ state: 'failed', error_code: 'file_empty' });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(told).toEqual(['changed']));
  expect(server.requests(changeManagedFiles)[0]?.body).toEqual({ action: 'refresh', ids: [id(1)] });
});

test('tells what a file is, whose, and who may read it', async () => {
  show({
    access: 'people',
    people: [{ id: id(7), name: 'Mei Tanaka' }],
    teams: [{ id: id(8), name: 'Support' }],
    owner: null,
    folder_id: id(3),
    folder: { id: id(3), name: 'Trips' },
  });
  expect(await facts()).toMatchObject({
    Type: 'PDF',
    Size: '2 kB',
    Passages: '3',
    Owner: 'No owner',
    Folder: 'Trips',
    Access: 'Mei Tanaka and Support',
  });
});

test('a web page has its address and nothing to download', async () => {
  show({ kind: 'web-page', type: 'page', url: 'https://harbour.example/parking' });
  expect(await facts()).toMatchObject({ Type: 'Web page', Address: 'https://harbour.example/parking' });
  expect(screen.queryByRole('link', { name: 'Download' })).not.toBeInTheDocument();
});

test('where it is used by nobody and rests behind nothing, that is said; a text without passages has no preview', async () => {
  show({ used_by: [], passages: 0 });
  await panel();
  expect(screen.getByText('Not used by any agent.')).toBeInTheDocument();
  expect(screen.getByText('No answers in dialogues are based on it.')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Text' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/files/${id(101)}/`),
  );
});

test('a file that is renamed stays open; one that is deleted has nothing left to show', async () => {
  server.answer(changeKnowledge, source);
  server.answer(changeManagedFiles, { done: [id(1)], failed: [] });
  const { user, told } = show();
  await offered(user);
  await user.click(screen.getByRole('menuitem', { name: 'Rename…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '2{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(told).toEqual(['changed']);
  await offered(user);
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(told).toEqual(['changed', 'changed', 'closed']));
});

test('says what failed, and reads it again', async () => {
  server.answer(getManagedFile, detail);
  server.fail(getManagedFile, 'rate_limited', { times: 1 });
  const shown = renderScreen(
    <FileDetail id={id(1)} version={0} changed={() => undefined} send={() => undefined} close={() => undefined} />,
    { session: { isAdmin: true } },
  );
  server.answer(listKnowledgePassages, { passages: 0, items: [] });
  await shown.user.click(await screen.findByRole('button', { name: 'Try again' }));
  await panel();
});
