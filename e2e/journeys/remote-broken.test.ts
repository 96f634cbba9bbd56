import { releaseBroken } from '../harness/broken-release.ts';
import type { BrokenRelease } from '../harness/broken-release.ts';
import { prepareStage } from '../harness/journey.ts';
import { botCards, mainNavigation } from '../harness/screens.ts';

const fallbackDeadlineMs = 5_000;
let release: BrokenRelease;

const stage = prepareStage(async () => {
  release = releaseBroken('agent-studio', 'throw new Error("this remote is broken");');
  return { REGISTRY_FILE: release.registryFile };
});
afterAll(() => release.remove());

test('when the code of a remote throws, the fallback stands in its place and the others work', async () => {
  const { page, open, signIn, expectFault } = await stage.visit();
  expectFault(/this remote is broken|agent-studio/);
  await signIn('owner@pro.example');
  await open('/agent-controller');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor({ timeout: fallbackDeadlineMs });
  await mainNavigation(page).locator('a[href="/"]').click();
  await botCards(page).first().waitFor();
  await mainNavigation(page).locator('a[href="/agent-controller"]').click();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor({ timeout: fallbackDeadlineMs });
});
