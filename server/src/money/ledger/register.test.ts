import { readDeclared } from '../../platform/language-models/declared.ts';
import type { Declaration } from '../../platform/language-models/declared.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { registerModels } from './register.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const declared = (models: Declaration['providers'][number]['models'], standard: string | null = null): Declaration => ({
  standard,
  currency: 'EUR',
  providers: [{ name: 'house', api: 'openai' as const, base_url: 'http://localhost:1/v1', api_key: 'hunter2', models }],
});
const model = (name: string, changes: object = {}) => ({
  name,
  for: 'answers' as const,
  sees_images: false,
  languages: [],
  ...changes,
});
const register = (what: Declaration) => server.db.asSystem((trx) => registerModels(trx, what));
const rows = () => server.db.asSystem((trx) => trx.selectFrom('models').selectAll().orderBy('name').execute());

test('with nothing declared the embedded model answers for every bot', async () => {
  const { models } = server.app;
  expect(models.standard.model.kind).toBe('embedded');
  expect(models.of(null)).toBe(models.standard);
  expect(models.of('00000000-0000-4000-8000-000000000001')).toBe(models.standard);
  expect(models.embedder).toBeNull();
  expect(readDeclared(server.config)).toMatchObject({ providers: [] });
});

test('what is declared is written down with all it says, and no key or address with it', async () => {
  const price = { input: 2.5, output: 10, currency: 'EUR' };
  const catalog = await register(
    declared([
      model('large', {
        price,
        context_length: 8_000,
        sees_images: true,
        languages: ['th-TH'],
        fallback: 'house/small',
      }),
      model('small'),
      model('finder', { for: 'embeddings' }),
    ]),
  );
  const written = await rows();
  const byName = (name: string) => written.find((row) => row.name === name);
  expect(byName('large')).toMatchObject({
    input_price_micros: '2500000',
    output_price_micros: '10000000',
    currency: 'EUR',
    context_length: 8_000,
    sees_images: true,
    languages: ['th-TH'],
    fallback_id: byName('small')?.id,
  });
  expect(catalog.standard).toMatchObject({
    id: byName('large')?.id,
    price: { input: 2_500_000, output: 10_000_000, currency: 'EUR' },
    fallback: { id: byName('small')?.id },
  });
  expect(catalog.of(byName('small')?.id ?? '').modelName).toBe('small');
  // An embedding model answers for no bot.
  expect(catalog.of(byName('finder')?.id ?? '')).toBe(catalog.standard);
  expect(catalog.embedder?.name).toBe('finder');
  const everything = await server.db.asSystem(async (trx) =>
    JSON.stringify([
      await trx.selectFrom('models').selectAll().execute(),
      await trx.selectFrom('model_providers').selectAll().execute(),
    ]),
  );
  expect(everything).not.toMatch(/hunter2|localhost/);
});

test('is the same row at the next start, whatever has changed, so that bots keep their model', async () => {
  await register(declared([model('large'), model('small')]));
  const before = await rows();
  const again = await register(declared([model('small', { context_length: 4_000 })], 'house/small'));
  const after = await rows();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.find(({ name }) => name === 'large')).toMatchObject({ is_enabled: false });
  const large = after.find(({ name }) => name === 'large')?.id ?? '';
  expect(again.of(large)).toBe(again.standard);
  expect((await rows()).find(({ name }) => name === 'small')).toMatchObject({
    is_enabled: true,
    context_length: 4_000,
  });
});

test('is written once by processes that start together', async () => {
  const catalogs = await Promise.all(Array.from({ length: 5 }, () => register(declared([model('together')]))));
  expect(new Set(catalogs.map(({ standard }) => standard.id)).size).toBe(1);
});

test('a tenant may read models and change none', async () => {
  const { organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('organizations').select('id as organizationId').executeTakeFirstOrThrow(),
  );
  await expect(
    server.db.asTenant(organizationId, (trx) => trx.selectFrom('models').select('name').execute()),
  ).resolves.not.toHaveLength(0);
  await expect(
    server.db.asTenant(organizationId, (trx) => trx.updateTable('models').set({ name: 'x' }).execute()),
  ).rejects.toThrow(/permission denied/);
  await expect(
    server.db.asTenant(organizationId, (trx) => trx.selectFrom('model_providers').selectAll().execute()),
  ).rejects.toThrow(/permission denied/);
});
