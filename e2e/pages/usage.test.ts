import { postSessionData, usageSession, type UsageSession } from '@parlance/shared/contract/api/usage';
import type { Page, Request } from 'playwright';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { ask, botCards, finishedAnswer, openBot } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();

type Post = { readonly session: UsageSession; status(): Promise<number | null> };

/** The usage sessions that a visitor's pages send from now on, beacons included. */
function watchPosts({ context }: Visitor): Post[] {
  const posts: Post[] = [];
  context.on('request', (request: Request) => {
    if (!request.url().endsWith(postSessionData.path) || request.method() !== 'POST') return;
    posts.push({
      session: usageSession.parse(JSON.parse(request.postData() ?? '')),
      status: async () => (await request.response().catch(() => null))?.status() ?? null,
    });
  });
  return posts;
}
const idsOf = (posts: readonly Post[]) => posts.map(({ session }) => session.session_id);
/** The tracker writes its first note of the running session here: from then on it surely counts. */
const untilCounting = (page: Page) =>
  until(
    () => unpostedIn(page),
    (found) => found.some(({ state }) => state === 'running'),
  );
const unpostedIn = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('usage.unposted') ?? '[]') as {
        state: string;
        payload: { session_id: string };
      }[],
  );

/** How many posts of usage sessions the server has answered with 200, by its log. */
function postsTaken(): number {
  const lines = stage.product.output().split('\n');
  const ids = lines
    .filter((line) => line.includes(postSessionData.path))
    .flatMap((line) => /"(?:reqId|request_id|requestId)":"([^"]+)"/.exec(line)?.[1] ?? []);
  return ids.filter((id) => lines.some((line) => line.includes(id) && /"statusCode":200/.test(line))).length;
}

async function openHome(email: string): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn(email);
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
  return visitor;
}

test('a session over a reload is ended before it, counted once by the server, and another one begins', async () => {
  const visitor = await openHome('member@pro.example');
  const { page } = visitor;
  const posts = watchPosts(visitor);
  await openBot(page);
  await untilCounting(page);
  await ask(page, 'How many days of annual leave do I have?');
  await finishedAnswer(page, 2);
  const [running] = await unpostedIn(page);
  await page.keyboard.press('F5');
  // The beacon, and on the load after it the post that reads an answer.
  await until(
    () => idsOf(posts).filter((id) => id === running?.payload.session_id).length,
    (count) => count === 2,
  );
  expect(new Set(idsOf(posts)).size).toBe(1);
  expect(posts[0]?.session).toEqual(posts[1]?.session);
  expect(posts[0]?.session.typing).toBeGreaterThanOrEqual(0);
  await until(
    async () =>
      (await unpostedIn(page)).map(({ payload, state }) => [payload.session_id === running?.payload.session_id, state]),
    (list) => list.length === 1 && list[0]?.[0] === false,
  );
  const status = await posts[1]?.status();
  expect(status).toBe(200);
});

test('the close of a tab posts its session, which the server takes without X-CSRFToken', async () => {
  const visitor = await openHome('admin@pro.example');
  await untilCounting(visitor.page);
  const before = postsTaken();
  // The browser tells nobody of a beacon whose page is gone; the server's log does.
  await visitor.page.close({ runBeforeUnload: true });
  await until(postsTaken, (count) => count > before);
  expect(stage.product.output()).not.toContain('origin_refused');
});

test('a session that ends offline is kept, and posted on the next load with a network', async () => {
  const visitor = await openHome('owner@pro.example');
  visitor.expectFault(/ERR_INTERNET_DISCONNECTED/);
  const { page, context } = visitor;
  await untilCounting(page);
  const [running] = await unpostedIn(page);
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  await eventually
    .poll(
      async () =>
        (await unpostedIn(page)).find(({ payload }) => payload.session_id === running?.payload.session_id)?.state,
    )
    .toBe('ended');
  const posts = watchPosts(visitor);
  await context.setOffline(false);
  await page.reload();
  await until(
    () => idsOf(posts),
    (ids) => ids.includes(running?.payload.session_id ?? ''),
  );
  await until(
    () => unpostedIn(page),
    (list) => list.every(({ payload }) => payload.session_id !== running?.payload.session_id),
  );
});

test('signing out posts the session first and leaves nothing else behind', async () => {
  const visitor = await openHome('owner@free.example');
  const { page } = visitor;
  await untilCounting(page);
  const posts = watchPosts(visitor);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/auth/login');
  await eventually.poll(() => posts.length).toBeGreaterThanOrEqual(1);
  const status = await posts[0]?.status();
  expect(status).toBe(200);
  // Signing out waits a second for the answer. Where that came later, the session is kept until the same person is
  // back.
  const kept = (await unpostedIn(page)).filter(({ payload }) => payload.session_id !== posts[0]?.session.session_id);
  expect(kept).toEqual([]);
});

test('without a choice of the cookie consent no analytics event leaves the browser, and no visit is counted', async () => {
  const visitor = await openHome('member@free.example');
  await untilCounting(visitor.page);
  await visitor.page.reload();
  await botCards(visitor.page).first().waitFor();
  expect(visitor.requested.filter((address) => address.includes('/charts/v1/events'))).toEqual([]);
  await eventually.poll(() => visitor.page.evaluate(() => localStorage.getItem('usage.visits'))).toBeNull();
});
