import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDeployment } from '@parlance/shared/contract/api/releases/operator';
import { shipRelease } from '@parlance/shared/contract/api/releases/releases';
import { packChanged } from '../../server/src/testing/releases.ts';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards, leaveByEscape } from '../harness/screens.ts';

const operatorKey = 'e2e-operator-key-that-nobody-guesses-0123456789';
const build = path.resolve(import.meta.dirname, '..', '..', 'remote-admin', 'dist');
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-operator-'));
const stage = prepareStage(async () => ({ OPERATOR_KEY: operatorKey }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ship(name: string, percent?: number): Promise<string> {
  const { version, archive } = packChanged(build, path.join(folder, name), { words: ['User groups', name] });
  const { status } = await fetch(`${stage.product.apiBase}${shipRelease.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      remote: 'admin',
      archive,
      by: 'e2e',
      ...(percent === undefined ? {} : { audience: { percent, organizations: [], plans: [] } }),
    }),
  });
  expect(status).toBe(200);
  return version;
}

test('how fast pages are is told once they are left, and shown to the operator', async () => {
  const visitor = await stage.visit();
  const { page, open, signIn } = visitor;
  await signIn('member@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  await untilQuiet(visitor);
  await page.goto('about:blank');

  const deployment = async () =>
    (await (
      await fetch(`${stage.product.apiBase}${getDeployment.path}`, {
        headers: { authorization: `Bearer ${operatorKey}` },
      })
    ).json()) as { data: { remotes: { remote: string; health: { vitals: object[] }[] }[] } }; // as the contract says
  await until(deployment, ({ data }) =>
    data.remotes.some(({ remote, health }) => remote === 'chat' && health.some((it) => it.vitals.length > 0)),
  );

  const operator = await stage.visit();
  operator.expectFault(/status of 401.*session/);
  await operator.open('/operator');
  await operator.page.getByLabel('Your name, for the log').fill('Ada');
  await operator.page.getByLabel('Operator key').fill(operatorKey);
  await operator.page.getByRole('button', { name: 'Open' }).click();
  const chat = operator.page.getByRole('region', { name: 'chat', exact: true });
  await chat.getByText('Largest contentful paint (LCP)').waitFor();
  await chat.getByText('Time to first byte (TTFB)').waitFor();
  await expectAccessible(operator.page, 'how fast pages are');
});

test.each([1280, 360])(
  'the key opens the operators’ page, which shows what is served, goes back and switches off after a question, %i pixels wide',
  async (width) => {
    const { page, open, expectFault } = await stage.visit({ viewport: { width, height: 740 } });
    expectFault(/status of 401.*session/);
    await open('/operator');
    const key = page.getByLabel('Operator key');
    await key.waitFor();
    await expectAccessible(page, 'the key is asked for');
    await page.getByRole('button', { name: 'Open' }).click();
    await eventually(page.getByLabel('Your name, for the log')).toBeFocused();
    await page.getByLabel('Your name, for the log').fill('Ada');
    await key.fill('not the key');
    await key.press('Enter');
    await page.getByText('This isn’t the key of this installation. Check it and try again.').waitFor();
    await key.fill(operatorKey);
    await key.press('Enter');
    const admin = page.getByRole('region', { name: 'admin', exact: true });
    await admin.getByText('Part of the build').waitFor();
    await eventually(page.getByRole('heading', { level: 1 })).toBeFocused();

    const everyones = await ship(`Everyone ${width}`);
    const canary = await ship(`Canary ${width}`, 10);
    await page.reload();
    await eventually(admin.getByRole('row').filter({ hasText: canary })).toContainText('10% of organisations');
    await eventually(admin.getByRole('row').filter({ hasText: everyones })).toContainText('Everyone');
    await expectAccessible(page, 'what is served');

    const dialog = page.getByRole('dialog');
    await admin.getByRole('button', { name: 'Roll back admin' }).click();
    await dialog.waitFor();
    await expectAccessible(page, 'the question');
    await leaveByEscape(dialog);
    await eventually(admin.getByRole('row').filter({ hasText: canary })).toContainText('10% of organisations');
    await admin.getByRole('button', { name: 'Roll back admin' }).click();
    await dialog.getByRole('button', { name: 'Roll back admin' }).click();
    await page.getByRole('status').getByText('admin rolled back').waitFor();
    await eventually(admin.getByRole('row').filter({ hasText: canary })).toContainText('rolled back');
    await eventually(admin.getByRole('row').filter({ hasText: everyones })).toContainText('Everyone');
    await page.getByText(`Ada rolled back ${canary} of admin.`).waitFor();

    await admin.getByRole('button', { name: 'Turn off admin' }).click();
    await dialog.getByRole('button', { name: 'Turn off admin' }).click();
    await admin.getByText('Turned off: no one gets it.').waitFor();
    await admin.getByRole('button', { name: 'Turn on admin' }).click();
    await eventually(admin.getByRole('button', { name: 'Turn off admin' })).toBeFocused();

    await page.getByRole('combobox', { name: 'Language' }).selectOption('de-DE');
    await page.getByRole('heading', { name: 'Aktivitätsprotokoll' }).waitFor();
    await expectAccessible(page, 'in German');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByLabel('Betreiberschlüssel').waitFor();
    await page.reload();
    await page.getByLabel('Betreiberschlüssel').waitFor();
  },
);
