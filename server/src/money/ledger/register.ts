import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Catalog, CatalogModel, Price } from '../../platform/language-models/catalog.ts';
import { deadlinesOf } from '../../platform/language-models/deadline.ts';
import {
  type Declaration,
  type DeclaredModel,
  type DeclaredProvider,
  fullName,
  microsOf,
} from '../../platform/language-models/declared.ts';
import { createEmbeddedModel } from '../../platform/language-models/embedded.ts';
import { type Embedder, createEmbedder } from '../../platform/language-models/embedder.ts';
import { createLanguageModel } from '../../platform/language-models/native/open-model.ts';
import type { AwsKeys } from '../../platform/language-models/native/provider-api.ts';
import { observedEmbedder, observedModel } from '../../platform/language-models/observed-model.ts';
import type { ModelNews } from '../../platform/language-models/remote-model.ts';
import type { ModelTables } from './tables.ts';

const embeddedProvider = 'parlance';
/** The lock of the registration: several processes may start at once, and write the same rows. */
const registrationLock = 4_100_410;

/** Returns the listener for calls of a model, by its provider's name and its own. */
type NewsOf = (provider: string, model: string) => ModelNews | undefined;
const untold: NewsOf = () => undefined;

/**
 * Writes the declared models into their tables, so that bots and the ledger can refer to them, and returns the
 * catalogue.
 */
export async function registerModels(trx: Trx, declared: Declaration, newsOf: NewsOf = untold): Promise<Catalog> {
  await sql`select pg_advisory_xact_lock(${registrationLock})`.execute(trx);
  const embedded = await registerEmbedded(trx);
  const models = new Map<string, CatalogModel & { fallback: CatalogModel | null }>();
  const kept = [embedded.id];
  for (const provider of declared.providers) {
    const providerId = await registerProvider(trx, provider.name);
    for (const model of provider.models) {
      const id = await registerModel(trx, providerId, model);
      kept.push(id);
      if (model.for === 'answers') models.set(fullName(provider, model), catalogModel(id, provider, model, newsOf));
    }
  }
  for (const provider of declared.providers) {
    for (const model of provider.models) {
      const [own, fallback] = [models.get(fullName(provider, model)), models.get(model.fallback ?? '')];
      if (own === undefined) continue;
      own.fallback = fallback ?? null;
      await trx
        .updateTable('models')
        .set({ fallback_id: fallback?.id ?? null })
        .where('id', '=', own.id)
        .execute();
    }
  }
  await trx.updateTable('models').set({ is_enabled: false }).where('id', 'not in', kept).execute();
  return catalogOf(declared, embedded, models, newsOf);
}

function catalogOf(
  declared: Declaration,
  embedded: CatalogModel,
  models: ReadonlyMap<string, CatalogModel>,
  newsOf: NewsOf,
): Catalog {
  const [first = embedded] = models.values();
  const standard = models.get(declared.standard ?? '') ?? first;
  const byId = new Map([embedded, ...models.values()].map((model) => [model.id, model]));
  return {
    standard,
    all: [...byId.values()],
    of: (id) => byId.get(id ?? '') ?? standard,
    currency: declared.currency,
    embedder: embedderOf(declared, newsOf),
  };
}

/** Returns the embedder: the first model declared for embeddings; null if there is none. */
export function embedderOf(declared: Declaration, newsOf: NewsOf = untold): Embedder | null {
  const [first] = declared.providers.flatMap((provider) =>
    provider.models.filter(({ for: purpose }) => purpose === 'embeddings').map((model) => ({ provider, model })),
  );
  if (first === undefined) return null;
  const { provider, model } = first;
  const { first_word_seconds: patience } = model;
  const timeoutMs = patience === undefined ? undefined : patience * 1_000;
  const told = { provider: provider.name, price: priceOf(model), timeoutMs, news: newsOf(provider.name, model.name) };
  return observedEmbedder(createEmbedder({ ...settingsOf(provider, model), ...told }));
}

const settingsOf = ({ base_url: baseUrl, api_key: apiKey }: DeclaredProvider, { name: modelName }: DeclaredModel) => ({
  baseUrl,
  apiKey,
  modelName,
});

function awsKeysOf({ aws }: DeclaredProvider): AwsKeys | undefined {
  if (aws?.access_key_id === undefined || aws.secret_access_key === undefined) return undefined;
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token: sessionToken } = aws;
  return { region, accessKeyId, secretAccessKey, sessionToken };
}

const priceOf = ({ price }: DeclaredModel): Price | null =>
  price === undefined
    ? null
    : {
        input: microsOf(price.input),
        output: microsOf(price.output),
        cacheRead: price.cache_read === undefined ? undefined : microsOf(price.cache_read),
        cacheWrite: price.cache_write === undefined ? undefined : microsOf(price.cache_write),
        currency: price.currency,
      };

type ModelWithFallback = CatalogModel & { fallback: CatalogModel | null };

function catalogModel(id: string, provider: DeclaredProvider, model: DeclaredModel, newsOf: NewsOf): ModelWithFallback {
  const { context_length: contextLength = null, sees_images: seesImages, languages } = model;
  const deadlines = deadlinesOf({ first: model.first_word_seconds, between: model.between_words_seconds });
  const asked = {
    ...settingsOf(provider, model),
    api: provider.api,
    aws: awsKeysOf(provider),
    contextLength,
    seesImages,
    reasoningEfforts: model.reasoning_efforts ?? [],
    deadlines,
    news: newsOf(provider.name, model.name),
  };
  return {
    id,
    provider: provider.name,
    modelName: model.name,
    model: observedModel(provider.name, createLanguageModel(asked)),
    price: priceOf(model),
    languages,
    fallback: null,
  };
}

async function registerEmbedded(trx: Trx): Promise<CatalogModel> {
  const model = observedModel(embeddedProvider, createEmbeddedModel());
  const id = await upsert(trx, {
    provider_id: await registerProvider(trx, embeddedProvider),
    name: model.name,
    purpose: 'answers',
    kind: 'embedded',
  });
  return { id, provider: embeddedProvider, modelName: model.name, model, price: null, languages: [], fallback: null };
}

async function registerProvider(trx: Trx, name: string): Promise<string> {
  const { id } = await trx
    .insertInto('model_providers')
    .values({ name })
    .onConflict((on) => on.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function registerModel(trx: Trx, providerId: string, model: DeclaredModel): Promise<string> {
  return upsert(trx, {
    provider_id: providerId,
    name: model.name,
    purpose: model.for,
    kind: 'language-model',
    context_length: model.context_length ?? null,
    sees_images: model.sees_images,
    languages: model.languages,
    input_price_micros: model.price === undefined ? null : microsOf(model.price.input),
    output_price_micros: model.price === undefined ? null : microsOf(model.price.output),
    currency: model.price?.currency ?? null,
  });
}

async function upsert(trx: Trx, row: Insertable<ModelTables['models']>): Promise<string> {
  const { id } = await trx
    .insertInto('models')
    .values({ ...row, is_enabled: true })
    .onConflict((on) => on.columns(['provider_id', 'name']).doUpdateSet({ ...row, is_enabled: true }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
