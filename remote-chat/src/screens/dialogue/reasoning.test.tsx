import { screen, waitFor, within } from '@testing-library/react';
import { listMessages } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { readReasoning } from '@parlance/shared/contract/api/runs/reasoning';
import { streamRun, type RunEvent } from '@parlance/shared/contract/api/runs/runs';
import { answerEvents, exampleAnswer, examplePrompt } from '../../examples/examples.ts';
import { dialogueScreen, messages } from '../../testing/dialogue-screen.tsx';

const asked = examplePrompt(1, 'How many days?');
const reasoned: Message = { ...exampleAnswer(2, 'You have **thirty** days.'), reasoning_ms: 12_400 };
const { server, show, answers } = dialogueScreen(reasoned, asked);

const thought = (text: string, from: number, { isOver = false, at = 0 } = {}): { id: string; data: RunEvent } => ({
  id: String(at),
  data: { type: 'reasoning', text, from, ms: 12_400, is_over: isOver },
});
/** An event behind which the stand-in of the server goes on for a reader without text. */
const beginning: { id: string; data: RunEvent } = { id: '0', data: { type: 'rules', rules: [] } };

test('what is reasoned before an answer is folded, is read on when the connection is back, and is none of the answer', async () => {
  server.answer(listMessages, messages(exampleAnswer(2, '', 'running'), asked));
  server.streamEvents(streamRun, [
    beginning,
    thought('The *handbook* has it.', 0, { isOver: true }),
    ...answerEvents(['You have thirty days.']),
  ]);
  server.streamEvents(streamRun, [beginning, thought('The *hand', 0)], { then: 'hold', times: 1 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Thinking…' }));
  expect(screen.getByText('Leave helper is thinking').closest('[role="status"]')).toBeInTheDocument();
  await waitFor(() => expect(answers()[0]).toHaveTextContent('hand'));
  server.cutStreams();
  expect(await screen.findByText('handbook', { selector: 'em' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Thought for 12 seconds' })).toBeInTheDocument();
  await waitFor(() => expect(answers()[0]).toHaveAttribute('aria-busy', 'false'));
  // All that is read aloud.
  expect(await screen.findByText('Leave helper answered: You have thirty days.')).toBeInTheDocument();
  expect(server.requests(readReasoning)).toHaveLength(0);
});

test('an answer that is loaded in the middle is read on from where its text began anew', async () => {
  const { run, ...loaded } = exampleAnswer(2, 'You ', 'running');
  server.answer(
    listMessages,
    messages({ ...loaded, run: run && { ...run, text_from: 3 }, reasoning_ms: 12_400 }, asked),
  );
  server.streamEvents(streamRun, [
    { id: '7', data: { type: 'rules', rules: [] } },
    thought('Hm.', 0, { isOver: true, at: 7 }),
    ...answerEvents(['have', ' thirty days.'], { from: 7 }),
  ]);
  const { user } = show();
  await waitFor(() => expect(answers()[0]).toHaveAttribute('aria-busy', 'false'));
  expect(within(answers()[0] ?? document.body).getByText('You have thirty days.')).toBeInTheDocument();
  expect(server.requests(streamRun).map(({ headers }) => headers.get('last-event-id'))).toEqual(['7']);
  await user.click(screen.getByRole('button', { name: 'Thought for 12 seconds' }));
  expect(await screen.findByText('Hm.')).toBeInTheDocument();
});

test('what is copied of an answer is the answer, though its reasoning is open', async () => {
  server.answer(readReasoning, { text: 'The handbook has it.' });
  const { user } = show();
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: 'Thought for 12 seconds' }));
  expect(await screen.findByText('The handbook has it.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Copy answer' }));
  expect(written).toHaveBeenLastCalledWith('You have **thirty** days.');
  for (const [item, copied] of [
    ['Copy as Markdown', 'You have **thirty** days.'],
    ['Copy as text', 'You have thirty days.'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Answer actions' }));
    await user.click(screen.getByRole('menuitem', { name: item }));
    expect(written).toHaveBeenLastCalledWith(copied);
  }
});
