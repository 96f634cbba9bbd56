import type { Page } from 'playwright';
import { type AuthorizationServer, startAuthorizationServer } from '../../server/src/testing/authorization-server.ts';
import { type ModelServer, startModelServer } from '../../server/src/testing/model-server.ts';
import { type ProtectedMcpServer, startProtectedMcpServer } from '../../server/src/testing/protected-mcp-server.ts';
import { findings } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { ask, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

let authorization: AuthorizationServer;
let notes: ProtectedMcpServer;
let model: ModelServer;
const stage = prepareStage(async () => {
  authorization = await startAuthorizationServer();
  notes = await startProtectedMcpServer(authorization.issuer);
  model = await startModelServer({
    calls: ({ messages: said, tool_choice: choice }) =>
      choice === 'none' || said.at(-1)?.role === 'tool' ? [] : [{ name: 'Notes_whoami', arguments: '{}' }],
    answer: ({ messages: said }) => {
      const last = said.at(-1);
      return last?.role === 'tool' ? ['The tool said: ', String(last.content)] : [];
    },
  });
  return {
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    OUTGOING_ALLOWED_HOSTS: [authorization.host, notes.host].join(', '),
  };
});
afterAll(async () => {
  await model.close();
  await notes.close();
  await authorization.close();
});

async function expectNoFindings(page: Page): Promise<void> {
  const found = await findings(page);
  expect(found).toEqual([]);
}

/** Begins a sign-in by a button; resolves with the window that it opens. */
async function opened(page: Page, name: string): Promise<Page> {
  const window = page.waitForEvent('popup');
  await page.getByRole('button', { name, exact: true }).click();
  const other = await window;
  await other.getByRole('textbox', { name: 'Login name' }).waitFor();
  return other;
}

/** Signs in on the pages of the authorization server; its window closes by itself. */
async function signInOn(window: Page, name: string): Promise<void> {
  const closed = window.waitForEvent('close');
  await window.getByRole('textbox', { name: 'Login name' }).fill(name);
  await window.getByRole('button', { name: 'Sign in' }).click();
  await window.getByRole('button', { name: 'Allow' }).click();
  await closed;
}

test('a tool is called with the account of each person, who signs in where it is asked for, and out in the profile', async () => {
  const admin = await stage.visit();
  await admin.signIn('admin@pro.example');
  const { page } = admin;
  const dialog = page.getByRole('dialog');
  // The server refuses whoever has not signed in; and it has no icon.
  admin.expectFault(/status of 502.*\/tools\/v1\/tools|\/favicon\.ico/);
  await step('An administrator adds a server that each person signs in to', async () => {
    await admin.open('/agent-controller');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.waitForURL(/\/agent-builder\?agent=/);
    await page.getByRole('textbox', { name: /^Name/ }).fill('Note keeper');
    await page.getByRole('button', { name: 'Add MCP server' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Notes');
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(notes.url);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Let each person sign in' }).click();
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('The tool is saved, but without functions so far.').waitFor();
    await expectNoFindings(page);
  });
  await step('The administrator signs in, and the functions are read', async () => {
    await signInOn(await opened(page, 'Sign in'), 'ada');
    await dialog.getByText('whoami').waitFor();
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('combobox', { name: 'Permission for Notes', exact: true }).selectOption('always');
  });
  await step('The administrator shares the agent and publishes it', async () => {
    await page.getByText('Draft saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByRole('radio', { name: /Everyone in the organisation/ }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish…' }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page
      .getByText(/^Version 1 published$/)
      .first()
      .waitFor();
  });

  const member = await stage.visit();
  await member.signIn('member@pro.example');
  const question = member.page.getByRole('region', { name: 'Sign in to “Notes” to continue' });
  await step('A member is asked to sign in, and declines there', async () => {
    await member.open('/');
    await openBot(member.page, 'Note keeper');
    await ask(member.page, 'Who am I?');
    await question.waitFor();
    await expectNoFindings(member.page);
    const window = await opened(member.page, 'Sign in and allow');
    member.expectFault(/status of 409.*\/sign-ins\/finish|\/favicon\.ico/);
    await window.getByRole('button', { name: 'Cancel' }).click();
    await window.getByRole('heading', { name: 'The sign-in couldn’t be finished' }).waitFor();
    await window.getByText(/^The sign-in to the tool was declined/).waitFor();
    await expectNoFindings(window);
    await eventually(window).toHaveURL(/\/tool-sign-in\/\w+$/);
    await window.close();
    await question.getByText(/^The sign-in to the tool was declined/).waitFor();
    expect(notes.calls).toEqual([]);
  });
  await step('The member signs in, and the call is made with their account', async () => {
    await signInOn(await opened(member.page, 'Sign in and allow'), 'mia');
    await messages(member.page).nth(1).getByText('The tool said: The account of mia').waitFor();
    expect(notes.calls).toEqual([{ name: 'whoami', account: 'mia' }]);
  });
  await step('The next call asks nobody', async () => {
    await ask(member.page, 'And now?');
    await messages(member.page).nth(3).getByText('The tool said: The account of mia').waitFor();
    await eventually(question).toHaveCount(0);
  });
  await step('The member sees the account in the profile, and signs out', async () => {
    await member.open('/profile');
    const accounts = member.page.getByRole('region', { name: 'Connected accounts' });
    await accounts.getByText(new URL(notes.url).origin).waitFor();
    await expectNoFindings(member.page);
    await accounts.getByRole('button', { name: 'Sign out of Notes' }).click();
    await accounts.getByText('You aren’t signed in to any tools.').waitFor();
    // The row is gone at once; its tokens are revoked after it.
    await until(
      () => Promise.resolve(authorization.requests.includes('POST /token/revocation')),
      (isRevoked) => isRevoked,
    );
  });
});
