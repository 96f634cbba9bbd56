import type { Locator, Page } from 'playwright';
import { until } from './journey.ts';

/** Fills in the login form and sends it, as a person does. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The frame of a signed-in page. */
export const mainNavigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** The bot cards of the home screen: links to `/bots/<id>`. */
export const botCards = (page: Page): Locator => page.getByRole('main').locator('a[href^="/bots/"]');

/** The demonstration bot that answers from the employee handbook. */
export const botWithFiles = 'People Desk';

/** Opens a bot from the home screen, and waits until its page stands in the place of the home screen. */
export async function openBot(page: Page, name: string = botWithFiles): Promise<void> {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/**
 * Presses Escape in a menu, a dialog or a field. It goes to whatever has the focus: not before that is in there. A
 * modal dialog the browser closes wherever the focus is.
 */
export async function pressEscapeIn(place: Locator): Promise<void> {
  await until(
    () => place.evaluate((it) => it.matches(':modal') || it.contains(document.activeElement)),
    (isInside) => isInside,
  );
  await place.page().keyboard.press('Escape');
}

/** The same, and waits until it is closed. */
export async function leaveByEscape(place: Locator): Promise<void> {
  await pressEscapeIn(place);
  await place.waitFor({ state: 'hidden' });
}

/** Types a prompt and sends it with Enter. */
export async function ask(page: Page, prompt: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Prompt' });
  await composer.fill(prompt);
  await composer.press('Enter');
}

export const messages = (page: Page): Locator => page.getByRole('article');
export const lastMessage = (page: Page): Locator => messages(page).last();

/** Waits until the message at this place, counted from 1, is an answer that has ended, and resolves with it. */
export async function finishedAnswer(page: Page, place: number): Promise<Locator> {
  const answer = messages(page).nth(place - 1);
  await answer.and(page.locator('[aria-busy="false"]')).waitFor();
  return answer;
}

/** The dialog that Ctrl+K opens, its field, and what it has found. */
export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
export const paletteField = (page: Page): Locator => palette(page).getByRole('combobox');
export const paletteOptions = (page: Page): Locator => palette(page).getByRole('option');

/** Opens the palette by its key, which would close one that is still open, and waits until it shows something. */
export async function openPalette(page: Page): Promise<void> {
  await palette(page).waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+k');
  await paletteOptions(page).first().waitFor();
}
