import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import { uploadAttachment } from '@parlance/shared/contract/api/attachments';
import { getControlSummary } from '@parlance/shared/contract/api/automation-control';
import { getBot, listBots, setFavorite } from '@parlance/shared/contract/api/bots';
import { listDialogues, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { getSubscription, type Meter } from '@parlance/shared/contract/api/subscription/subscription';
import { exampleControlSummary, exampleSubscription, fakeServer, renderScreen } from '@parlance/shared/testing';
import { forgetDrafts } from '../../composer/draft-store.ts';
import {
  dialogueId,
  exampleAnswer,
  exampleAttachment,
  exampleBot,
  exampleDialogue,
  exampleGalleryBot,
  examplePrompt,
  leaveHelper,
  spentAllowance,
} from '../../examples/examples.ts';
import Home from './home.tsx';

const server = fakeServer();
const page = <T,>(items: T[], next: string | null = null) => ({ items, next_cursor: next });
const show = (options = {}) => renderScreen(<Home />, { session: {}, ...options });

describe('home', () => {
  beforeEach(() => {
    sessionStorage.clear();
    forgetDrafts();
    server.answer(getBot, leaveHelper);
  });

  it('greets by name and leads to the bots and to recent dialogues', async () => {
    server.answer(listBots, page([exampleGalleryBot(1, 'Leave helper'), exampleGalleryBot(2, 'IT desk')]));
    server.answer(listDialogues, page([exampleDialogue(1, 'Days of leave')]));
    const { user, location } = show();
    expect(
      await screen.findByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Mia Member$/ }),
    ).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'IT desk' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/bots\//),
    );
    expect(await screen.findByRole('link', { name: /Days of leave.*Leave helper.*1 hour ago/ })).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Leave helper' }));
    expect(location()).toBe(`/bots/${exampleBot(1).id}`);
  });

  it('greets somebody without a name too', async () => {
    server.hang(listBots);
    server.hang(listDialogues);
    show({ session: { profile: { username: null } } });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^Good (morning|afternoon|evening)$/);
  });

  it('is searched when there are more than six bots', async () => {
    const names = ['Leave', 'IT', 'Travel', 'Legal', 'Sales', 'Payroll', 'Canteen'];
    server.answer(listBots, page(names.map((name, index) => exampleGalleryBot(index + 1, name))));
    server.answer(listDialogues, page([]));
    const { user } = show();
    const search = await screen.findByRole('searchbox', { name: 'Search assistants' });
    await user.type(search, 'payr');
    expect(screen.getByRole('link', { name: 'Payroll' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Leave' })).not.toBeInTheDocument();
    expect(screen.getByText('Assistants found: 1')).toBeInTheDocument();
    await user.type(search, 'xyz');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole('link', { name: 'Leave' })).toBeInTheDocument();
  });

  it('asks the assistant that was asked last, unless another one is chosen', async () => {
    server.answer(
      listBots,
      page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk', { last_used_at: '2026-11-20T10:00:00.000Z' })]),
    );
    server.answer(listDialogues, page([]));
    server.answer(startDialogue, {
      dialogue_id: dialogueId,
      prompt: examplePrompt(1, 'Hello'),
      answer: exampleAnswer(2, '', 'queued'),
    });
    const { user, location } = show();
    const whom = await screen.findByRole('combobox', { name: 'Ask' });
    expect(whom).toHaveDisplayValue('IT desk');
    await user.selectOptions(whom, 'Leave helper');
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'Hello{Enter}');
    await waitFor(() => expect(location()).toBe(`/dialogue/${dialogueId}`));
    expect(server.requests(startDialogue)[0]?.body).toMatchObject({ bot_id: exampleBot(1).id, prompt: 'Hello' });
  });

  it('asks another assistant anew where it is not known whether the first one was asked', async () => {
    server.answer(listBots, page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk')]));
    server.answer(listDialogues, page([]));
    server.fail(startDialogue, 'rate_limited');
    const { user } = show();
    const whom = await screen.findByRole('combobox', { name: 'Ask' });
    await user.selectOptions(whom, 'Leave helper');
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'Hello{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.requests(startDialogue)).toHaveLength(2));
    await screen.findByRole('button', { name: 'Try again' });
    await user.selectOptions(whom, 'IT desk');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.requests(startDialogue)).toHaveLength(3));
    const [first, again, other] = server.requests(startDialogue).map(({ body }) => body.idempotency_key);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('holds a picture back from a model that sees none, and takes it in once another assistant is chosen whose model does', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
    server.answer(listBots, page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk')]));
    server.answer(listDialogues, page([]));
    server.answer(getBot, ({ params }) => ({
      ...leaveHelper,
      id: params.bot_id,
      answers_with: { ...leaveHelper.answers_with, sees_images: params.bot_id === exampleBot(2).id },
    }));
    server.answer(uploadAttachment, exampleAttachment(1, 'photo.png', { kind: 'image' }));
    const { user } = show();
    await screen.findByRole('button', { name: 'Attach files', description: /can’t read images/ });
    const field = screen.getByRole('textbox', { name: 'Prompt' });
    fireEvent.paste(field, {
      clipboardData: { files: [new File(['x'], 'photo.png', { type: 'image/png' })], getData: () => '' },
    });
    expect(await screen.findByText('This assistant’s model can’t read images.')).toBeInTheDocument();
    expect(server.requests(uploadAttachment)).toHaveLength(0);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Ask' }), 'IT desk');
    expect(await screen.findByText('Ready')).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Ask' }), 'Leave helper');
    expect(await screen.findByText('This assistant’s model can’t read images.')).toBeInTheDocument();
    expect(server.requests(uploadAttachment)).toHaveLength(1);
  });

  it('leads from a prompt that was not sent because nothing is left to what was used, and keeps the prompt', async () => {
    server.answer(listBots, page([exampleGalleryBot()]));
    server.answer(listDialogues, page([]));
    server.fail(startDialogue, 'allowance_spent');
    server.answer(getAllowance, spentAllowance);
    const { user } = show();
    await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'Hello{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Usage this month' }));
    expect(
      await within(await screen.findByRole('dialog', { name: 'Usage this month' })).findByText('1,000 of 1,000'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Hello');
  });

  it('lets “@” choose whom to ask, in its place, and keeps what was typed', async () => {
    server.answer(listBots, page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk')]));
    server.answer(listDialogues, page([]));
    server.answer(startDialogue, {
      dialogue_id: dialogueId,
      prompt: examplePrompt(1, 'Where is it?'),
      answer: exampleAnswer(2, '', 'queued'),
    });
    const { user, location } = show();
    const field = await screen.findByRole('textbox', { name: 'Prompt' });
    await user.type(field, 'Where is @it');
    await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: /IT desk/ }));
    expect(location()).toBe('/');
    expect(field).toHaveValue('Where is ');
    expect(screen.getByRole('combobox', { name: 'Ask' })).toHaveDisplayValue('IT desk');
    await user.type(field, 'my laptop?{Enter}');
    await waitFor(() =>
      expect(server.requests(startDialogue)[0]?.body).toMatchObject({
        bot_id: exampleBot(2).id,
        prompt: 'Where is my laptop?',
      }),
    );
  });

  it('asks whom the address names', async () => {
    server.answer(listBots, page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk')]));
    server.answer(listDialogues, page([]));
    show({ path: `/?bot=${exampleBot(2).id}#ask` });
    expect(await screen.findByRole('combobox', { name: 'Ask' })).toHaveDisplayValue('IT desk');
  });

  it('begins in the field where the address leads there', async () => {
    server.answer(listBots, page([exampleGalleryBot()]));
    server.answer(listDialogues, page([]));
    show({ path: '/#ask' });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveFocus());
  });

  it('narrows the assistants by what they are for, what was used and what is a favourite, and keeps that in the address', async () => {
    server.answer(listBots, page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk', { category: 'it' })]));
    server.answer(setFavorite, ({ body }) => body);
    server.answer(listDialogues, page([]));
    const { user, location } = show();
    const chips = within(await screen.findByRole('group', { name: 'Filter assistants' }));
    await user.click(chips.getByRole('button', { name: 'IT' }));
    expect(location()).toBe('/?show=it');
    expect(screen.queryByRole('link', { name: 'Leave helper' })).not.toBeInTheDocument();
    expect(chips.queryByRole('button', { name: 'Favourites' })).not.toBeInTheDocument();
    server.answer(
      listBots,
      page([exampleGalleryBot(1), exampleGalleryBot(2, 'IT desk', { category: 'it', is_favorite: true })]),
    );
    await user.click(screen.getByRole('button', { name: 'Favourite: IT desk' }));
    await user.click(await chips.findByRole('button', { name: 'Favourites' }));
    expect(screen.getByRole('link', { name: 'IT desk' })).toBeInTheDocument();
    expect(location()).toBe('/?show=favorites');
  });

  describe('for an administrator', () => {
    const meter = (kind: Meter['kind'], used: number, limit: number | null): Meter => ({
      kind,
      used,
      limit,
      resets_at: null,
      runs_out_on: null,
    });
    const plan = (...meters: Meter[]) => exampleSubscription({ meters });
    beforeEach(() => {
      server.answer(listBots, page([]));
      server.answer(listDialogues, page([]));
      server.answer(getControlSummary, exampleControlSummary());
    });

    it('says which schedules and automations do nothing, beside what is known of the plan', async () => {
      server.answer(getSubscription, plan(meter('schedules', 9, 10)));
      server.answer(
        getControlSummary,
        exampleControlSummary({
          failed: 3,
          stopped: 2,
          without_owner: 1,
          held: { since: '2026-11-22T09:00:00.000Z', by: null },
        }),
      );
      show({ session: { isAdmin: true } });
      const area = await screen.findByRole('region', { name: 'Needs your attention' });
      expect(
        within(area)
          .getAllByRole('listitem')
          .map((it) => it.textContent),
      ).toEqual([
        '9 of 10 schedules and automations are in use.',
        'All schedules and automations have been on hold since November 22, 2026.',
        'Executions of schedules and automations that failed in the last 24 hours: 3.',
        'Schedules and automations that were paused automatically: 2.',
        'Of these, without an owner: 1.',
      ]);
    });

    it('says what is known of the plan where the control room does not answer', async () => {
      server.answer(getSubscription, plan(meter('seats', 9, 10)));
      server.fail(getControlSummary, 'forbidden');
      show({ session: { isAdmin: true } });
      expect(await screen.findByText('9 of 10 seats are in use.')).toBeInTheDocument();
    });

    it('says what of the plan is nearly used up', async () => {
      server.answer(getSubscription, plan(meter('seats', 9, 10), meter('storage', 89, 100), meter('agents', 10, null)));
      show({ session: { isAdmin: true } });
      const area = await screen.findByRole('region', { name: 'Needs your attention' });
      expect(
        within(area)
          .getAllByRole('listitem')
          .map((it) => it.textContent),
      ).toEqual(['9 of 10 seats are in use.']);
    });

    it.each([
      ['cancelled', 'The plan was cancelled and ends on December 10, 2026.'],
      ['unpaid', 'An invoice is unpaid. Unless it is paid, the workspace expires on December 10, 2026.'],
    ] as const)('says when the plan runs out, because it was or is %s', async (because, sentence) => {
      server.answer(getSubscription, exampleSubscription({ expiry: { at: '2026-12-10T09:00:00.000Z', because } }));
      show({ session: { isAdmin: true } });
      expect(await screen.findByText(sentence)).toBeInTheDocument();
    });

    it('says nothing where nothing is, and asks nothing for anybody else', async () => {
      server.answer(getSubscription, plan(meter('seats', 1, 10)));
      show();
      expect(await screen.findByRole('heading', { name: 'No assistants yet' })).toBeInTheDocument();
      expect(server.requests(getSubscription)).toHaveLength(0);
      expect(screen.queryByRole('region', { name: 'Needs your attention' })).not.toBeInTheDocument();
    });
  });

  it('says what belongs here while there is nothing', async () => {
    server.answer(listBots, page([]));
    server.answer(listDialogues, page([]));
    show();
    expect(await screen.findByRole('heading', { name: 'No assistants yet' })).toBeInTheDocument();
    expect(await screen.findByText(/Your dialogues appear here/)).toBeInTheDocument();
  });

  it('says in words what failed, and loads again', async () => {
    server.answer(listBots, page([exampleGalleryBot()]));
    server.fail(listBots, 'not_found', { times: 1 });
    server.answer(listDialogues, page([]));
    const { user } = show();
    const failed = await screen.findByRole('alert');
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Leave helper' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('loads by itself when the network is back', async () => {
    server.answer(listBots, page([exampleGalleryBot()]));
    server.answer(listDialogues, page([]));
    server.lose(listBots, { times: 1 });
    show();
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('offline')));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('link', { name: 'Leave helper' })).toBeInTheDocument();
  });

  it('loads more dialogues, and says when that fails without losing those that are there', async () => {
    server.answer(listBots, page([]));
    server.answer(listDialogues, ({ query }) =>
      query.cursor === undefined
        ? page([exampleDialogue(1, 'Newer')], 'next')
        : page([exampleDialogue(1, 'Newer'), exampleDialogue(2, 'Older')]),
    );
    const { user } = show();
    const more = await screen.findByRole('button', { name: 'Load more' });
    server.fail(listDialogues, 'rate_limited', { times: 1 });
    await user.click(more);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Older/ })).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /Newer/ })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });
});
