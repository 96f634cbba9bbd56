import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { createEmbedder } from './embedder.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const never = new AbortController().signal;

test('makes a vector of each text, in order, however many there are', async () => {
  const embedder = createEmbedder({ baseUrl: server.baseUrl, modelName: 'small', provider: 'house' });
  const texts = Array.from({ length: 250 }, (_, at) => 'e'.repeat(at));
  const { vectors, inputTokens, isEstimated } = await embedder.embed(texts, never);
  // The stand-in counts a token a text.
  expect([inputTokens, isEstimated]).toEqual([250, false]);
  expect(vectors.map(([e]) => e)).toEqual(texts.map((_, at) => at));
  expect(await embedder.embed([], never)).toEqual({ vectors: [], inputTokens: 0, isEstimated: false });
});

test('a provider that has no such path is told as one with wrong settings', async () => {
  const embedder = createEmbedder({ baseUrl: `${server.baseUrl}/nowhere`, modelName: 'small', provider: 'house' });
  await expect(embedder.embed(['a'], never)).rejects.toMatchObject({
    code: 'model_misconfigured',
    said: { status: 404, words: 'No such path.' },
  });
});

test('stops when it is told to', async () => {
  const embedder = createEmbedder({ baseUrl: server.baseUrl, modelName: 'small', provider: 'house' });
  await expect(embedder.embed(['a'], AbortSignal.abort('stopped'))).rejects.toBe('stopped');
});

test.each([
  ['no values', 0],
  ['too many values', 16_385],
])('a vector of %s is refused', async (modelName, length) => {
  const embedder = createEmbedder({ baseUrl: server.baseUrl, modelName, provider: 'house' });
  await expect(embedder.embed(['a'], never)).rejects.toMatchObject({
    name: 'ModelFailure',
    message: expect.stringContaining(`A vector has ${length} values.`),
  });
});
