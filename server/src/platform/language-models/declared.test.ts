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

describe('a provider that is asked in its own protocol', () => {
  const aws = { region: 'eu-central-1', access_key_id: 'AKIA', secret_access_key: 'secret' };
  const baseUrlOf = (changes: object) =>
    declare({ providers: [{ name: 'own', models: [{ name: 'm' }], ...changes }] }).providers[0]?.base_url;

  test.each<[string, object, string]>([
    ['Anthropic', { api: 'anthropic' }, 'https://api.anthropic.com/v1'],
    ['Google', { api: 'google' }, 'https://generativelanguage.googleapis.com/v1beta'],
    ['the Responses API', { api: 'openai-responses' }, 'https://api.openai.com/v1'],
    ['Bedrock', { api: 'bedrock', aws }, 'https://bedrock-runtime.eu-central-1.amazonaws.com'],
    ['a gateway', { api: 'anthropic', base_url: 'https://gateway.example.org/v1' }, 'https://gateway.example.org/v1'],
    [
      'a resource at Azure',
      { api: 'azure', base_url: 'https://x.openai.azure.com' },
      'https://x.openai.azure.com/openai/v1',
    ],
    ['an address at Azure', { api: 'azure', base_url: 'https://gw.example.org/a/v1' }, 'https://gw.example.org/a/v1'],
  ])('%s is found', (_, changes, baseUrl) => expect(baseUrlOf(changes)).toBe(baseUrl));

  test.each<[string, object, RegExp]>([
    ['Azure without an address', { api: 'azure' }, /without base_url/],
    ['Chat Completions without an address', {}, /“openai” without base_url/],
    ['Bedrock without a region', { api: 'bedrock', api_key: 'key' }, /without aws\.region or base_url/],
    ['Bedrock without a key', { api: 'bedrock', aws: { region: 'eu-central-1' } }, /without a key/],
    ['half a key of AWS', { api: 'bedrock', aws: { region: 'a', access_key_id: 'AKIA' } }, /without a key/],
    ['keys of AWS elsewhere', { api: 'google', aws }, /for the API “bedrock” alone/],
    ['embeddings of Anthropic', { api: 'anthropic', models: [{ name: 'e', for: 'embeddings' }] }, /for embeddings/],
    ['an unknown protocol', { api: 'palm', base_url: 'https://a.example.org' }, /providers\.0\.api/],
  ])('%s is refused', (_, changes, words) => expect(() => baseUrlOf(changes)).toThrow(words));

  test('the settings declare one as well', () => {
    const [own] = readDeclared(readConfig({ MODEL_API: 'anthropic', MODEL_API_KEY: 'key', MODEL_NAME: 'm' })).providers;
    expect(own).toMatchObject({ api: 'anthropic', base_url: 'https://api.anthropic.com/v1', api_key: 'key' });
    expect(own?.models).toMatchObject([{ name: 'm' }]);
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ MODEL_API: 'anthropic' }, /MODEL_API is there without MODEL_NAME/],
    [{ MODEL_API: 'azure', MODEL_NAME: 'm' }, /MODEL_API is there without MODEL_BASE_URL/],
    [
      { MODEL_API: 'google', MODEL_NAME: 'm', EMBEDDING_MODEL_NAME: 'e' },
      /EMBEDDING_MODEL_NAME is there with a MODEL_API/,
    ],
    [{ MODEL_API: 'palm', MODEL_NAME: 'm' }, /MODEL_API is .*palm.*, and must be one of openai/],
  ])('%j is refused', (wrong, words) => expect(() => readConfig(wrong)).toThrow(words));
});

test('what a provider keeps of a prompt has prices of its own', () => {
  const price = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75, currency: 'USD' };
  expect(declare({ providers: [provider({}, { name: 'm', price })] }).providers[0]?.models[0]?.price).toEqual(price);
  const prices = {
    MODEL_INPUT_PRICE: '3',
    MODEL_OUTPUT_PRICE: '15',
    MODEL_CACHE_READ_PRICE: '0.3',
    MODEL_CACHE_WRITE_PRICE: '3.75',
  };
  expect(readDeclared(readConfig({ ...settings, ...prices })).providers[0]?.models[0]?.price).toEqual(price);
});
