import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hearAnswer, longDeadlines } from '../../testing/chat-stream.ts';
import {
  type Capability,
  type Provider,
  type ProviderExchange,
  providerKey,
} from '../../testing/provider-exchanges/exchange.ts';
import { matrixOf, withMatrix } from '../../testing/provider-exchanges/matrix.ts';
import { chatProviders, nativeProviders, otherKeys } from '../../testing/provider-exchanges/providers.ts';
import { replayOf, walkExchange } from '../../testing/provider-exchanges/walk-exchange.ts';
import { type ReplayedProvider, startReplayedProvider } from '../../testing/replayed-provider.ts';
import { createLanguageModel } from './native/open-model.ts';

// Every documented exchange of every provider. What they prove is the table in docs/models.md; to write it anew:
// WRITE_MATRIX=1 pnpm --filter @parlance/server test provider-matrix

const tables = [nativeProviders, chatProviders];
const providers = tables.flat();
const walks = [...providers, ...otherKeys].flatMap((provider) =>
  provider.exchanges.map((exchange): [string, string, Provider, ProviderExchange] => [
    provider.name,
    exchange.title,
    provider,
    exchange,
  ]),
);

let replayed: ReplayedProvider;
beforeAll(async () => {
  replayed = await startReplayedProvider();
});
afterAll(() => replayed.close());

const modelOf = ({ api, base, modelName, aws }: Provider, { settings }: ProviderExchange) =>
  createLanguageModel({
    api,
    baseUrl: new URL(base, replayed.baseUrl).href,
    ...(aws === undefined ? { apiKey: providerKey } : { aws }),
    modelName,
    deadlines: longDeadlines,
    ...settings,
  });

const proven = new Map<string, Set<Capability>>();

test.each(walks)('%s: %s', async (_, _title, provider, exchange) => {
  for (const isByteByByte of [false, true])
    await walkExchange(replayed, modelOf(provider, exchange), provider, exchange, isByteByByte);
  const names = proven.get(provider.name) ?? new Set();
  proven.set(provider.name, names);
  for (const name of exchange.proves) names.add(name);
});

test.each(providers.map((provider): [string, Provider] => [provider.name, provider]))(
  '%s: an answer that is cut at any byte is no whole answer and no other text',
  async (_, provider) => {
    const said = provider.exchanges.find(({ proves }) => proves.includes('text'));
    const response = said?.steps[0]?.roundTrips[0]?.[1];
    if (said === undefined || response === undefined) throw new Error('No exchange of this provider proves a text.');
    const { bytes } = replayOf(response, provider);
    const whole = Buffer.from(bytes as string); // a text or bytes: Buffer.from takes both
    const model = modelOf(provider, said);
    for (let length = whole.indexOf('\r\n\r\n') + 4; length < whole.length; length += 3) {
      const part = whole.subarray(0, length);
      replayed.answer({ bytes: part, then: length % 2 === 0 ? 'end' : 'reset' });
      const { text, failure } = await hearAnswer(model);
      expect('Good day.'.startsWith(text)).toBe(true);
      // A reset may overtake what was written before it; then it is a failure as well.
      if (failure === null) expect({ length, text, isWhole: part.includes(provider.end) }).toMatchObject(heardWhole);
      else expect({ length, failure }).toMatchObject({ failure: { code: 'model_unavailable' } });
    }
  },
);
const heardWhole = { text: 'Good day.', isWhole: true };

test('docs/models.md says what is proven', () => {
  const file = path.join(import.meta.dirname, '../../../../docs/models.md');
  const page = readFileSync(file, 'utf8');
  const written = withMatrix(
    page,
    tables.map((table) => matrixOf(table, proven)),
  );
  if (process.env['WRITE_MATRIX'] === '1') writeFileSync(file, written);
  else expect(page).toBe(written);
  console.info(`provider matrix: ${walks.length} exchanges of ${providers.length} providers`);
});

test('no provider lacks what an exchange of it proves', () => {
  const contradictions = providers.flatMap(({ name, lacks, exchanges }) =>
    exchanges.flatMap(({ proves }) => proves.filter((it) => lacks.includes(it)).map((it) => `${name}: ${it}`)),
  );
  expect(contradictions).toEqual([]);
});

test('the exchanges of a provider have different titles', () => {
  const titles = walks.map(([name, title]) => `${name}: ${title}`);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});
