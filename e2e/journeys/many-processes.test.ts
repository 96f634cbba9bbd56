import pg from 'pg';
import type { Browser, Page } from 'playwright';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { joinBrowser } from '../harness/browser.ts';
import { type Caller, newCaller, signedInCaller } from '../harness/caller.ts';
import { eventually } from '../harness/eventually.ts';
import { type Fleet, type Member, startFleet } from '../harness/fleet.ts';
import { until } from '../harness/journey.ts';
import { ask, finishedAnswer, lastMessage, openBot, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import { type Visitor, demoPassword, newVisitor } from '../harness/visitor.ts';

const tokens = Array.from({ length: 90 }, (_, index) => ` token${index}`);
const whole = tokens.join('').trim();
const callers = 6;

// On PostgreSQL alone, or the fleet does not start: the embedded database has one process.
describe('two processes of the API, and others for pages, charts and jobs, behind nginx', () => {
  let model: ModelServer;
  let started: Fleet | undefined;
  let fleet: Fleet;
  let browser: Browser | undefined;
  beforeAll(async () => {
    model = await startModelServer({ answer: () => tokens, tokenPauseMs: 5 });
    const settings = {
      MODEL_BASE_URL: model.baseUrl,
      MODEL_NAME: 'stand-in',
      MODEL_TITLES: 'false',
      STOP_DELAY_SECONDS: '1',
      STOP_ANSWERS_SECONDS: '60',
    };
    fleet = started = await startFleet({ api: 2 }, settings);
    browser = await joinBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    const unclean = await started?.stop();
    await model.close();
    expect(unclean ?? []).toEqual([]);
  });

  const visitors: Visitor[] = [];
  afterEach(async () => {
    const faults = visitors.flatMap((visitor) => visitor.faults);
    await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
    expect(faults).toEqual([]);
  });

  const ofPrompts = '"method":"POST","path":"/dialogues/v1/dialogues"';
  const ofStreams = /"method":"GET","path":"\/runs\/v1\/runs\/[^"]*\/events"/g;
  /**
   * Asks as somebody does who has just signed in; the answer is held in the middle. Says which process writes it, and
   * which does not.
   */
  async function asking(): Promise<{ visitor: Visitor; page: Page; writer: Member; other: Member }> {
    const [first, second] = fleet.of('api') as [Member, Member]; // two were started
    const before = first.output().split(ofPrompts).length;
    if (browser === undefined) throw new Error('The browser did not start; see the failure of beforeAll.');
    const visitor = await newVisitor(browser, fleet);
    visitors.push(visitor);
    const { page } = visitor;
    await visitor.open('/auth/login');
    await signInByForm(page, 'member@pro.example', demoPassword);
    await openBot(page, 'Blank Sheet');
    model.hold(30);
    await ask(page, 'Count.');
    await page.waitForURL(/\/dialogue\//);
    await lastMessage(page).getByText('token5').waitFor();
    const isFirst = first.output().split(ofPrompts).length > before;
    return { visitor, page, ...(isFirst ? { writer: first, other: second } : { writer: second, other: first }) };
  }
  const streamsAt = (member: Member) => member.output().match(ofStreams)?.length ?? 0;

  async function expectWhole(page: Page, place: number): Promise<void> {
    const answer = await finishedAnswer(page, place);
    await eventually(answer.locator('p').filter({ hasText: whole })).toHaveText(whole);
  }

  test('an answer whose process is told to stop is read on at the other, and becomes whole', async () => {
    const { page, writer, other } = await asking();
    const before = streamsAt(other);
    const ended = writer.end('SIGTERM');
    await step('The process that writes an answer is told to stop, and the page reads on at the other', () =>
      until(
        () => streamsAt(other),
        (streams) => streams > before,
      ),
    );
    await step('The answer becomes whole', async () => {
      model.goOn();
      await expectWhole(page, 2);
    });
    await step('The process ends cleanly, and is started again', async () => {
      const code = await ended;
      expect(code).toBe(0);
      await writer.startAgain();
    });
  });

  test('an answer whose process is killed is kept as far as it came, and the dialogue goes on at the other', async () => {
    const { visitor, page, writer, other } = await asking();
    visitor.expectFault(/ERR_INCOMPLETE_CHUNKED_ENCODING|502/);
    await step('The process that writes an answer is killed, and the page asks the other', async () => {
      const before = streamsAt(other);
      await writer.end('SIGKILL');
      await until(
        () => streamsAt(other),
        (streams) => streams > before,
      );
    });
    await step('The page says that the answer was interrupted, and keeps it', async () => {
      await lapse(fleet.databaseUrl);
      await page.getByText('This answer was interrupted. What was written so far is kept.').waitFor();
      await eventually(lastMessage(page)).toContainText('token5');
    });
    await step('The member asks once more at the other process', async () => {
      model.goOn();
      await ask(page, 'Once more.');
      await expectWhole(page, 4);
    });
    await writer.startAgain();
  });

  test('FLT-03: while one process after the other is restarted, no request fails', async () => {
    const asked = await Promise.all(Array.from({ length: callers }, () => signedInCaller(fleet, 'member@pro.example')));
    let isOver = false;
    const statuses: number[] = [];
    const working = asked.map(async (caller, number) => {
      for (let round = 0; !isOver; round += 1) statuses.push(...(await changeSomething(caller, `${number}.${round}`)));
    });
    await step('One process after the other is restarted', async () => {
      for (const member of fleet.of('api')) {
        const code = await member.end('SIGTERM');
        expect(code).toBe(0);
        await member.startAgain();
      }
    });
    await step('The requests under way come to their end', async () => {
      isOver = true;
      await Promise.all(working);
    });
    await step('No request failed', async () => {
      const failed = statuses.filter((status) => status !== 200);
      console.info(
        `FLT-03: ${failed.length} of ${statuses.length} requests failed while ${fleet.of('api').length} processes were restarted behind nginx`,
      );
      expect(failed).toEqual([]);
      expect(statuses.length).toBeGreaterThan(100);
    });
  });

  test('of thirty guesses at a password, sent to both at once, ten are evaluated', async () => {
    const guess = (number: number) =>
      newCaller(fleet)('/auth/v1/sign_in', {
        method: 'POST',
        body: JSON.stringify({ email: 'owner@team.example', password: `guess ${number}` }),
      });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => guess(number)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(20).fill(429)]);
  });
});

/** A request of each kind: one that makes something, one that takes it away, one that reads. 0 is no answer at all. */
async function changeSomething(caller: Caller, name: string): Promise<number[]> {
  const made = await statusOf(caller('/folders/v1/folders', { method: 'POST', body: JSON.stringify({ name }) }));
  const taken =
    made.id === undefined ? [] : [await statusOf(caller(`/folders/v1/folders/${made.id}`, { method: 'DELETE' }))];
  const read = await statusOf(caller('/folders/v1/folders'));
  return [made, ...taken, read].map(({ status }) => status);
}

async function statusOf(asked: Promise<Response>): Promise<{ status: number; id?: string }> {
  const answer = await asked.catch(() => null); // cut off: what the test is about
  if (answer === null) return { status: 0 };
  const body = (await answer.json().catch(() => ({}))) as { data?: { id?: string } }; // of nginx itself it is no JSON
  return { status: answer.status, ...(body.data?.id === undefined ? {} : { id: body.data.id }) };
}

/** As when the time has passed that a process may say nothing. */
async function lapse(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update runs set lease_until = now() - interval '1 minute' where status = 'running'`);
  await client.end();
}
