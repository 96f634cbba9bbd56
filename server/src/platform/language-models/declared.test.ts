import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../config/config.ts';
import { readDeclared } from './declared.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-models-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Declares models by a file with this content and these settings. */
function declare(content: unknown, settings: Record<string, string> = {}) {
  const file = join(folder, 'models.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readDeclared(readConfig({ MODELS_FILE: file, ...settings }));
}
const provider = (changes: object = {}, ...models: object[]) => ({
  name: 'house',
  base_url: 'http://localhost:11434/v1',
  models: models.length > 0 ? models : [{ name: 'small' }],
  ...changes,
});
const settings = { MODEL_BASE_URL: 'https://api.example.org/v1', MODEL_NAME: 'large' };

test('without a word from the operator nothing is declared', () => {
  expect(readDeclared(readConfig({}))).toEqual({ standard: null, providers: [], currency: null });
});

test('the settings declare one provider with a model, one that stands in for it, and one that finds passages', () => {
  const declared = readDeclared(
    readConfig({
      ...settings,
      MODEL_API_KEY: 'key',
      MODEL_CONTEXT_LENGTH: '128000',
      MODEL_SEES_IMAGES: 'true',
      MODEL_REASONING_EFFORTS: 'low, high',
      MODEL_INPUT_PRICE: '2.50',
      MODEL_OUTPUT_PRICE: '10',
      MODEL_FALLBACK_NAME: 'small',
      EMBEDDING_MODEL_NAME: 'finder',
    }),
  );
  expect(declared).toMatchObject({
    currency: 'USD',
    providers: [{ name: 'settings', base_url: settings.MODEL_BASE_URL, api_key: 'key' }],
  });
  expect(declared.providers[0]?.models).toEqual([
    {
      name: 'large',
      for: 'answers',
      context_length: 128_000,
      sees_images: true,
      reasoning_efforts: ['low', 'high'],
      languages: [],
      price: { input: 2.5, output: 10, currency: 'USD' },
      fallback: 'settings/small',
    },
    { name: 'small', for: 'answers', sees_images: false, languages: [] },
    { name: 'finder', for: 'embeddings', sees_images: false, languages: [] },
  ]);
});

test('how long a model is waited for is declared with it, and with the settings for all of theirs', () => {
  const { providers } = declare(
    { providers: [provider({}, { name: 'slow', first_word_seconds: 900, between_words_seconds: 120 })] },
    { ...settings, MODEL_FIRST_WORD_SECONDS: '300', MODEL_FALLBACK_NAME: 'small' },
  );
  expect(
    providers.map(({ models }) => models.map((model) => [model.first_word_seconds, model.between_words_seconds])),
  ).toEqual([
    [
      [300, undefined],
      [300, undefined],
    ],
    [[900, 120]],
  ]);
  expect(() => declare({ providers: [provider({}, { name: 'slow', first_word_seconds: 0 })] })).toThrow(
    /is wrong at providers\.0\.models\.0\.first_word_seconds/,
  );
  expect(() => readConfig({ ...settings, MODEL_FIRST_WORD_SECONDS: '0' })).toThrow(/from 1 to 3600/);
});

test('a file declares further ones, and which of all is the standard', () => {
  const declared = declare(
    {
      standard: 'house/small',
      providers: [
        provider(
          { api_key: 'secret' },
          { name: 'small', context_length: 8_000, languages: ['th-TH'], fallback: 'settings/large' },
        ),
      ],
    },
    settings,
  );
  expect(declared.standard).toBe('house/small');
  expect(declared.providers.map(({ name }) => name)).toEqual(['settings', 'house']);
});

test.each([
  ['no JSON', '{ "providers": [ { "api_key": "hunter2" ', /is no JSON/],
  ['a wrong address', { providers: [provider({ base_url: 'ftp://localhost' })] }, /is wrong at providers\.0\.base_url/],
  ['a key that is misspelt', { providers: [provider({ apikey: 'hunter2' })] }, /is wrong at providers\.0/],
  ['a provider without a model', { providers: [{ ...provider(), models: [] }] }, /is wrong at providers\.0\.models/],
  ['a name that could be two', { providers: [provider({ name: 'a/b' })] }, /is wrong at providers\.0\.name/],
  ['the name of the settings', { providers: [provider({ name: 'settings' })] }, /is wrong at providers\.0\.name/],
  ['a provider twice', { providers: [provider(), provider()] }, /declares the provider “house” twice/],
  [
    'a model twice',
    { providers: [provider({}, { name: 'small' }, { name: 'small' })] },
    /declares the model “house\/small” twice/,
  ],
  ['a standard that is not there', { standard: 'house/large', providers: [provider()] }, /names “house\/large”/],
  [
    'a fallback that answers nothing',
    { providers: [provider({}, { name: 'a', fallback: 'house/b' }, { name: 'b', for: 'embeddings' })] },
    /names “house\/b”/,
  ],
  [
    'two currencies',
    {
      providers: [
        provider(
          {},
          { name: 'a', price: { input: 1, output: 1, currency: 'EUR' } },
          { name: 'b', price: { input: 1, output: 1, currency: 'USD' } },
        ),
      ],
    },
    /in EUR and USD/,
  ],
])('%s stops the program with a sentence that says where, and repeats no secret', (_, content, words) => {
  const attempt = () => declare(content);
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(words);
  expect(attempt).not.toThrow(/hunter2/);
});

test('a file that is not there stops the program', () => {
  expect(() => readDeclared(readConfig({ MODELS_FILE: join(folder, 'none.json') }))).toThrow(/cannot be read/);
});

test.each([
  [{ MODEL_FALLBACK_NAME: 'a' }, /MODEL_FALLBACK_NAME is there without MODEL_BASE_URL/],
  [{ ...settings, MODEL_FALLBACK_NAME: 'large' }, /three different models/],
  [{ ...settings, MODEL_INPUT_PRICE: '1' }, /both or not at all/],
])('%j is refused', (environment, words) => {
  expect(() => readConfig(environment)).toThrow(words);
});
