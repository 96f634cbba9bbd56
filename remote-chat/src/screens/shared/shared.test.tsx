import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import {
  copySharedDialogue,
  getSharedDialogue,
  listSharedMessages,
  listSharedToolCalls,
} from '@parlance/shared/contract/api/shares';
import { onScreenName, type ScreenName } from '@parlance/shared/remote/screen-name';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import {
  exampleAnswer,
  exampleDialogue,
  examplePrompt,
  exampleSharedDialogue,
  exampleToolCall,
  policyCitation,
} from '../../examples/examples.ts';
import Shared from './shared.tsx';

const server = fakeServer();
const share = exampleSharedDialogue();
const messages = (...newestFirst: Message[]) => ({ items: newestFirst, next_cursor: null });
const show = () => renderScreen(<Shared />, { session: {}, route: '/shared/:shareId', path: `/shared/${share.id}` });
const goOn = () => screen.findByRole('button', { name: 'Continue in a copy' });

describe('a shared dialogue', () => {
  // Loads the chunk up front, so that no test waits for it.
  beforeAll(() => import('@parlance/shared/ui/answer/markdown'));
  beforeEach(() => {
    server.answer(getSharedDialogue, share);
    server.answer(
      listSharedMessages,
      messages(
        exampleAnswer(2, 'You have **thirty** days [1].', 'complete', [policyCitation]),
        examplePrompt(1, 'How many days?'),
      ),
    );
  });

  it('is read as it was said, under the name of who shares it, and nothing in it can be changed', async () => {
    server.answer(getSharedDialogue, { ...share, expires_at: '2026-12-24T12:00:00.000Z' });
    const names: ScreenName[] = [];
    const stop = onScreenName((named) => names.push(named));
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Days of leave' })).toBeInTheDocument();
    expect(screen.getByText(/^Shared by Ada Admin on .*It can be read until Dec 24, 2026/)).toBeInTheDocument();
    const [prompt, answer] = screen.getAllByRole('article');
    expect(prompt).toHaveAccessibleName(/^Ada Admin/);
    expect(prompt).toHaveTextContent('How many days?');
    // The cast holds: the second of two.
    expect(await within(answer as HTMLElement).findByText('thirty')).toHaveProperty('tagName', 'STRONG');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(names).toEqual([{ path: `/shared/${share.id}`, name: 'Days of leave' }]);
    stop();
  });

  it('shows the tools that were called for an answer, and asks for them only where there are some', async () => {
    server.answer(listSharedToolCalls, { items: [exampleToolCall(2)] });
    show();
    await screen.findByText('How many days?');
    expect(server.requests(listSharedToolCalls)).toHaveLength(0);
    cleanup();
    const answer = exampleAnswer(2, 'It was sent.');
    server.answer(listSharedMessages, messages({ ...answer, has_calls: true }, examplePrompt(1, 'Where is A-7?')));
    show();
    expect(
      await within(await screen.findByRole('list', { name: 'Tool calls' })).findByText('Orders: find'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Allow once' })).not.toBeInTheDocument();
  });

  it('shows nothing of what was reasoned, whatever its messages say of it', async () => {
    server.answer(
      listSharedMessages,
      messages({ ...exampleAnswer(2, 'Thirty.'), reasoning_ms: 12_400 }, examplePrompt(1, 'How many?')),
    );
    show();
    expect(await screen.findByText('Thirty.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Thought/ })).not.toBeInTheDocument();
  });

  it('says to whom it belongs that others see it so', async () => {
    server.answer(getSharedDialogue, { ...share, is_own: true });
    show();
    expect(await screen.findByText(/^You shared this on/)).toBeInTheDocument();
  });

  it('loads what is older before it', async () => {
    server.answer(listSharedMessages, ({ query }) =>
      query.cursor === undefined
        ? { items: [exampleAnswer(4, 'Newer')], next_cursor: 'older' }
        : messages(examplePrompt(1, 'Oldest')),
    );
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Load older messages' }));
    await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Oldest'));
    expect(screen.queryByRole('button', { name: 'Load older messages' })).not.toBeInTheDocument();
  });

  it('goes on as one’s own; a second try makes no second copy', async () => {
    server.answer(copySharedDialogue, exampleDialogue(7));
    server.fail(copySharedDialogue, 'rate_limited', { times: 1 });
    const { user, location } = show();
    await user.click(await goOn());
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    await user.click(await goOn());
    await waitFor(() => expect(location()).toBe(`/dialogue/${exampleDialogue(7).id}`));
    const [first, second] = server.requests(copySharedDialogue);
    expect(second?.body.idempotency_key).toBe(first?.body.idempotency_key);
  });

  it('says that one may not use the assistant, or that the share has ended meanwhile', async () => {
    server.fail(copySharedDialogue, 'not_found');
    const { user } = show();
    await user.click(await goOn());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You don’t have access to this assistant, or the dialogue is no longer shared.',
    );
  });

  it.each([getSharedDialogue, listSharedMessages])('that has ended is not found: $path', async (endpoint) => {
    server.fail(endpoint, 'not_found');
    show();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This dialogue isn’t shared with you' }),
    ).toBeInTheDocument();
  });

  it('says in words what failed, and loads again', async () => {
    server.fail(getSharedDialogue, 'rate_limited', { times: 1 });
    server.fail(listSharedMessages, 'rate_limited', { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Days of leave' })).toBeInTheDocument();
  });
});
