import { type Bot, type GalleryBot, getBot, listBots, setFavorite } from '@parlance/shared/contract/api/bots';
import { botNamed, start } from '../../testing/asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function list(client: Client): Promise<GalleryBot[]> {
  const { body } = await client.call(listBots, {});
  if (!body.success) throw new Error(body.code);
  return body.data.items;
}
async function read(client: Client, id: string): Promise<Bot> {
  const { body } = await client.call(getBot, { params: { bot_id: id } });
  if (!body.success) throw new Error(body.code);
  return body.data;
}
const named = (bots: readonly GalleryBot[], name: string) => bots.find((bot) => bot.name === name);

test('the gallery says what each bot is for and whether it has files, and its page who answers for it', async () => {
  const member = await server.as('member@pro.example');
  const bots = await list(member);
  expect(
    bots.map(({ name, category, has_files, is_favorite, last_used_at }) => [
      name,
      category,
      has_files,
      is_favorite,
      last_used_at,
    ]),
  ).toEqual([
    ['Blank Sheet', 'writing', false, false, null],
    ['House Guide', 'knowledge', true, false, null],
    ['IT Security Guide', 'it', true, false, null],
    ['People Desk', 'people', true, false, null],
  ]);
  expect((await read(member, named(bots, 'IT Security Guide')?.id ?? '')).responsible).toMatchObject({
    name: 'Adrian Keller',
  });
  expect((await read(member, named(bots, 'People Desk')?.id ?? '')).responsible).toMatchObject({
    name: 'Olivia Bennett',
  });
});

test('a favourite is its member’s own, kept once however often it is set, and taken back', async () => {
  const [member, other] = [await server.as('member@pro.example'), await server.as('otp@pro.example')];
  const id = await botNamed(member, 'People Desk');
  await Promise.all(
    Array.from({ length: 20 }, () => member.call(setFavorite, { params: { bot_id: id }, body: { is_favorite: true } })),
  );
  expect(named(await list(member), 'People Desk')).toMatchObject({ is_favorite: true, last_used_at: null });
  expect(await read(member, id)).toMatchObject({ is_favorite: true });
  expect(named(await list(other), 'People Desk')).toMatchObject({ is_favorite: false });
  expect((await member.call(setFavorite, { params: { bot_id: id }, body: { is_favorite: false } })).body).toMatchObject(
    { data: { is_favorite: false } },
  );
  expect(named(await list(member), 'People Desk')).toMatchObject({ is_favorite: false });
});

test('asking a bot moves the moment of its last use, for whoever asked', async () => {
  const [member, other] = [await server.as('member@pro.example'), await server.as('otp@pro.example')];
  const id = await botNamed(member, 'House Guide');
  await member.call(setFavorite, { params: { bot_id: id }, body: { is_favorite: true } });
  const before = Date.now();
  await start(member, id, 'When is the building open?');
  const used = named(await list(member), 'House Guide');
  expect(used?.is_favorite).toBe(true);
  expect(Date.parse(used?.last_used_at ?? '')).toBeGreaterThanOrEqual(before - 1_000);
  expect(named(await list(other), 'House Guide')?.last_used_at).toBeNull();
});

test('who left is nobody’s responsible any more', async () => {
  const member = await server.as('member@pro.example');
  const id = await botNamed(member, 'IT Security Guide');
  await server.db.asSystem((trx) => trx.deleteFrom('users').where('email', '=', 'admin@pro.example').execute());
  expect((await read(member, id)).responsible).toBeNull();
});
