import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getDialogue, listMessages, sendPrompt } from '@parlance/shared/contract/api/dialogues';
import { readFileText } from '@parlance/shared/contract/api/files';
import { stopRun, streamRun } from '@parlance/shared/contract/api/runs/runs';
import { comeBack } from '@parlance/shared/testing';
import { onUsageSignal } from '@parlance/shared/usage';
import {
  answerEvents,
  dialogueId,
  exampleAnswer,
  examplePrompt,
  policyCitation,
  runIdOf,
} from '../../examples/examples.ts';
import { dialogueScreen, messages } from '../../testing/dialogue-screen.tsx';

const asked = examplePrompt(1, 'How many days?');
const answered = exampleAnswer(2, 'You have **thirty** days [1].', 'complete', [policyCitation]);

const { server, show, field, answers } = dialogueScreen(answered, asked);

describe('a dialogue', () => {
  it('shows what was said, each message named by its author', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Days of leave' })).toBeInTheDocument();
    expect(screen.getByRole('article', { name: /^Mia Member/ })).toHaveTextContent('How many days?');
    const [answer] = answers();
    expect(answer).toHaveAttribute('aria-busy', 'false');
    // The cast holds by the line above.
    expect(await within(answer as HTMLElement).findByText('thirty')).toHaveProperty('tagName', 'STRONG');
  });

  it('that was deleted elsewhere is not shown any more when the person comes back', async () => {
    show();
    expect(await screen.findByText('How many days?')).toBeInTheDocument();
    for (const endpoint of [getDialogue, listMessages]) server.fail(endpoint, 'not_found');
    await comeBack();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dialogue not found' })).toBeInTheDocument();
    expect(screen.queryByText('How many days?')).not.toBeInTheDocument();
  });

  it('sends on Enter, streams the answer in, and says when it is finished', async () => {
    const turn = {
      dialogue_id: dialogueId,
      prompt: examplePrompt(3, 'And in 2027?'),
      answer: exampleAnswer(4, '', 'queued'),
    };
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
    expect(screen.getByText('Leave helper answered: The same.')).toBeInTheDocument();
    expect(signals[0]).toBe('typing');
    expect(signals.at(-1)).toBe('reading');
    stopListening();
  });

  it('is read from the first answer on: the focus that the screen gives its field by itself is no typing', async () => {
    jest.spyOn(globalThis, 'matchMedia').mockImplementation(
      (media) =>
        ({
          media,
          matches: media === '(pointer: fine)',
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    ); // the parts that the screen uses
    const signals: string[] = [];
    const stopListening = onUsageSignal((signal) => signals.push(signal));
    const { user } = show();
    expect(await field()).toHaveFocus();
    expect(signals).toEqual([]);
    await user.keyboard('a');
    expect(signals).toEqual(['typing']);
    (await field()).blur();
    await user.click(await field());
    expect(signals).toEqual(['typing', 'typing']);
    stopListening();
    jest.restoreAllMocks();
  });

  it('reads the answer from the request that asked for it, and goes on at its own address when that is cut', async () => {
    const turn = {
      dialogue_id: dialogueId,
      prompt: examplePrompt(3, 'And in 2027?'),
      answer: exampleAnswer(4, '', 'running'),
    };
    const events = answerEvents(['The ', 'same.']);
    server.answerFollowed(sendPrompt, turn, events);
    const { user } = show();
    await user.type(await field(), 'And in 2027?{Enter}');
    await waitFor(() => expect(answers()[1]).toHaveTextContent('The same.'));
    expect(server.requests(streamRun)).toHaveLength(0);
    const next = {
      dialogue_id: dialogueId,
      prompt: { ...examplePrompt(5, 'And then?'), parent_id: turn.answer.id },
      answer: exampleAnswer(6, '', 'running'),
    };
    server.answerFollowed(sendPrompt, next, events.slice(0, 1), { then: 'hold' });
    server.streamEvents(streamRun, events);
    await user.type(await field(), 'And then?{Enter}');
    await waitFor(() => expect(answers()[2]).toHaveTextContent('The'));
    server.cutStreams();
    await waitFor(() => expect(answers()[2]).toHaveTextContent('The same.'), { timeout: 3000 });
    expect(
      server.requests(streamRun).map(({ params, headers }) => [params.run_id, headers.get('last-event-id')]),
    ).toEqual([[runIdOf(6), '4']]);
  });

  it('reads out the beginning of a very long answer, which is read on in its place', async () => {
    server.answer(sendPrompt, {
      dialogue_id: dialogueId,
      prompt: examplePrompt(3, 'All of it?'),
      answer: exampleAnswer(4, '', 'queued'),
    });
    server.streamEvents(streamRun, answerEvents(['word '.repeat(4_000)]));
    const { user } = show();
    await user.type(await field(), 'All of it?{Enter}');
    const news = await screen.findByText(/^Leave helper answered: word .* …$/);
    expect(news.textContent.length).toBeLessThan(3_100);
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
    server.streamEvents(streamRun, [
      { id: '9', data: { type: 'delta', text: 'You have ' } },
      ...answerEvents(['thirty days.'], { from: 9 }),
    ]);
    show();
    await waitFor(() => expect(answers()[0]).toHaveAttribute('aria-busy', 'false'));
    expect(answers()[0]).toHaveTextContent('You have thirty days.');
    expect(server.requests(streamRun)[0]?.headers.get('last-event-id')).toBe('9');
    expect(server.requests(streamRun)[0]?.params.run_id).toBe(runIdOf(2));
  });

  it('says that the connection is lost, and goes on when it is back', async () => {
    server.answer(listMessages, messages(exampleAnswer(2, '', 'running'), asked));
    server.streamEvents(streamRun, answerEvents(['You have ', 'thirty days.']));
    server.streamEvents(streamRun, answerEvents(['You have '], { end: false }), { then: 'hold', times: 1 });
    show();
    await waitFor(() => expect(answers()[0]).toHaveTextContent('You have'));
    server.cutStreams();
    expect(await screen.findByText(/The connection was lost/)).toBeInTheDocument();
    await waitFor(() => expect(answers()[0]).toHaveTextContent('You have thirty days.'));
    await waitFor(() => expect(screen.queryByText(/The connection was lost/)).not.toBeInTheDocument());
  });

  it('stops an answer, with “Stop” in the place of “Send” while it runs', async () => {
    server.answer(listMessages, messages(exampleAnswer(2, 'You have', 'running'), asked));
    server.streamEvents(streamRun, [], { then: 'hold' });
    server.answer(stopRun, { status: 'stopped', is_taken_back: false });
    server.fail(stopRun, 'rate_limited', { times: 1 });
    const { user } = show();
    const stop = await screen.findByRole('button', { name: 'Stop' });
    expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument();
    await user.click(stop);
    expect(await screen.findByRole('alert')).toHaveTextContent('The answer couldn’t be stopped.');
    await user.click(stop);
    await waitFor(() => expect(server.requests(stopRun)).toHaveLength(2));
    expect(server.requests(stopRun)[1]?.params.run_id).toBe(runIdOf(2));
  });

  it.each([
    ['stopped', null, 'You stopped this answer. What was written so far is kept.'],
    ['interrupted', null, 'This answer was interrupted. What was written so far is kept.'],
    ['failed', 'model_timeout', 'This answer couldn’t be finished.'],
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
    expect(await screen.findByRole('alert')).toHaveTextContent('Your prompt wasn’t sent');
    expect(await field()).toHaveValue('More?');
    expect(screen.queryAllByRole('article', { name: /^Mia Member/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(answers()).toHaveLength(2));
    const [first, second] = server.requests(sendPrompt);
    expect(second?.body.idempotency_key).toBe(first?.body.idempotency_key);
  });

  it('shows what a rule says about a message, and sends it anyway only where one says so', async () => {
    server.answer(sendPrompt, {
      dialogue_id: dialogueId,
      prompt: examplePrompt(3, 'What about Falcon?'),
      answer: exampleAnswer(4, 'No.'),
    });
    server.fail(sendPrompt, 'prompt_warned', {
      times: 1,
      issues: [
        { path: 'message', message: 'Names of projects are confidential.' },
        { path: 'rule', message: 'Projects' },
      ],
    });
    const { user } = show();
    await user.type(await field(), 'What about Falcon?{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Names of projects are confidential.Rule: Projects');
    expect(await field()).toHaveValue('What about Falcon?');
    await user.click(screen.getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(answers()).toHaveLength(2));
    expect(server.requests(sendPrompt).map(({ body }) => body.accepts_warning)).toEqual([false, true]);
  });

  it('says which rule did what to a prompt and to an answer: as it comes, and when it is opened again', async () => {
    const rules = [{ name: 'Names of projects', action: 'mask' as const }];
    const masked = {
      ...examplePrompt(3, 'Does █████ fly?'),
      applied_rules: [{ name: 'Careful', action: 'warn' as const }],
    };
    server.answer(sendPrompt, { dialogue_id: dialogueId, prompt: masked, answer: exampleAnswer(4, '', 'queued') });
    const [first, ...later] = answerEvents(['█████', ' flies.']);
    server.streamEvents(streamRun, [
      ...(first === undefined ? [] : [first, { id: first.id, data: { type: 'rules' as const, rules } }]),
      ...later,
    ]);
    const { user, unmount } = show();
    await user.type(await field(), 'Does Falcon fly?{Enter}');
    const saysWhat = async () => {
      await waitFor(() => expect(answers()[1]).toHaveTextContent('The rule “Names of projects” masked part of this.'));
      expect(screen.getAllByRole('article', { name: /^Mia Member/ })[1]).toHaveTextContent(
        'The rule “Careful” gave a warning about this. It was sent anyway.',
      );
    };
    await saysWhat();
    unmount();
    server.answer(
      listMessages,
      messages({ ...exampleAnswer(4, '█████ flies.'), applied_rules: rules }, masked, answered, asked),
    );
    show();
    await saysWhat();
    expect(answers()[0]).not.toHaveTextContent('rule');
  });

  it('asks anew about a message that was changed after the warning', async () => {
    server.fail(sendPrompt, 'prompt_warned', {
      issues: [{ path: 'message', message: 'Names of projects are confidential.' }],
    });
    const { user } = show();
    await user.type(await field(), 'What about Falcon?{Enter}');
    await screen.findByRole('button', { name: 'Send anyway' });
    await user.type(await field(), ' And Heron?');
    expect(screen.queryByRole('button', { name: 'Send anyway' })).not.toBeInTheDocument();
  });

  it('shows the answer that another device asked for meanwhile, and keeps what is typed', async () => {
    server.fail(sendPrompt, 'queue_full');
    server.streamEvents(streamRun, answerEvents(['Elsewhere.']), { then: 'end' });
    const { user } = show();
    await field();
    server.answer(
      listMessages,
      messages(exampleAnswer(4, '', 'running'), examplePrompt(3, 'Elsewhere?'), answered, asked),
    );
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

  it('opens the passage behind a mark in its file, and gives the focus back on Escape', async () => {
    const wide = Object.assign(new EventTarget(), {
      matches: true,
      media: '',
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
    const media = jest.spyOn(globalThis, 'matchMedia').mockReturnValue(wide);
    const passages = ['Before all.', 'Who may go.', 'Everyone has thirty days of leave a year.', 'And after.'].map(
      (content, index) => ({
        position: index + 1,
        heading: index < 2 ? 'Who' : 'Days of leave',
        page: index + 1,
        content,
      }),
    );
    const { file_id } = policyCitation;
    server.answer(readFileText, {
      id: file_id,
      name: 'leave-policy.md',
      media_type: 'text/markdown',
      size: 12_345,
      passages: 4,
      items: passages,
      has_original: true,
    });
    const { user } = show();
    const mark = await screen.findByRole('button', { name: 'Source 1: leave-policy.md' });
    await user.click(mark);
    const panel = screen.getByRole('dialog', { name: /leave-policy\.md/ });
    expect(panel).toHaveTextContent('Everyone has thirty days of leave a year.');
    expect(within(panel).getByRole('button', { name: 'Close' })).toHaveFocus();
    expect(await within(panel).findByText('And after.')).toBeInTheDocument();
    expect(within(panel).getByText('Page 3')).toBeInTheDocument();
    expect(within(panel).getByRole('blockquote')).toHaveTextContent('Everyone has thirty days');
    expect(within(panel).getByRole('link', { name: 'Download original file' })).toHaveAttribute(
      'href',
      `http://localhost:3000/api/main/files/v1/files/${file_id}/content`,
    );
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(mark).toHaveFocus();
    media.mockRestore();
  });

  it('shows a passage as it was quoted where its file is there no more', async () => {
    server.fail(readFileText, 'not_found');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Source 1: leave-policy.md' }));
    expect(await screen.findByText(/The file no longer exists/)).toBeInTheDocument();
    expect(screen.getByRole('blockquote')).toHaveTextContent('Everyone has thirty days of leave a year.');
  });

  it('copies an answer and says so', async () => {
    const { user } = show();
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Copy answer' }));
    expect(written).toHaveBeenLastCalledWith(
      'You have **thirty** days [1].\n\nSources\n[1] leave-policy.md, Days of leave',
    );
    expect(await screen.findAllByText('Copied')).not.toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Answer actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy as text' }));
    expect(written).toHaveBeenLastCalledWith('You have thirty days.');
  });

  it('loads older messages before those that are there', async () => {
    server.answer(listMessages, ({ query }) =>
      query.cursor === undefined
        ? { items: [exampleAnswer(4, 'The same.'), examplePrompt(3, 'And in 2027?')], next_cursor: 'older' }
        : messages(answered, asked),
    );
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Load older messages' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
    expect(screen.getAllByRole('article')[0]).toHaveTextContent('How many days?');
    expect(screen.queryByRole('button', { name: 'Load older messages' })).not.toBeInTheDocument();
  });

  it('leads home from a dialogue that does not exist', async () => {
    server.fail(getDialogue, 'not_found');
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dialogue not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to home page' })).toHaveAttribute('href', '/');
  });
});
