import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getDialogue, listMessages, sendPrompt } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { stopRun, streamRun } from '@parlance/shared/contract/api/runs';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onUsageSignal } from '@parlance/shared/usage';
import { answerEvents, dialogueId, exampleAnswer, exampleDialogue, examplePrompt, policyCitation, runIdOf } from '../../examples/examples.ts';
import { forgetStarted, keepStarted } from '../../started/started-dialogue.ts';
import Dialogue from './dialogue.tsx';

const server = fakeServer();
const messages = (...newestFirst: Message[]) => ({ items: newestFirst, next_cursor: null });
const asked = examplePrompt(1, 'How many days?');
const answered = exampleAnswer(2, 'You have **thirty** days [1].', 'complete', [policyCitation]);

function show() {
  return renderScreen(<Dialogue />, { session: {}, route: '/dialogue/:dialogueId', path: `/dialogue/${dialogueId}` });
}
const field = () => screen.findByRole('textbox', { name: 'Message' });
const answers = () => screen.getAllByRole('article', { name: /^Leave helper/ });

describe('a dialogue', () => {
  // Once, so that no test waits for it.
  beforeAll(() => import('../../answer/markdown.tsx'));
  beforeEach(() => {
    sessionStorage.clear();
    server.answer(getDialogue, exampleDialogue());
    server.answer(listMessages, messages(answered, asked));
  });

  it('shows what was said, each message named by its author', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Days of leave' })).toBeInTheDocument();
    expect(screen.getByRole('article', { name: /^Mia Member/ })).toHaveTextContent('How many days?');
    const [answer] = answers();
    expect(answer).toHaveAttribute('aria-busy', 'false');
    expect(await within(answer as HTMLElement).findByText('thirty')).toHaveProperty('tagName', 'STRONG'); // there by the line above
  });

  it('sends on Enter, streams the answer in, and says when it is finished', async () => {
    const turn = { dialogue_id: dialogueId, prompt: examplePrompt(3, 'And in 2027?'), answer: exampleAnswer(4, '', 'queued') };
    server.answer(sendPrompt, turn);
    server.streamEvents(streamRun, answerEvents(['The ', 'same.'], { citations: [policyCitation] }));
    const signals: string[] = [];
    const stopListening = onUsageSignal((signal) => signals.push(signal));
    const { user } = show();
    await user.type(await field(), 'And in 2027?{Enter}');
    await waitFor(() => expect(answers()[1]).toHaveAttribute('aria-busy', 'false'));
    expect(answers()[1]).toHaveTextContent('The same.');
    expect(await field()).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
    expect(screen.getByText('Leave helper has answered: The same.')).toBeInTheDocument();
    expect(signals[0]).toBe('typing');
    expect(signals.at(-1)).toBe('reading');
    stopListening();
  });

  it('begins a new line with Shift and Enter, and does not send while a word is being composed', async () => {
    const { user } = show();
    await user.type(await field(), 'one{Shift>}{Enter}{/Shift}two');
    expect(await field()).toHaveValue('one\ntwo');
    fireEvent.keyDown(await field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 });
    expect(await field()).toHaveValue('one\ntwo');
    expect(server.requests(sendPrompt)).toHaveLength(0);
  });

  it('sends nothing that is empty', async () => {
    const { user } = show();
    await user.type(await field(), '   {Enter}');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    expect(server.requests(sendPrompt)).toHaveLength(0);
  });

  it('goes on with an answer that is being written, from where it stands', async () => {
    server.answer(listMessages, messages(exampleAnswer(2, 'You have ', 'running'), asked));
    server.streamEvents(streamRun, [{ id: '9', data: { type: 'delta', text: 'You have ' } }, ...answerEvents(['thirty days.'], { from: 9 })]);
    show();
    await waitFor(() => expect(answers()[0]).toHaveAttribute('aria-busy', 'false'));
    expect(answers()[0]).toHaveTextContent('You have thirty days.');
    expect(server.requests(streamRun)[0]?.headers.get('last-event-id')).toBe('9');
    expect(server.requests(streamRun)[0]?.params.run_id).toBe(runIdOf(2));
  });

  it('says that the connection is lost, and goes on when it is back', async () => {
    server.answer(listMessages, messages(exampleAnswer(2, '', 'running'), asked));
    server.streamEvents(streamRun, answerEvents(['You have ', 'thirty days.']));
    server.streamEvents(streamRun, answerEvents(['You have '], { end: false }), { then: 'cut', times: 1 });
    show();
    expect(await screen.findByText(/The connection is lost/)).toBeInTheDocument();
    await waitFor(() => expect(answers()[0]).toHaveTextContent('You have thirty days.'));
    await waitFor(() => expect(screen.queryByText(/The connection is lost/)).not.toBeInTheDocument());
  });

  it('stops an answer, with “Stop” in the place of “Send” while it runs', async () => {
    server.answer(listMessages, messages(exampleAnswer(2, 'You have', 'running'), asked));
    server.streamEvents(streamRun, [], { then: 'hold' });
    server.answer(stopRun, { status: 'stopped' });
    server.fail(stopRun, 'rate_limited', { times: 1 });
    const { user } = show();
    const stop = await screen.findByRole('button', { name: 'Stop' });
    expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument();
    await user.click(stop);
    expect(await screen.findByRole('alert')).toHaveTextContent('The answer could not be stopped.');
    await user.click(stop);
    await waitFor(() => expect(server.requests(stopRun)).toHaveLength(2));
    expect(server.requests(stopRun)[1]?.params.run_id).toBe(runIdOf(2));
  });

  it.each([
    ['stopped', null, 'You stopped this answer. What was written is kept.'],
    ['interrupted', null, 'This answer was interrupted. What was written is kept.'],
    ['failed', 'model_timeout', 'This answer could not be finished.'],
  ] as const)('marks an answer that was %s, and keeps what was written', async (status, code, words) => {
    server.answer(listMessages, messages(exampleAnswer(2, 'You have', status, [], code), asked));
    show();
    expect(await screen.findByText(new RegExp(words))).toBeInTheDocument();
    expect(answers()[0]).toHaveTextContent('You have');
    expect(answers()[0]).toHaveAttribute('aria-busy', 'false');
  });

  it('keeps what could not be sent, and sends it again as the same attempt', async () => {
    const turn = { dialogue_id: dialogueId, prompt: examplePrompt(3, 'More?'), answer: exampleAnswer(4, 'No.') };
    server.answer(sendPrompt, turn);
    server.fail(sendPrompt, 'rate_limited', { times: 1 });
    const { user } = show();
    await user.type(await field(), 'More?{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your message was not sent');
    expect(await field()).toHaveValue('More?');
    expect(screen.queryAllByRole('article', { name: /^Mia Member/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(answers()).toHaveLength(2));
    const [first, second] = server.requests(sendPrompt);
    expect(second?.body.idempotency_key).toBe(first?.body.idempotency_key);
  });

  it('shows the answer that another device asked for meanwhile, and keeps what is typed', async () => {
    server.fail(sendPrompt, 'run_active');
    server.streamEvents(streamRun, answerEvents(['Elsewhere.']), { then: 'end' });
    const { user } = show();
    await field();
    server.answer(listMessages, messages(exampleAnswer(4, '', 'running'), examplePrompt(3, 'Elsewhere?'), answered, asked));
    await user.type(await field(), 'Here?{Enter}');
    await waitFor(() => expect(answers()[1]).toHaveTextContent('Elsewhere.'));
    expect(await field()).toHaveValue('Here?');
  });

  it('keeps a draft over a reload', async () => {
    const first = show();
    await first.user.type(await field(), 'Half a thou');
    first.unmount();
    show();
    expect(await field()).toHaveValue('Half a thou');
  });

  it('opens the passage behind a mark, and gives the focus back on Escape', async () => {
    const { user } = show();
    const mark = await screen.findByRole('button', { name: 'Source 1: leave-policy.md' });
    await user.click(mark);
    const panel = screen.getByRole('dialog', { name: /leave-policy\.md/ });
    expect(panel).toHaveTextContent('Days of leave');
    expect(panel).toHaveTextContent('Everyone has thirty days of leave a year.');
    expect(within(panel).getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(mark).toHaveFocus();
  });

  it('copies an answer and says so', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Copy the answer' }));
    expect(await navigator.clipboard.readText()).toBe('You have **thirty** days [1].');
    expect(screen.getAllByText('Copied')).not.toHaveLength(0);
  });

  it('loads older messages before those that are there', async () => {
    server.answer(listMessages, ({ query }) =>
      query.cursor === undefined
        ? { items: [answered, asked], next_cursor: 'older' }
        : messages(exampleAnswer(6, 'Yes.'), examplePrompt(5, 'Are you there?')),
    );
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Load older messages' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
    expect(screen.getAllByRole('article')[0]).toHaveTextContent('Are you there?');
    expect(screen.queryByRole('button', { name: 'Load older messages' })).not.toBeInTheDocument();
  });

  it('shows a dialogue that was just started at once, and follows its answer', async () => {
    const turn = { dialogue_id: dialogueId, prompt: examplePrompt(1, 'How many days?'), answer: exampleAnswer(2, '', 'queued') };
    keepStarted({ turn, bot: exampleDialogue().bot });
    server.hang(getDialogue);
    server.hang(listMessages);
    server.streamEvents(streamRun, answerEvents(['Thirty.']));
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'How many days?' })).toBeInTheDocument();
    await waitFor(() => expect(answers()[0]).toHaveTextContent('Thirty.'));
    forgetStarted();
  });

  it('leads home from a dialogue that does not exist', async () => {
    server.fail(getDialogue, 'not_found');
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such dialogue' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'To the home page' })).toHaveAttribute('href', '/');
  });
});
