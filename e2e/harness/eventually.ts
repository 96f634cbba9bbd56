import type { Locator } from 'playwright';
import { expect } from 'playwright/test';

/**
 * The longest wait for anything, including an answer or a page load, on two processors shared by thirty programs. Only
 * a failing test waits that long: speed is measured elsewhere.
 */
export const patienceMs = 60_000;

/**
 * Playwright’s expect: it looks at the page again and again until what is said of it holds. Whatever follows an action
 * or a navigation is asserted by it, never by Jest’s expect on what the page happened to show at the moment. That
 * something is not there holds at once: wait first for what comes with it or after it.
 */
export const eventually = expect.configure({ timeout: patienceMs });

/** The words of each of these places, once there are some: for what is compared later. */
export async function allWordsOf(places: Locator): Promise<string[]> {
  await eventually(places.first()).toHaveText(/\S/);
  return (await places.allInnerTexts()).map((words) => words.trim());
}

/** The words of one place, once there are some. */
export async function wordsOf(place: Locator): Promise<string> {
  await eventually(place).toHaveText(/\S/);
  return (await place.innerText()).trim();
}
