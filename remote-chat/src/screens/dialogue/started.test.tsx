import { screen, waitFor } from '@testing-library/react';
import { getDialogue, listMessages, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import { ask } from '@parlance/shared/ui/answer/ask';
import { answerEvents, dialogueId, exampleAnswer, exampleDialogue, examplePrompt } from '../../examples/examples.ts';
import { forgetStarted, keepStarted } from '../../started/started-dialogue.ts';
import { dialogueScreen } from '../../testing/dialogue-screen.tsx';

const { bot } = exampleDialogue();
const turn = {
  dialogue_id: dialogueId,
  prompt: examplePrompt(1, 'How many days?'),
  answer: exampleAnswer(2, '', 'running'),
};
const { server, show, answers } = dialogueScreen(turn.answer, turn.prompt);
afterEach(forgetStarted);

describe('a dialogue that was just started', () => {
  it('is shown at once, and its answer followed', async () => {
    keepStarted({ turn, connection: null, bot });
    server.hang(getDialogue);
    server.hang(listMessages);
    server.streamEvents(streamRun, answerEvents(['Thirty.']));
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'How many days?' })).toBeInTheDocument();
    await waitFor(() => expect(answers()[0]).toHaveTextContent('Thirty.'));
  });

  it('has its answer from the request that started it, until it is left', async () => {
    server.answerFollowed(startDialogue, turn, answerEvents(['Thirty.']).slice(0, 1), { then: 'hold' });
    const body = { bot_id: bot.id, prompt: 'How many days?', idempotency_key: dialogueId };
    keepStarted({ ...(await ask(startDialogue, { body })), bot });
    const { unmount } = show();
    await waitFor(() => expect(answers()[0]).toHaveTextContent('Thirty.'));
    // The server knows more by now, and reading continues.
    await screen.findByRole('heading', { level: 1, name: 'Days of leave' });
    expect(server.openStreams(startDialogue)).toBe(1);
    unmount();
    expect(server.openStreams(startDialogue)).toBe(0);
    expect(server.requests(streamRun)).toEqual([]);
  });
});
