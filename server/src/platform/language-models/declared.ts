import { readFileSync } from 'node:fs';
import { reasoningEfforts } from '@parlance/shared/contract/agents/agent-definition';
import { languages } from '@parlance/shared/contract/values/language';
import * as z from 'zod/mini';
import { type Config, ConfigError, settings } from '../config/config.ts';
import { baseUrlOf, embeddingApis, modelApis } from '../config/model-api.ts';

const microsAUnit = 1_000_000;
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
/** The price of a million tokens, in units of the currency. */
const price = z.number().check(z.gte(0), z.lte(1_000_000));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const patience = z.int().check(z.gte(1), z.lte(3_600));
const webAddress = z.url({ protocol: /^https?$/ });

const declaredModel = z.strictObject({
  /** The name that its provider knows it by. */
  name,
  /** `answers` for bots, or `embeddings` for finding passages. */
  for: z._default(z.enum(['answers', 'embeddings']), 'answers'),
  context_length: z.optional(z.int().check(z.gte(1))),
  sees_images: z._default(z.boolean(), false),
  /** The reasoning efforts that it takes. */
  reasoning_efforts: z.optional(z.array(z.enum(reasoningEfforts))),
  languages: z._default(z.array(z.enum(languages)), []),
  /** The timeouts for the first word of an answer and for each further one. */
  first_word_seconds: z.optional(patience),
  between_words_seconds: z.optional(patience),
  price: z.optional(
    z.strictObject({
      input: price,
      output: price,
      /** Of what the provider had kept of earlier requests, and of what it keeps; that of the input by default. */
      cache_read: z.optional(price),
      cache_write: z.optional(price),
      currency,
    }),
  ),
  /** The model that answers if this one cannot, as `provider/model`. */
  fallback: z.optional(name),
});
export type DeclaredModel = z.output<typeof declaredModel>;

/** A key of any length that providers give out: tokens of a session at AWS have some thousand characters. */
const key = z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000));
const awsKeys = z.strictObject({
  region: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  access_key_id: z.optional(key),
  secret_access_key: z.optional(key),
  session_token: z.optional(key),
});

const declaredProvider = z.strictObject({
  name: name.check(z.refine((text) => !text.includes('/') && text !== settingsProvider)),
  /** The protocol it is asked in. */
  api: z._default(z.enum(modelApis), 'openai'),
  /** By default the provider's own, where it has one for all. */
  base_url: z.optional(webAddress),
  api_key: z.optional(key),
  /** The region at AWS, and the keys of an account there. */
  aws: z.optional(awsKeys),
  models: z.array(declaredModel).check(z.minLength(1)),
});
export type DeclaredProvider = Omit<z.output<typeof declaredProvider>, 'base_url'> & { readonly base_url: string };

const modelsFile = z.strictObject({
  /** The model of bots that name none, as `provider/model`; by default the one of the settings, else the first. */
  standard: z.optional(name),
  providers: z.array(declaredProvider),
});

/** Models that an operator has declared: by MODEL_… for one provider, by MODELS_FILE for any number. */
export type Declaration = {
  readonly standard: string | null;
  readonly providers: readonly DeclaredProvider[];
  /** The currency of every price; null if there is none. */
  readonly currency: string | null;
};

/** The provider that the settings MODEL_… describe. */
export const settingsProvider = 'settings';

export const fullName = (provider: { readonly name: string }, model: { readonly name: string }) =>
  `${provider.name}/${model.name}`;

/** Reads the declaration. Throws a ConfigError that says what is wrong and where. */
export function readDeclared(config: Config): Declaration {
  const file = config.MODELS_FILE === undefined ? { providers: [] } : readModelsFile(config.MODELS_FILE);
  const providers = [
    ...fromSettings(config),
    ...file.providers.map((provider) => reachable(provider, config.MODELS_FILE ?? '')),
  ];
  const currencies = [
    ...new Set(providers.flatMap(({ models }) => models.flatMap(({ price }) => price?.currency ?? []))),
  ];
  const declared = { standard: file.standard ?? null, providers, currency: currencies[0] ?? null };
  checkNames(declared, config.MODELS_FILE ?? '');
  // Spending of members is a single sum, so it needs a single currency.
  if (currencies.length > 1)
    throw new ConfigError(
      `The models of MODELS_FILE and MODEL_CURRENCY have prices in ${currencies.join(' and ')}. They must be in one currency.`,
    );
  return declared;
}

