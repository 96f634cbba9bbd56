import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { fakeServer } from '@parlance/shared/testing';
import { ask } from '@parlance/shared/ui/answer/ask';
import { dialogueId, exampleAnswer, exampleBot, examplePrompt } from '../examples/examples.ts';
import { forgetStarted, keepStarted, startedDialogue, type StartedDialogue } from './started-dialogue.ts';

const server = fakeServer();
const bot = exampleBot();

async function startOne(): Promise<StartedDialogue> {
  const turn = {
    dialogue_id: dialogueId,
    prompt: examplePrompt(1, 'How many days?'),
    answer: exampleAnswer(2, '', 'running'),
  };
  server.answerFollowed(startDialogue, turn, [], { then: 'hold' });
  const body = { bot_id: bot.id, prompt: 'How many days?', idempotency_key: dialogueId };
  return { ...(await ask(startDialogue, { body })), bot };
}
const openConnections = () => server.openStreams(startDialogue);
afterEach(forgetStarted);

describe('the connection of a dialogue that was just started', () => {
  it('waits for its screen', async () => {
    keepStarted(await startOne());
    expect(startedDialogue(dialogueId)?.connection?.take()).not.toBeNull();
    expect(openConnections()).toBe(1);
  });

  it('is closed when another one is started before a screen has taken it', async () => {
    const [first, second] = [await startOne(), await startOne()];
    keepStarted(first);
    keepStarted(second);
    expect(openConnections()).toBe(1);
    expect(first.connection?.take()).toBeNull();
    expect(second.connection?.take()).not.toBeNull();
  });

  it('is closed with what is forgotten, unless a screen reads it', async () => {
    keepStarted(await startOne());
    forgetStarted();
    expect(openConnections()).toBe(0);
    const read = await startOne();
    keepStarted(read);
    read.connection?.take();
    forgetStarted();
    expect(openConnections()).toBe(1);
  });
});
