import { changeManagedFiles, type ManagedFile } from '@parlance/shared/contract/api/file-manager';
import {
  changeKnowledge,
  createKnowledgeFolder,
  listKnowledge,
  setKnowledgeAccess,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { listColleagues, listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { exampleFile as file, exampleFolder as trips, exampleId as id, exampleSource as source } from './examples.ts';
import { DeleteDialog, FolderDialog, HandOverDialog, MoveDialog, RenameDialog, ShareDialog } from './file-dialogs.tsx';

const server = fakeServer();
const listed = <T,>(...items: T[]) => ({ items, next_cursor: null });
const scan: ManagedFile = { ...file, id: id(2), name: 'Scan.pdf', used_by: [], items: 0 };
let ended: string[];
let notices: Notice[];
let stop: () => void;
beforeEach(() => {
  [ended, notices] = [[], []];
  stop = onNotice((notice) => void notices.push(notice));
  server.answer(changeManagedFiles, { done: [id(1)], failed: [] });
});
afterEach(() => stop());

const ends = { changed: () => void ended.push('changed'), close: () => void ended.push('closed') };
const show = (dialog: ReactNode) =>
  renderScreen(dialog, { session: { isAdmin: true, whoami: { member_id: id(50), is_admin: true } } });
const button = (name: string) => screen.getByRole('button', { name });
const isDone = () => waitFor(() => expect(ended).toEqual(['changed', 'closed']));

describe('a name', () => {
  test('is the one that stands there, and is saved as it is typed', async () => {
    server.answer(changeKnowledge, source);
    const { user } = show(<RenameDialog file={file} {...ends} />);
    const name = screen.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveValue('Handbook.pdf');
    await user.clear(name);
    await user.type(name, 'Rules.pdf{Enter}');
    await isDone();
    expect(server.requests(changeKnowledge)[0]).toMatchObject({
      params: { source_id: id(1) },
      body: { name: 'Rules.pdf' },
    });
  });

  test('of nothing but spaces is not sent', async () => {
    server.answer(changeKnowledge, source);
    const { user } = show(<RenameDialog file={file} {...ends} />);
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, '  {Enter}');
    await user.type(name, 'Rules{Enter}');
    await isDone();
    expect(server.requests(changeKnowledge).map(({ body }) => body.name)).toEqual(['Rules']);
  });

  test('is given to a folder that is made, and no folder is made without', async () => {
    server.answer(createKnowledgeFolder, trips);
    const { user } = show(<FolderDialog {...ends} />);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter} {Enter}Trips{Enter}');
    await isDone();
    expect(server.requests(createKnowledgeFolder).map(({ body }) => body.name)).toEqual(['Trips']);
  });

  test('that is refused stays where it was typed, with the reason', async () => {
    server.fail(changeKnowledge, 'forbidden');
    const { user } = show(<RenameDialog file={file} {...ends} />);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2{Enter}');
    expect(
      await screen.findByText('You don’t have permission to do this. What you entered is kept.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Handbook.pdf 2');
    expect(ended).toEqual([]);
  });
});

describe('moving', () => {
  const locked = { ...trips, id: id(5), name: 'Locked', can: { ...trips.can, edit: false } };
  const choices = async () =>
    within(await screen.findByRole('combobox', { name: 'Folder' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  test('offers the folders that may be changed, and begins with the one that the file lies in', async () => {
    server.answer(listKnowledge, listed(trips, locked));
    const { user } = show(<MoveDialog files={[{ ...file, folder_id: trips.id }]} {...ends} />);
    expect(await choices()).toEqual(['No folder', 'Trips']);
    const folder = screen.getByRole('combobox', { name: 'Folder' });
    expect(folder).toHaveDisplayValue('Trips');
    await user.selectOptions(folder, 'No folder');
    await user.click(button('Move'));
    await isDone();
    expect(server.requests(changeManagedFiles)[0]?.body).toEqual({ action: 'move', ids: [id(1)], folder_id: null });
    expect(notices.map(({ message }) => message)).toEqual(['Files moved: 1']);
  });

  test('several at once begins with no folder', async () => {
    server.answer(listKnowledge, listed(trips));
    const { user } = show(<MoveDialog files={[{ ...file, folder_id: trips.id }, scan]} {...ends} />);
    await choices();
    expect(screen.getByRole('dialog', { name: 'Move files: 2' })).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Folder' }), 'Trips');
    await user.click(button('Move'));
    await isDone();
    expect(server.requests(changeManagedFiles)[0]?.body).toEqual({
      action: 'move',
      ids: [id(1), id(2)],
      folder_id: trips.id,
    });
  });

  test('is not possible while it is not known where to, which can be asked again', async () => {
    server.answer(listKnowledge, listed(trips));
    server.fail(listKnowledge, 'rate_limited', { times: 1 });
    const { user } = show(<MoveDialog files={[file]} {...ends} />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    await user.click(button('Move'));
    await user.click(again);
    expect(await choices()).toEqual(['No folder', 'Trips']);
    await user.click(button('Move'));
    await isDone();
    expect(server.requests(changeManagedFiles)).toHaveLength(1);
  });
});

describe('transferring', () => {
  const mei = { id: id(7), name: 'Mei Tanaka' };
  const owner = () => screen.getByRole('combobox', { name: 'New owner' });
  beforeEach(() => server.answer(listColleagues, ({ query }) => listed(...(query.q === 'me' ? [mei] : []))));

  test('goes to one person: the last one that was chosen', async () => {
    const { user } = show(<HandOverDialog files={[file, scan]} {...ends} />);
    await user.click(button('Transfer'));
    await user.type(owner(), 'me');
    await user.click(await screen.findByRole('option', { name: 'Me' }));
    await user.type(owner(), 'me');
    await user.click(await screen.findByRole('option', { name: 'Mei Tanaka' }));
    await user.click(button('Transfer'));
    await isDone();
    expect(server.requests(changeManagedFiles).map(({ body }) => body)).toEqual([
      { action: 'hand-over', ids: [id(1), id(2)], owner_id: mei.id },
    ]);
  });

  test('an administrator may take them over', async () => {
    const { user } = show(<HandOverDialog files={[file]} {...ends} />);
    await user.type(owner(), 'me');
    await user.click(await screen.findByRole('option', { name: 'Me' }));
    await user.click(button('Transfer'));
    await isDone();
    expect(server.requests(changeManagedFiles)[0]?.body).toMatchObject({ owner_id: id(50) });
  });
});

describe('before something is deleted', () => {
  const guide = { id: id(9), name: 'House Guide' };
  const desk = { id: id(10), name: 'People Desk' };

  test.each([
    [
      'which agents use it, each once',
      [file, { ...scan, used_by: [guide, desk] }],
      /^Used by agents \(2\): House Guide and People Desk\./,
    ],
    ['that no agent uses it', [scan], /^Not used by any agent\.$/],
    ['how much lies in it', [{ ...scan, items: 4 }], /^Files inside that will be deleted too: 4\.$/],
  ])('it is said %s', (_, files, words) => {
    show(<DeleteDialog files={files} {...ends} />);
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  test('one is named, and nothing is said of what lies in it where nothing does', () => {
    show(<DeleteDialog files={[scan]} {...ends} />);
    expect(screen.getByRole('dialog', { name: 'Delete “Scan.pdf”?' })).toBeInTheDocument();
    expect(screen.queryByText(/will be deleted too/)).not.toBeInTheDocument();
  });
});

describe('who may read a file', () => {
  const shared: ManagedFile = {
    ...file,
    access: 'people',
    people: [{ id: id(7), name: 'Mei Tanaka' }],
    teams: [],
  };
  const scope = (name: RegExp) => screen.getByRole('radio', { name });
  beforeEach(() => {
    server.answer(setKnowledgeAccess, source);
    server.answer(listColleagueTeams, listed());
    server.answer(listColleagues, listed());
  });

  test('is what it was until something else is chosen; those who were named are not sent along then', async () => {
    const { user } = show(<ShareDialog file={shared} {...ends} />);
    expect(scope(/^People and teams/)).toBeChecked();
    await user.click(scope(/^The whole organisation/));
    await user.click(button('Save'));
    await isDone();
    expect(server.requests(setKnowledgeAccess)[0]).toMatchObject({
      params: { source_id: id(1) },
      body: { scope: 'organization', member_ids: [], team_ids: [] },
    });
  });

  test('are not nobody where it is to be somebody', async () => {
    const { user } = show(<ShareDialog file={file} {...ends} />);
    await user.click(scope(/^People and teams/));
    await user.click(button('Save'));
    await user.click(scope(/^Only the owner/));
    await user.click(button('Save'));
    await isDone();
    expect(server.requests(setKnowledgeAccess).map(({ body }) => body.scope)).toEqual(['private']);
  });

  test('is everybody only for who may say so, or where it is everybody already', () => {
    const can = { ...file.can, share_with_organization: false };
    const { unmount } = show(<ShareDialog file={{ ...file, can }} {...ends} />);
    expect(scope(/^The whole organisation.*Your privileges don’t allow this/)).toBeDisabled();
    unmount();
    show(<ShareDialog file={{ ...file, can, access: 'organization' }} {...ends} />);
    expect(scope(/^The whole organisation/)).toBeEnabled();
  });
});
