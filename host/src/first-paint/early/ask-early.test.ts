import { listBots } from '@parlance/shared/contract/api/bots';
import { jwksPath } from '@parlance/shared/contract/api/plans/plan';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { earlyKey, type EarlyBlock, type EarlyCalls } from '@parlance/shared/contract/page/early';
import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import { fakeServer } from '@parlance/shared/testing';
import { askEarly } from './ask-early.ts';

const server = fakeServer();
const main = 'http://localhost:3000/api/main';
const block: EarlyBlock = {
  ask: [`${main}${getWhoami.path}`, `${main}${getProfile.path}`, `${main}${listBots.path}?limit=100`],
  keys: `${main}${jwksPath}`,
  registration: { profile: `${main}${getProfile.path}`, address: `${main}${getRegistrationStatus.path}` },
};
const asked = [getWhoami, getProfile, listBots];
let keys: number;

beforeEach(() => {
  keys = 0;
  server.answerAddress(block.keys, () => ({ json: { keys: [(keys += 1)] } }));
  server.answerRaw(getProfile, 200, { success: true, data: { email: 'a+b@pro.example' } });
  server.answer(getRegistrationStatus, { is_completed: true, stage: 5 });
  server.answer(listBots, { items: [], next_cursor: null });
  server.fail(getWhoami, 'unauthenticated');
  document.documentElement.lang = 'de-DE';
  document.cookie = 'csrftoken=the%20token; path=/';
  document.body.innerHTML = `<script type="application/json" id="${pageBlocks.early}">${JSON.stringify(block)}</script>`;
});

/** What the script of the page has left when everything is answered. */
async function opened(): Promise<EarlyCalls | undefined> {
  Reflect.deleteProperty(globalThis, earlyKey);
  askEarly();
  const early = (globalThis as { [earlyKey]?: EarlyCalls })[earlyKey];
  await Promise.all(early?.open.map(({ answer }) => answer) ?? []);
  return early;
}

test('asks for everything at once, with the headers and the timestamp of specification §7', async () => {
  const early = await opened();
  expect(early?.token).toBe('the token');
  for (const endpoint of asked) {
    const [request, ...others] = server.requests(endpoint);
    expect(others).toEqual([]);
    expect(request?.url.searchParams.get('_t')).toMatch(/^\d{13}$/);
    expect([request?.headers.get('x-csrftoken'), request?.headers.get('accept-language')]).toEqual([
      'the token',
      'de-DE',
    ]);
  }
  expect(server.requests(getRegistrationStatus).map(({ url }) => url.search)).toEqual(['?email=a%2Bb%40pro.example']);
  expect(keys).toBe(1);
  expect(early?.open.map(({ address }) => address)).toEqual([...block.ask, block.keys, block.registration.address]);
  // The code of the page is the one to read them.
  for (const { answer } of early?.open ?? []) expect((await answer)?.bodyUsed).toBe(false);
});

test('asks for nothing where nobody was signed in, nor where the page names nothing', async () => {
  document.cookie = 'csrftoken=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  expect(await opened()).toBeUndefined();
  document.cookie = 'csrftoken=the%20token; path=/';
  document.body.innerHTML = '';
  expect(await opened()).toBeUndefined();
  for (const endpoint of asked) expect(server.requests(endpoint)).toEqual([]);
});

test.each([
  ['refused', () => server.fail(getProfile, 'unauthenticated')],
  ['no success', () => server.answerRaw(getProfile, 200, { success: false })],
  ['of another shape', () => server.answerRaw(getProfile, 200, { success: true, data: { email: 7 } })],
  ['lost', () => server.lose(getProfile)],
])('asks about no registration where the profile is %s: the code will', async (_, answer) => {
  answer();
  const early = await opened();
  expect(server.requests(getRegistrationStatus)).toEqual([]);
  expect(await early?.open.at(-1)?.answer).toBeNull();
});
