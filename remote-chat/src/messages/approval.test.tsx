import { listMessages } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import type { RunApproval } from '@parlance/shared/contract/api/runs/runs';
import { screen } from '@testing-library/react';
import { answerEvents, exampleAnswer, examplePrompt, runIdOf } from '../examples/examples.ts';
import { dialogueScreen, messages } from '../testing/dialogue-screen.tsx';

const approval = (state: RunApproval['state'], note = ''): RunApproval => ({
  state,
  message: 'Somebody reads this first.',
  note,
  lapses_at: '2026-11-25T10:00:00.000Z',
});
const answer = (status: 'running' | 'stopped', of: RunApproval): Message => ({
  ...exampleAnswer(2, '', status),
  run: { id: runIdOf(2), status, error_code: null, approval: of },
});
const { server, show } = dialogueScreen(answer('running', approval('waiting')), examplePrompt(1, 'Which falcon?'));

test('a message that waits for an administrator says so, and is answered when it is approved', async () => {
  const decided = [approval('waiting'), approval('allowed', 'Fine by me.')].map((it) => ({
    id: '0',
    data: { type: 'approval' as const, approval: it },
  }));
  server.streamEvents(streamRun, [...decided, ...answerEvents(['A falcon.'])]);
  show();
  expect(await screen.findByText('A falcon.')).toBeInTheDocument();
  expect(screen.getByText('An administrator approved this prompt.').closest('[role="status"]')).toHaveTextContent(
    'Administrator’s note: Fine by me.',
  );
});

test('while it waits nobody is said to be writing', async () => {
  server.streamEvents(streamRun, [], { then: 'hold' });
  show();
  expect((await screen.findByText(/is waiting for an administrator/)).closest('[role="status"]')).toHaveTextContent(
    /Somebody reads this first\..*If there’s no decision by/,
  );
  expect(screen.queryByText(/is answering/)).not.toBeInTheDocument();
});

test('what was rejected says so after a reload, is not said to be stopped by its person, and is not asked once more', async () => {
  server.answer(
    listMessages,
    messages(answer('stopped', approval('refused', 'Not here.')), examplePrompt(1, 'Which falcon?')),
  );
  show();
  expect(await screen.findByText(/rejected this prompt/)).toBeInTheDocument();
  expect(screen.getByText('Administrator’s note: Not here.')).toBeInTheDocument();
  expect(screen.queryByText(/You stopped/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Regenerate' })).not.toBeInTheDocument();
});
