import { hearAnswer } from '../../testing/chat-stream.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { pictureData, withTools } from '../../testing/provider-exchanges/questions.ts';
import { questionOf } from '../../testing/question.ts';
import type { Question } from './language-model.ts';
import { createOpenAiCompatibleModel } from './openai-compatible.ts';
import { tokensOfTools, tokensOfTurn } from './tokens.ts';
import type { Exchange } from './tool-calling.ts';

const picture = { mediaType: 'image/png', bytes: Buffer.from(pictureData, 'base64') };
const exchange = (images: number): Exchange => ({
  said: '',
  calls: [
    {
      id: 'a',
      name: 'weather',
      arguments: '{}',
      result: '[image]',
      ...(images === 0 ? {} : { images: Array.from({ length: images }, () => picture) }),
    },
  ],
});
const tools = (images: number): NonNullable<Question['tools']> => ({
  functions: [],
  mayCall: true,
  ...withTools.tools,
  exchanges: [exchange(images)],
});

let provider: ModelServer;
beforeAll(async () => {
  provider = await startModelServer();
});
afterAll(() => provider.close());

test.each([
  [true, 2],
  [false, 0],
])('a model that sees: %j is sent %d pictures, in this answer and of an earlier turn', async (seesImages, count) => {
  const model = createOpenAiCompatibleModel({ baseUrl: provider.baseUrl, modelName: 'm', seesImages });
  await hearAnswer(
    model,
    questionOf({
      turns: [
        { author: 'member', content: 'weather?' },
        { author: 'bot', content: 'Sunny.', exchanges: [exchange(1)] },
        { author: 'member', content: 'and now?' },
      ],
      tools: tools(1),
    }),
  );
  const sent = JSON.stringify(provider.requests.at(-1)?.body);
  expect(sent.split(pictureData)).toHaveLength(count + 1);
  expect(sent.split('[image]')).toHaveLength(3);
});

test('a picture of a result counts as one of a prompt does, and its bytes do not', () => {
  const turn = (images: number) => tokensOfTurn({ author: 'bot', content: '', exchanges: [exchange(images)] });
  expect(turn(3) - turn(0)).toBe(3_000);
  expect(tokensOfTools(tools(3)) - tokensOfTools(tools(0))).toBe(3_000);
});
