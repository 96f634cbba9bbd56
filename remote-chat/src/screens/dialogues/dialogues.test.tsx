import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listBots } from '@parlance/shared/contract/api/bots';
import {
  deleteDialogue,
  listDialogues,
  restoreDialogue,
  searchDialogues,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { createFolder, deleteFolder, listFolders, renameFolder } from '@parlance/shared/contract/api/folders';
import { listSharedWithMe } from '@parlance/shared/contract/api/shares';
import { fakeServer, pressTwice, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { exampleBot, exampleDialogue, exampleGalleryBot, exampleSharedDialogue } from '../../examples/examples.ts';
import Dialogues from './dialogues.tsx';

const server = fakeServer();
const page = <T,>(items: T[], next: string | null = null) => ({ items, next_cursor: next });
const travel = { id: '0198f0aa-0007-7000-8000-000000000001', name: 'Travel', dialogues: 1 };
const show = (path = '/dialogues') => renderScreen(<Dialogues />, { session: {}, route: '/dialogues', path });
const link = (name: RegExp | string) => screen.findByRole('link', { name });
const row = (title: string) => screen.getByRole('link', { name: title }).closest('li') as HTMLElement; // a row is one

/** Starts a server that stores changes. */
function keep(...rows: DialogueSummary[]): { readonly kept: () => readonly DialogueSummary[] } {
  let kept = rows;
  const gone = new Map<string, DialogueSummary>();
  server.answer(listDialogues, ({ query }) =>
    page(
      kept.filter(
        (it) =>
          String(it.is_archived) === query.archived &&
          (query.folder_id === undefined || it.folder_id === (query.folder_id === 'none' ? null : query.folder_id)),
      ),
    ),
  );
  server.answer(updateDialogue, ({ params, body }) => {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    kept = kept.map((it) => (it.id === params.dialogue_id ? { ...it, ...given } : it));
    return kept.find((it) => it.id === params.dialogue_id) as DialogueSummary; // only listed ones are changed here
  });
  server.answer(deleteDialogue, ({ params }) => {
    for (const it of kept) if (it.id === params.dialogue_id) gone.set(it.id, it);
    kept = kept.filter((it) => it.id !== params.dialogue_id);
    return {};
  });
  server.answer(restoreDialogue, ({ params }) => {
    const back = gone.get(params.dialogue_id) as DialogueSummary; // was deleted above
    kept = [...kept, back];
    return back;
  });
  return { kept: () => kept };
}

const notices: Notice[] = [];
let stopListening: () => void;

describe('the list of dialogues', () => {
  beforeEach(() => {
    notices.length = 0;
    stopListening = onNotice((notice) => notices.push(notice));
    server.answer(listFolders, { items: [travel] });
    server.answer(listBots, page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk')]));
  });
  afterEach(() => stopListening());

  it('names each with its assistant, its folder and what is special about it', async () => {
    keep(
      exampleDialogue(1, 'Visa', { folder_id: travel.id, is_pinned: true }),
      exampleDialogue(2, 'Leave', { is_answering: true }),
    );
    show();
    expect(await link('Visa')).toHaveAttribute('href', `/dialogue/${exampleDialogue(1).id}`);
    await waitFor(() => expect(row('Visa')).toHaveTextContent('Travel'));
    expect(row('Visa')).toHaveTextContent('Pinned');
    expect(row('Leave')).toHaveTextContent('Answering…');
    expect(row('Leave')).toHaveTextContent('Leave helper');
  });

  it('is narrowed by folder, archive and assistant, each by its address', async () => {
    keep(
      exampleDialogue(1, 'Visa', { folder_id: travel.id }),
      exampleDialogue(2, 'Old', { is_archived: true }),
      exampleDialogue(3, 'Leave'),
    );
    const { user, location } = show();
    await user.click(await link(/^Travel/));
    expect(location()).toBe(`/dialogues?folder=${travel.id}`);
    expect(await link('Visa')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Leave' })).not.toBeInTheDocument();
    await user.click(await link('Archived'));
    expect(await link('Old')).toBeInTheDocument();
    await user.click(await link('All dialogues'));
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Filter by assistant' }),
      screen.getByRole('option', { name: /IT desk/ }),
    );
    expect(location()).toBe(`/dialogues?bot=${exampleBot(2).id}`);
    await waitFor(() => expect(server.requests(listDialogues).at(-1)?.query.bot_id).toBe(exampleBot(2).id));
  });

  it('is renamed in a dialog; what the server does not take stays in the field', async () => {
    keep(exampleDialogue(1, 'Visa'));
    server.fail(updateDialogue, 'rate_limited', { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Actions for “Visa”' }));
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
    const field = screen.getByRole('textbox', { name: 'Name' });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'Visa for Japan{Enter}');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeInTheDocument();
    expect(field).toHaveValue('Visa for Japan');
    await user.type(field, '{Enter}');
    expect(await link('Visa for Japan')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('pins, archives and unarchives, and the archive can be undone', async () => {
    const { kept } = keep(exampleDialogue(1, 'Visa'), exampleDialogue(2, 'Leave'));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Actions for “Leave”' }));
    await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
    await waitFor(() => expect(row('Leave')).toHaveTextContent('Pinned'));
    await user.click(screen.getByRole('button', { name: 'Actions for “Leave”' }));
    await user.click(screen.getByRole('menuitem', { name: 'Archive' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Leave' })).not.toBeInTheDocument());
    expect(notices.at(-1)?.message).toBe('“Leave” archived');
    notices.at(-1)?.action?.run();
    expect(await link('Leave')).toBeInTheDocument();
    expect(kept().every((it) => !it.is_archived)).toBe(true);
  });

  it.each(['Delete', 'e', 'p'])('is changed once by %s, however long the key is held', async (key) => {
    const { kept } = keep(exampleDialogue(1, 'Visa'), exampleDialogue(2, 'Leave'), exampleDialogue(3, 'Laptop'));
    show();
    (await link('Visa')).focus();
    fireEvent.keyDown(await link('Visa'), { key });
    const before = kept();
    for (let held = 0; held < 3; held += 1)
      fireEvent.keyDown(document.activeElement ?? document.body, { key, repeat: true });
    await waitFor(() => expect(kept()).not.toEqual(before));
    fireEvent.keyDown(document.activeElement ?? document.body, { key, repeat: true });
    await waitFor(() => expect(notices.length + screen.queryAllByText('Pinned').length).toBeGreaterThan(0));
    const asked = [...server.requests(deleteDialogue), ...server.requests(updateDialogue)];
    expect(asked.map(({ params }) => params.dialogue_id)).toEqual([exampleDialogue(1).id]);
  });

  it('is deleted once where it is asked for twice, by key and by button, and other things wait for their turn', async () => {
    keep(exampleDialogue(1, 'Visa'), exampleDialogue(2, 'Leave'));
    const late = Promise.withResolvers<Record<string, never>>();
    server.answer(deleteDialogue, () => late.promise);
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Visa”' }));
    pressTwice(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.keyDown(await link('Visa'), { key: 'Delete' });
    fireEvent.keyDown(await link('Visa'), { key: 'p' });
    await waitFor(() => expect(server.requests(deleteDialogue)).toHaveLength(1));
    expect(server.requests(updateDialogue)).toHaveLength(0);
    late.resolve({});
    await waitFor(() => expect(server.requests(updateDialogue)).toHaveLength(1));
    expect(server.requests(deleteDialogue)).toHaveLength(1);
    await waitFor(() => expect(notices.map(({ message }) => message)).toEqual(['“Visa” deleted']));
  });

  it('is deleted, and comes back by “Undo”', async () => {
    keep(exampleDialogue(1, 'Visa'), exampleDialogue(2, 'Leave'));
    const { user } = show();
    (await link('Visa')).focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Visa' })).not.toBeInTheDocument());
    expect(notices.at(-1)).toMatchObject({ message: '“Visa” deleted', action: { label: 'Undo' } });
    notices.at(-1)?.action?.run();
    expect(await link('Visa')).toBeInTheDocument();
  });

  it('is deleted one after the other, and each notice brings back the one that it names', async () => {
    const { kept } = keep(exampleDialogue(1, 'Visa'), exampleDialogue(2, 'Leave'), exampleDialogue(3, 'Rent'));
    const { user } = show();
    for (const title of ['Visa', 'Leave']) {
      (await link(title)).focus();
      await user.keyboard('{Delete}');
      await waitFor(() => expect(screen.queryByRole('link', { name: title })).not.toBeInTheDocument());
    }
    const named = ['Visa', 'Leave'].map((title) => notices.find(({ message }) => message === `“${title}” deleted`));
    named[0]?.action?.run();
    expect(await link('Visa')).toBeInTheDocument();
    expect(kept().map(({ title }) => title)).not.toContain('Leave');
    named[1]?.action?.run();
    expect(await link('Leave')).toBeInTheDocument();
  });

  it('says what could not be done', async () => {
    keep(exampleDialogue(1, 'Visa'));
    server.fail(deleteDialogue, 'rate_limited');
    const { user } = show();
    (await link('Visa')).focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(notices.at(-1)).toMatchObject({ tone: 'bad' }));
    expect(notices).toHaveLength(1);
    expect(await link('Visa')).toBeInTheDocument();
  });

  it('is walked and worked on by keys alone', async () => {
    const { kept } = keep(exampleDialogue(1, 'One'), exampleDialogue(2, 'Two'), exampleDialogue(3, 'Three'));
    const { user } = show();
    (await link('One')).focus();
    await user.keyboard('{ArrowDown}');
    expect(await link('Two')).toHaveFocus();
    await user.keyboard('p');
    await waitFor(() => expect(kept()[1]).toMatchObject({ is_pinned: true }));
    await user.keyboard('x{ArrowDown}{Shift>}x{/Shift}');
    expect(screen.getByText('2 selected', { selector: '[role=status]' })).toBeInTheDocument();
    await user.keyboard('{Home}');
    expect(await link('One')).toHaveFocus();
    await user.keyboard('m');
    await user.click(await screen.findByRole('radio', { name: 'Travel' }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(kept()[0]).toMatchObject({ folder_id: travel.id }));
    expect(kept()[1]).toMatchObject({ folder_id: null });
    // The menu shows the keys.
    await user.click(screen.getByRole('button', { name: 'Actions for “One”' }));
    expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveTextContent('F2');
  });

  it('gives the focus to the next row when the one that had it goes away', async () => {
    keep(exampleDialogue(1, 'One'), exampleDialogue(2, 'Two'));
    const { user } = show();
    (await link('One')).focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Two' })).toHaveFocus());
    await user.keyboard('{Delete}');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('archives, moves and deletes several at once, and says for how many', async () => {
    const { kept } = keep(exampleDialogue(1, 'One'), exampleDialogue(2, 'Two'), exampleDialogue(3, 'Three'));
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “One”' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select “Three”' }));
    await user.keyboard('{/Shift}');
    const bar = screen.getByRole('group', { name: 'Selection' });
    await user.click(within(bar).getByRole('button', { name: 'Move to folder' }));
    await user.click(await screen.findByRole('radio', { name: 'Travel' }));
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(kept().map((it) => it.folder_id)).toEqual([travel.id, travel.id, travel.id]));
    await user.click(within(bar).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(notices.at(-1)?.message).toBe('Dialogues deleted: “One” and 2 more'));
    expect(await screen.findByRole('heading', { name: 'No dialogues yet' })).toBeInTheDocument();
    notices.at(-1)?.action?.run();
    await waitFor(() => expect(kept()).toHaveLength(3));
  });

  it('is searched: every hit is marked and leads to its message', async () => {
    keep();
    const hit = {
      dialogue: exampleDialogue(1, 'Visa'),
      message_id: '0198f0aa-0003-7000-8000-000000000009',
      created_at: '2026-11-20T10:00:00.000Z',
      snippet: [
        { text: 'You need a ', is_hit: false },
        { text: 'passport', is_hit: true },
      ],
    };
    server.answer(searchDialogues, ({ query }) =>
      page(
        query.q === 'passport'
          ? [
              hit,
              {
                ...hit,
                dialogue: exampleDialogue(2, 'My passport'),
                message_id: null,
                snippet: [
                  { text: 'My ', is_hit: false },
                  { text: 'passport', is_hit: true },
                ],
              },
            ]
          : [],
      ),
    );
    const { user, location } = show();
    await user.type(screen.getByRole('searchbox', { name: 'Search your dialogues' }), 'passport{Enter}');
    const first = await link('Visa');
    expect(location()).toBe('/dialogues?q=passport');
    expect(screen.getAllByText('passport', { selector: 'mark' })).toHaveLength(2);
    expect(screen.getByText('Results: 2')).toBeInTheDocument();
    // A matching title is shown once.
    expect(screen.getByRole('link', { name: 'My passport' }).closest('li')).toHaveTextContent(
      /^🏖️My passportLeave helper/,
    );
    await user.click(first);
    expect(location()).toBe(`/dialogue/${hit.dialogue.id}?message=${hit.message_id}`);
  });

  it('says that nothing was found, and where it looked', async () => {
    keep(exampleDialogue(1, 'Visa'));
    server.answer(searchDialogues, page([]));
    const { user } = show('/dialogues?q=unicorn');
    expect(await screen.findByRole('heading', { name: 'No results for “unicorn”' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await link('Visa')).toBeInTheDocument();
  });

  it('lists what colleagues share, with who and until when', async () => {
    server.answer(listSharedWithMe, page([exampleSharedDialogue({ expires_at: '2026-12-24T12:00:00.000Z' })]));
    show('/dialogues?view=shared');
    expect(await link('Days of leave')).toHaveAttribute('href', expect.stringMatching(/^\/shared\//));
    expect(row('Days of leave')).toHaveTextContent(/Shared by Ada Admin.*until Dec 24, 2026/);
  });

  it.each([
    ['/dialogues', 'No dialogues yet'],
    ['/dialogues?view=archived', 'No archived dialogues'],
    [`/dialogues?folder=${travel.id}`, 'This folder is empty'],
    [`/dialogues?bot=${exampleBot(1).id}`, 'No dialogues with this assistant in this list'],
    ['/dialogues?view=shared', 'Nothing shared with you yet'],
  ])('at %s says why nothing is listed: %s', async (path, title) => {
    keep();
    server.answer(listSharedWithMe, page([]));
    show(path);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  });

  it('says in words what failed, and loads again', async () => {
    keep(exampleDialogue(1, 'Visa'));
    server.fail(listDialogues, 'rate_limited', { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await link('Visa')).toBeInTheDocument();
  });
});

describe('the folders', () => {
  beforeEach(() => {
    let items = [travel];
    server.answer(listFolders, () => ({ items }));
    server.answer(createFolder, ({ body }) => {
      const made = { id: '0198f0aa-0007-7000-8000-000000000002', name: body.name, dialogues: 0 };
      items = [...items, made];
      return made;
    });
    server.answer(renameFolder, ({ params, body }) => {
      items = items.map((it) => (it.id === params.folder_id ? { ...it, name: body.name } : it));
      return items[0] as typeof travel; // the only one
    });
    server.answer(deleteFolder, ({ params }) => {
      items = items.filter((it) => it.id !== params.folder_id);
      return {};
    });
    server.answer(listBots, page([]));
    keep(exampleDialogue(1, 'Visa', { folder_id: travel.id }));
  });

  it('are made; a name that is taken is said beside the field', async () => {
    server.fail(createFolder, 'name_taken', { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'New folder' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'House{Enter}');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await link(/^House/)).toBeInTheDocument();
  });

  it('are renamed', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Actions for folder “Travel”' }));
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2027{Enter}');
    expect(await link(/^Travel 2027/)).toBeInTheDocument();
  });

  it('are deleted after a question; the list of one that is gone is the list of all', async () => {
    const { user, location } = show(`/dialogues?folder=${travel.id}`);
    await user.click(await screen.findByRole('button', { name: 'Actions for folder “Travel”' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = screen.getByRole('dialog', { name: 'Delete folder “Travel”?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(location()).toBe('/dialogues'));
    expect(screen.queryByRole('link', { name: /^Travel/ })).not.toBeInTheDocument();
  });

  it('can be made while something is moved into it', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Actions for “Visa”' }));
    await user.click(screen.getByRole('menuitem', { name: 'Move to folder' }));
    await user.click(await screen.findByRole('radio', { name: 'New folder' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Japan');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(server.requests(updateDialogue).at(-1)?.body.folder_id).toBe('0198f0aa-0007-7000-8000-000000000002'),
    );
  });
});
