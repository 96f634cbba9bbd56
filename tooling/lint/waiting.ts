// Right after an action, a slow machine still shows the previous state. So tests in a browser never assert on the
// moment; `tooling/lint/waiting-rules.test.ts` shows that each row bites.

const reads =
  'innerText|inputValue|textContent|innerHTML|allInnerTexts|allTextContents|isVisible|isHidden|isEnabled|isDisabled|isEditable|isChecked|count|getAttribute';
/** Inside of what asks until it holds, a reading of the moment is what is wanted. */
const notAskedAgain =
  ':not(CallExpression[callee.name="until"] *):not(CallExpression[callee.object.name="eventually"] *)';

/** Rows for `no-restricted-syntax`, each with a source that it refuses and one that it allows. */
export const waitingTable: readonly { selector: string; message: string; refuses: string; allows: string }[] = [
  {
    selector: 'CallExpression[callee.name="expect"] AwaitExpression',
    message:
      'What the page shows at the moment may be the screen before: `await eventually(place).toHaveText(…)`, or `await eventually.poll(() => …)`. For what is no page’s, await it on a line of its own.',
    refuses: `expect(await field.inputValue()).toBe('a');`,
    allows: `await eventually(field).toHaveValue('a');`,
  },
  {
    selector: `AwaitExpression > CallExpression[callee.property.name=/^(${reads})$/]${notAskedAgain}`,
    message:
      'A reading of the moment: assert by `await eventually(place)…`; for what is compared later there is `wordsOf(place)`.',
    refuses: `const text = await place.innerText();`,
    allows: `await eventually.poll(async () => (await place.innerText()).length).toBe(2); await until(async () => await place.count(), (count) => count > 2);`,
  },
  {
    selector: 'AwaitExpression > CallExpression[callee.property.name="all"][arguments.length=0]',
    message:
      'All that are there at the moment may be none yet: say how many with `await eventually(places).toHaveCount(…)`, and take them by `nth(…)`.',
    refuses: `for (const place of await places.all()) await place.click();`,
    allows: `await Promise.all([one, other]);`,
  },
  {
    selector: 'CallExpression[callee.name="expect"] CallExpression[callee.property.name="url"]',
    message: 'A navigation may still be under way: `await eventually(page).toHaveURL(…)`.',
    refuses: `expect(new URL(page.url()).pathname).toBe('/');`,
    allows: `await eventually(page).toHaveURL((url) => url.pathname === '/');`,
  },
  {
    selector:
      'CallExpression[callee.object.property.name="keyboard"]:matches([callee.property.name=/^(type|insertText)$/], [arguments.0.value=/^(Enter|Space)$/])',
    message:
      'A key goes to whatever has the focus at the moment: `field.press(…)`, `field.pressSequentially(…)`, `field.fill(…)`.',
    refuses: `await page.keyboard.press('Enter');`,
    allows: `await field.press('Enter'); await page.keyboard.press('Tab');`,
  },
  {
    selector:
      'CallExpression[callee.object.property.name="keyboard"][callee.property.name="press"][arguments.0.value="Escape"]',
    message:
      'What it is to close may not be there yet, or be still there when the next thing is opened: `await leaveByEscape(place)`, or `pressEscapeIn(place)`.',
    refuses: `await page.keyboard.press('Escape');`,
    allows: `await leaveByEscape(dialog); await field.press('Escape');`,
  },
  {
    selector: `AwaitExpression > CallExpression[callee.property.name="boundingBox"]${notAskedAgain}`,
    message: 'It may be moving, or be about to: `await eventually.poll(() => place.evaluate(…))`.',
    refuses: `const box = await place.boundingBox();`,
    allows: `await eventually.poll(async () => (await place.boundingBox())?.width).toBe(56);`,
  },
  {
    selector: 'AwaitExpression > CallExpression[callee.property.name=/^waitFor(Event|Request|Response)$/]',
    message: 'What happened before one began to wait is missed: begin before the action, and await it after.',
    refuses: `await button.click(); await page.waitForEvent('download');`,
    allows: `const fetched = page.waitForEvent('download'); await link.click(); await fetched;`,
  },
  {
    selector: 'CallExpression[callee.property.name="waitForLoadState"][arguments.0.value="networkidle"]',
    message:
      'Half a second without a request may be a pause of the machine, and after a navigation inside of the page it has long been: `await untilQuiet(visitor)`.',
    refuses: `await page.waitForLoadState('networkidle');`,
    allows: `await page.waitForLoadState('load');`,
  },
  {
    selector: 'Property[key.name="timeout"]',
    message:
      'A deadline is there for what never comes, and is the same for everything: a machine may be thirty times slower than this one.',
    refuses: `await place.waitFor({ timeout: 5_000 });`,
    allows: `await place.waitFor({ state: 'detached' });`,
  },
  {
    selector: 'CallExpression[callee.property.name="waitForTimeout"]',
    message: 'A pause is too short on one machine and too long on the next: wait for what it is there for.',
    refuses: `await page.waitForTimeout(500);`,
    allows: `await page.getByRole('alert').waitFor();`,
  },
];
