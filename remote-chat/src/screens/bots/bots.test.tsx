import { screen, waitFor, within } from '@testing-library/react';
import { getBot, setFavorite } from '@parlance/shared/contract/api/bots';
import type { Bot } from '@parlance/shared/contract/api/bots';
import { listDialogues, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { readFileText } from '@parlance/shared/contract/api/files';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { forgetDrafts } from '../../composer/draft-store.ts';
import { dialogueId, exampleAnswer, exampleDialogue, examplePrompt, leaveHelper } from '../../examples/examples.ts';
import Bots from './bots.tsx';

const server = fakeServer();
const turn = { dialogue_id: dialogueId, prompt: examplePrompt(1, 'Hello'), answer: exampleAnswer(2, '', 'queued') };

function show() {
  return renderScreen(<Bots />, { session: {}, route: '/bots/:botId', path: `/bots/${leaveHelper.id}` });
}

describe('the page of a bot', () => {
  beforeEach(() => {
    sessionStorage.clear();
    forgetDrafts();
    server.answer(getBot, leaveHelper);
    server.answer(listDialogues, { items: [exampleDialogue()], next_cursor: null });
  });

  it('says who it is, what it knows and which model answers', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Leave helper' })).toBeInTheDocument();
    expect(screen.getByText('Ask me about your leave.')).toBeInTheDocument();
    expect(screen.getByText('leave-policy.md')).toBeInTheDocument();
    expect(screen.getByText(/^3.4 MB$/)).toBeInTheDocument();
    expect(screen.getByText('Answers only with passages quoted from its files.')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Days of leave/ })).toBeInTheDocument();
    expect(server.requests(listDialogues)[0]?.query.bot_id).toBe(leaveHelper.id);
  });

  it('names a language model and that it can be wrong', async () => {
    server.answer(getBot, {
      ...leaveHelper,
      files: [],
      answers_with: { kind: 'language-model', name: 'Tiny 1', sees_images: true, context_length: 128_000 },
    });
    show();
    expect(await screen.findByText(/language model Tiny 1\. It can be wrong/)).toBeInTheDocument();
    expect(screen.getByText(/You can attach images\. It can handle up to 128,000 tokens/)).toBeInTheDocument();
    expect(screen.getByText('This assistant has no files.')).toBeInTheDocument();
  });

  it('says what it is for and who is responsible, and is made a favourite by its star', async () => {
    server.answer(setFavorite, ({ body }) => body);
    const { user } = show();
    const star = await screen.findByRole('button', { name: 'Favourite: Leave helper', pressed: false });
    expect(screen.getByText('People and HR')).toBeInTheDocument();
    expect(screen.getByText('Responsible person: Ada Admin')).toBeInTheDocument();
    server.answer(getBot, { ...leaveHelper, is_favorite: true });
    await user.click(star);
    expect(star).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(server.requests(setFavorite)[0]?.body).toEqual({ is_favorite: true }));
  });

  it('takes the star back and says why where the server does not take it', async () => {
    server.fail(setFavorite, 'rate_limited');
    const notices: Notice[] = [];
    const stopListening = onNotice((notice) => notices.push(notice));
    const { user } = show();
    const star = await screen.findByRole('button', { name: 'Favourite: Leave helper' });
    await user.click(star);
    await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'false'));
    expect(notices).toMatchObject([{ tone: 'bad' }]);
    stopListening();
  });

  it('opens the text of a file, and gives the focus back when it is closed', async () => {
    server.answer(readFileText, {
      ...(leaveHelper.files[0] as Bot['files'][number]),
      media_type: 'text/markdown',
      passages: 1,
      has_original: false, // it has two
      items: [
        { position: 1, heading: 'Days of leave', page: null, content: 'Everyone has thirty days of leave a year.' },
      ],
    });
    const { user } = show();
    const file = await screen.findByRole('button', { name: /leave-policy\.md/ });
    await user.click(file);
    const panel = screen.getByRole('dialog', { name: 'leave-policy.md' });
    expect(await within(panel).findByText('Everyone has thirty days of leave a year.')).toBeInTheDocument();
    await user.click(panel); // the dialog itself, not its content: the backdrop
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(file).toHaveFocus();
    await user.click(file);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(file).toHaveFocus();
  });

  it('starts a dialogue with what is typed, and goes there', async () => {
    server.answer(startDialogue, turn);
    const { user, location } = show();
    await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'Hello{Enter}');
    await screen.findByText((_, element) => element === document.body && location() === `/dialogue/${dialogueId}`);
    expect(server.requests(startDialogue)[0]?.body).toMatchObject({ bot_id: leaveHelper.id, prompt: 'Hello' });
    expect(sessionStorage).toHaveLength(0);
  });

  it('starts a dialogue with a starter', async () => {
    server.answer(startDialogue, turn);
    const { user, location } = show();
    await user.click(await screen.findByRole('button', { name: 'Who approves my leave?' }));
    await screen.findByText((_, element) => element === document.body && location() === `/dialogue/${dialogueId}`);
    expect(server.requests(startDialogue)[0]?.body.prompt).toBe('Who approves my leave?');
  });

  it('keeps what could not be sent, and sends it again as the same attempt', async () => {
    server.answer(startDialogue, turn);
    server.fail(startDialogue, 'rate_limited', { times: 1 });
    const { user, location } = show();
    const field = await screen.findByRole('textbox', { name: 'Prompt' });
    await user.type(field, 'Hello{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your prompt wasn’t sent. It’s still here.');
    expect(field).toHaveValue('Hello');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText((_, element) => element === document.body && location() === `/dialogue/${dialogueId}`);
    const [first, second] = server.requests(startDialogue);
    expect(second?.body.idempotency_key).toBe(first?.body.idempotency_key);
  });

  it('leads home from a bot that does not exist', async () => {
    server.fail(getBot, 'not_found');
    const { user, location } = show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Assistant not found' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to home page' }));
    expect(location()).toBe('/');
  });

  it('says in words what failed, and loads again', async () => {
    server.fail(getBot, 'rate_limited', { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Leave helper' })).toBeInTheDocument();
  });
});