function fromSettings(config: Config): DeclaredProvider[] {
  const {
    MODEL_API: api,
    MODEL_NAME: modelName,
    MODEL_INPUT_PRICE: input,
    MODEL_OUTPUT_PRICE: output,
    MODEL_FIRST_WORD_SECONDS: firstWord,
  } = config;
  const base_url = baseUrlOf(api, config.MODEL_BASE_URL);
  if (base_url === undefined || modelName === undefined) return [];
  const patient = firstWord === undefined ? {} : { first_word_seconds: firstWord };
  const traits = {
    for: 'answers' as const,
    sees_images: config.MODEL_SEES_IMAGES,
    languages: [],
    ...patient,
    ...(config.MODEL_REASONING_EFFORTS === undefined ? {} : { reasoning_efforts: config.MODEL_REASONING_EFFORTS }),
    ...(config.MODEL_CONTEXT_LENGTH === undefined ? {} : { context_length: config.MODEL_CONTEXT_LENGTH }),
    ...(input === undefined || output === undefined
      ? {}
      : {
          price: {
            input,
            output,
            ...(config.MODEL_CACHE_READ_PRICE === undefined ? {} : { cache_read: config.MODEL_CACHE_READ_PRICE }),
            ...(config.MODEL_CACHE_WRITE_PRICE === undefined ? {} : { cache_write: config.MODEL_CACHE_WRITE_PRICE }),
            currency: config.MODEL_CURRENCY,
          },
        }),
  };
  const fallback = config.MODEL_FALLBACK_NAME;
  const models: DeclaredModel[] = [
    { ...traits, name: modelName, ...(fallback === undefined ? {} : { fallback: `${settingsProvider}/${fallback}` }) },
  ];
  // Nothing is known of the second model but its name: neither its price nor its limits.
  if (fallback !== undefined)
    models.push({ name: fallback, for: 'answers', sees_images: false, languages: [], ...patient });
  if (config.EMBEDDING_MODEL_NAME !== undefined)
    models.push({
      name: config.EMBEDDING_MODEL_NAME,
      for: 'embeddings',
      sees_images: false,
      languages: [],
      ...patient,
    });
  return [
    {
      name: settingsProvider,
      api,
      base_url,
      ...(config.MODEL_API_KEY === undefined ? {} : { api_key: config.MODEL_API_KEY }),
      models,
    },
  ];
}

function readModelsFile(path: string): z.output<typeof modelsFile> {
  const wrong = (what: string, cause?: unknown) =>
    new ConfigError(`The file of MODELS_FILE (${path}) ${what}. It must be ${settings.MODELS_FILE.right}.`, { cause });
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw wrong('cannot be read', error);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own words repeat a piece of the file, and a key may stand in it.
    throw wrong('is no JSON');
  }
  const { success, data, error } = z.safeParse(modelsFile, json);
  if (!success)
    throw wrong(`is wrong at ${error.issues.map(({ path: at }) => at.join('.') || 'its beginning').join(', ')}`);
  return data;
}

/** Completes the address of a provider. Throws a ConfigError where it cannot be reached as declared. */
function reachable(provider: z.output<typeof declaredProvider>, file: string): DeclaredProvider {
  const { name: providerName, api, api_key: apiKey, aws, models } = provider;
  const wrong = (what: string) =>
    new ConfigError(`The file of MODELS_FILE (${file}) declares the provider “${providerName}” ${what}.`);
  const base_url = baseUrlOf(api, provider.base_url, aws?.region);
  if (base_url === undefined)
    throw wrong(api === 'bedrock' ? 'without aws.region or base_url' : `of the API “${api}” without base_url`);
  if (aws !== undefined && api !== 'bedrock') throw wrong('with aws, which is for the API “bedrock” alone');
  if (api === 'bedrock' && apiKey === undefined && (aws?.access_key_id === undefined || !aws.secret_access_key))
    throw wrong('without a key: it needs api_key, or aws with region, access_key_id and secret_access_key');
  if (!embeddingApis.includes(api) && models.some(({ for: purpose }) => purpose === 'embeddings'))
    throw wrong(`with a model for embeddings, which are asked for by ${embeddingApis.join(', ')} only`);
  return { ...provider, base_url };
}

function checkNames({ standard, providers }: Declaration, file: string): void {
  const answering = new Set<string>();
  const seen = new Set<string>();
  const wrong = (what: string) => new ConfigError(`The file of MODELS_FILE (${file}) ${what}.`);
  for (const provider of providers) {
    if (seen.has(provider.name)) throw wrong(`declares the provider “${provider.name}” twice`);
    seen.add(provider.name);
    for (const model of provider.models) {
      const full = fullName(provider, model);
      if (seen.has(full)) throw wrong(`declares the model “${full}” twice`);
      seen.add(full);
      if (model.for === 'answers') answering.add(full);
    }
  }
  const named = [...providers.flatMap(({ models }) => models.map(({ fallback }) => fallback)), standard ?? undefined];
  const unknown = named.find((full) => full !== undefined && !answering.has(full));
  if (unknown !== undefined)
    throw wrong(
      `names “${unknown}”, which is no model that answers. It must be provider/model, as declared in this file`,
    );
}

/** Converts the price of a million tokens to whole millionths of the currency's unit. */
export const microsOf = (units: number): number => Math.round(units * microsAUnit);
