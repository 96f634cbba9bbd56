import { freePorts } from '../../server/src/testing/free-ports.ts';
import { eventually } from '../harness/eventually.ts';
import { type Stage, prepareStage } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { ask, botCards, finishedAnswer, mainNavigation, openBot, signInByForm } from '../harness/screens.ts';
import { demoPassword } from '../harness/visitor.ts';

/**
 * Signs in, asks a bot, opens a screen of administration and the dashboard, whose figures the charts service has, and
 * signs out.
 */
async function walk(stage: Stage): Promise<void> {
  const visitor = await stage.visit();
  const { page, open, expectFault } = visitor;
  expectFault(/status of 401/);
  await open('/auth/login');
  await signInByForm(page, 'admin@pro.example', demoPassword);
  await botCards(page).first().waitFor();
  await openBot(page);
  await ask(page, 'How many days of leave do I have?');
  await finishedAnswer(page, 2);
  await mainNavigation(page).getByRole('link', { name: 'User groups' }).click();
  await page.getByRole('button', { name: 'Mei Tanaka' }).first().waitFor();
  await mainNavigation(page).getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await untilQuiet(visitor);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/auth/login');
  // What was sent while the page went away is here as well.
  await page.goto('about:blank');
}

type Line = { readonly msg?: string; readonly service?: string; readonly req?: { readonly method: string } };

/** How the services were asked, as they say themselves: no tool of the browser shows all that it sends. */
function asked({ product }: Stage): { readonly preflights: number; readonly services: readonly string[] } {
  const lines = product
    .output()
    .split('\n')
    .filter((line) => line.includes('"incoming request"'))
    .map((line) => JSON.parse(line) as Line); // lines of the log
  const requests = lines.filter(({ service }) => service !== 'web' && service !== 'mailbox');
  return {
    preflights: requests.filter(({ req }) => req?.method === 'OPTIONS').length,
    services: [...new Set(requests.map(({ service = '' }) => service))].sort(),
  };
}

describe('on one origin, as it is by default', () => {
  const stage = prepareStage();

  test('no browser asks beforehand whether it may call', async () => {
    await walk(stage);
    await eventually.poll(() => asked(stage).services).toEqual(['charts', 'main']);
    expect(asked(stage).preflights).toBe(0);
  });
});

describe('on an origin for each service', () => {
  const stage = prepareStage(async () => {
    const [main = 0, charts = 0, payment = 0] = await freePorts(3);
    const at = (port: number) => `http://localhost:${port}`;
    return {
      API_PORT: String(main),
      CHARTS_PORT: String(charts),
      PAYMENT_PORT: String(payment),
      API_URL: at(main),
      CHARTS_URL: at(charts),
      PAYMENT_URL: at(payment),
    };
  });

  test('everything works as well, and is asked for beforehand', async () => {
    await walk(stage);
    await eventually.poll(() => asked(stage).services).toEqual(['charts', 'main']);
    expect(asked(stage).preflights).toBeGreaterThan(0);
  });
});
