import { screen, waitFor, within } from '@testing-library/react';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import {
  deleteDialogue,
  exportDialogue,
  listMessages,
  restoreDialogue,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { listFolders } from '@parlance/shared/contract/api/folders';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import {
  endShare,
  listColleagueTeams,
  listColleagues,
  listShares,
  shareDialogue,
} from '@parlance/shared/contract/api/shares';
import type { Share } from '@parlance/shared/contract/api/shares';
import { onNotice } from '@parlance/shared/ui/toasts';
import type { Notice } from '@parlance/shared/ui/toasts';
import { dialogueId, exampleAnswer, exampleDialogue, examplePrompt, spentAllowance } from '../../examples/examples.ts';
import { dialogueScreen } from '../../testing/dialogue-screen.tsx';

const answered = exampleAnswer(2, 'You have thirty days.');
const ada = { id: '0198f0aa-0009-7000-8000-000000000001', name: 'Ada Admin' };

const { server, show } = dialogueScreen(answered, examplePrompt(1, 'How many days?'));
async function openMenu(user: ReturnType<typeof show>['user'], item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Dialogue actions' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

beforeEach(() => {
  server.answer(updateDialogue, ({ body: { title, is_pinned = false, is_archived = false, folder_id = null } }) =>
    exampleDialogue(1, title, { is_pinned, is_archived, folder_id }),
  );
});

describe('a dialogue as a whole', () => {
  it('is renamed in its place, and what was typed stays where that fails', async () => {
    server.fail(updateDialogue, 'conflict', { times: 1 });
    const { user } = show();
    await openMenu(user, 'Rename');
    const title = screen.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'My leave{Enter}');
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(title).toHaveValue('My leave');
    await user.type(title, '{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'My leave' })).toHaveFocus();
    expect(server.requests(updateDialogue).at(-1)?.body).toEqual({ title: 'My leave' });
  });

  it('is pinned, archived, and put into a folder', async () => {
    const folder = { id: '0198f0aa-0008-7000-8000-000000000001', name: 'Leave', dialogues: 2 };
    server.answer(listFolders, { items: [folder] });
    const { user } = show();
    await openMenu(user, 'Pin');
    expect(await screen.findByRole('heading', { level: 1, name: 'Pinned: Days of leave' })).toBeInTheDocument();
    await openMenu(user, 'Archive');
    expect(await screen.findByText('This dialogue is archived.')).toBeInTheDocument();
    await openMenu(user, 'Move to folder');
    await user.click(await screen.findByRole('radio', { name: 'Leave' }));
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(server.requests(updateDialogue).map(({ body }) => body)).toEqual([
        { is_pinned: true },
        { is_archived: true },
        { folder_id: folder.id },
      ]),
    );
  });

  it('is deleted at once, and brought back by the notice that says so', async () => {
    server.answer(deleteDialogue, {});
    server.answer(restoreDialogue, exampleDialogue());
    const notices: Notice[] = [];
    const stopListening = onNotice((notice) => notices.push(notice));
    const { user, location } = show();
    await openMenu(user, 'Delete');
    await waitFor(() => expect(location()).toBe('/'));
    expect(notices[0]?.message).toBe(`“${exampleDialogue().title}” deleted`);
    notices[0]?.action?.run();
    await waitFor(() => expect(location()).toBe(`/dialogue/${dialogueId}`));
    expect(server.requests(restoreDialogue)).toHaveLength(1);
    stopListening();
  });

  it('is saved as a file', async () => {
    server.answer(exportDialogue, {
      file_name: 'Days of leave.md',
      media_type: 'text/markdown',
      content: '# Days of leave',
    });
    const saved: (string | null)[] = [];
    URL.createObjectURL = () => 'blob:saved';
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { user } = show();
    await openMenu(user, 'Export as Markdown');
    await waitFor(() => expect(saved).toEqual(['Days of leave.md']));
    expect(server.requests(exportDialogue)[0]?.query.format).toBe('markdown');
    click.mockRestore();
  });

  it('is printed whole: what is older is loaded first', async () => {
    const oldest = examplePrompt(8, 'Long ago');
    server.answer(listMessages, ({ query }) =>
      query.limit === 100
        ? { items: [answered, oldest], next_cursor: null }
        : { items: [answered], next_cursor: 'older' },
    );
    const shown: (string | null)[] = [];
    window.print = () => void shown.push(screen.queryByText('Long ago')?.textContent ?? null);
    const { user } = show();
    await openMenu(user, 'Print or save as PDF');
    await waitFor(() => expect(shown).toEqual(['Long ago']));
  });

  it('says what counts against the budget', async () => {
    server.answer(getAllowance, spentAllowance);
    const { user } = show();
    await openMenu(user, 'Usage this month');
    const dialog = await screen.findByRole('dialog', { name: 'Usage this month' });
    expect(await within(dialog).findByText('1,000 of 1,000')).toBeInTheDocument();
    expect(within(dialog).getByText('12, unlimited')).toBeInTheDocument();
    expect(within(dialog).getByText('€1.50')).toBeInTheDocument();
    expect(within(dialog).getByRole('progressbar', { name: 'Your tokens' })).toHaveValue(1000);
  });

  it('shows on the tab that an answer is written', async () => {
    const icon = document.createElement('link');
    icon.rel = 'icon';
    icon.href = 'http://localhost:3000/favicon.svg';
    document.head.append(icon);
    server.answer(listMessages, { items: [exampleAnswer(2, '', 'running')], next_cursor: null });
    server.streamEvents(streamRun, [], { then: 'hold' });
    const { unmount } = show();
    await waitFor(() => expect(icon.href).toMatch(/^data:image\/svg/));
    unmount();
    expect(icon.href).toBe('http://localhost:3000/favicon.svg');
    icon.remove();
  });
});

describe('sharing', () => {
  const share: Share = {
    id: '0198f0aa-0010-7000-8000-000000000001',
    scope: 'people',
    people: [ada],
    teams: [],
    expires_at: null,
    created_at: new Date().toISOString(),
  };

  beforeEach(() =>
    server.answer(listColleagueTeams, {
      items: [{ id: '0198f0aa-0000-7000-8000-000000000050', name: 'Support', members: 4 }],
      next_cursor: null,
    }),
  );

  it('names people, found by their first letters, and teams for a time; what is chosen is not thrown away unasked', async () => {
    let shares: Share[] = [];
    server.answer(listShares, () => ({ items: shares }));
    server.answer(listColleagues, {
      items: [ada, { id: '0198f0aa-0000-7000-8000-000000000001', name: 'Mia Member' }],
      next_cursor: null,
    });
    server.answer(shareDialogue, () => {
      shares = [{ ...share, teams: [{ id: '0198f0aa-0000-7000-8000-000000000050', name: 'Support' }] }];
      return share;
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    const dialog = await screen.findByRole('dialog', { name: 'Share dialogue' });
    expect(await within(dialog).findByText('This dialogue isn’t shared with anyone.')).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Share' })).toBeDisabled();
    await user.type(within(dialog).getByRole('combobox', { name: 'People' }), 'ada');
    expect(await within(dialog).findByRole('option', { name: 'Ada Admin' })).toBeInTheDocument();
    expect(within(dialog).queryByRole('option', { name: 'Mia Member' })).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(within(dialog).getByRole('button', { name: 'Remove Ada Admin' })).toBeInTheDocument();
    await user.click(await within(dialog).findByRole('checkbox', { name: /^Support/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await user.click(
      within(screen.getByRole('alertdialog', { name: 'Discard changes?' })).getByRole('button', {
        name: 'Keep editing',
      }),
    );
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Duration' }), '1 week');
    await user.click(within(dialog).getByRole('button', { name: 'Share' }));
    const copy = await within(dialog).findByRole('button', { name: 'Copy link: Support, Ada Admin' });
    const sent = server.requests(shareDialogue)[0]?.body;
    expect(sent).toMatchObject({
      scope: 'people',
      member_ids: [ada.id],
      team_ids: ['0198f0aa-0000-7000-8000-000000000050'],
    });
    expect(Date.parse(sent?.expires_at ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(copy);
    expect(written).toHaveBeenCalledWith(`http://localhost:3000/shared/${share.id}`);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('with everybody who has the link names nobody, and is ended', async () => {
    let shares: Share[] = [{ ...share, scope: 'link', people: [] }];
    server.answer(listShares, () => ({ items: shares }));
    server.answer(shareDialogue, share);
    server.answer(endShare, () => {
      shares = [];
      return {};
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    const dialog = await screen.findByRole('dialog', { name: 'Share dialogue' });
    await user.click(within(dialog).getByRole('radio', { name: /^Anyone in your organisation with the link/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Share' }));
    expect(await within(dialog).findByText(/Shared\. Copy the link/)).toBeInTheDocument();
    expect(server.requests(shareDialogue)[0]?.body).toEqual({
      scope: 'link',
      member_ids: [],
      team_ids: [],
      expires_at: null,
    });
    await user.click(
      within(dialog).getByRole('button', { name: 'Stop sharing: Anyone in your organisation with the link' }),
    );
    expect(await within(dialog).findByText('This dialogue isn’t shared with anyone.')).toBeInTheDocument();
    expect(server.requests(endShare)[0]?.params.share_id).toBe(share.id);
  });
});
