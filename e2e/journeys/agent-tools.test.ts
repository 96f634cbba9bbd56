import type { Locator, Page } from 'playwright';
import { type ReferenceServer, startReferenceServer } from '../../server/src/testing/mcp-server.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ChatRequest, ModelServer } from '../../server/src/testing/model-server.ts';
import { findings } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, leaveByEscape, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import type { Visitor } from '../harness/visitor.ts';

/** What each question makes the model call, where it is told of such a function. */
const wishes = [
  { question: 'Say hello there.', wanted: /echo$/, arguments: { message: 'hello there' } },
  { question: 'Say farewell.', wanted: /echo$/, arguments: { message: 'farewell' } },
  { question: 'What is two and three?', wanted: /get-sum$/, arguments: { a: 2, b: 3 } },
  { question: 'Read the page.', wanted: /read_page$/, arguments: { url: 'https://example.com/?d=hello' } },
  { question: 'Tell me the environment.', wanted: /get-env$/, arguments: {} },
];
const questionOf = ({ messages: said }: ChatRequest) =>
  String(said.findLast(({ role }) => role === 'user')?.content ?? '');

function callsFor(request: ChatRequest) {
  const wish = wishes.find(({ question }) => questionOf(request).endsWith(question));
  const told = request.tools?.find(({ function: { name } }) => wish?.wanted.test(name) === true);
  if (wish === undefined || told === undefined || request.messages.at(-1)?.role === 'tool') return [];
  return [{ name: told.function.name, arguments: JSON.stringify(wish.arguments) }];
}

function answerFor(request: ChatRequest): string[] {
  const last = request.messages.at(-1);
  if (last?.role === 'tool') return ['The tool said: ', String(last.content)];
  return callsFor(request).length > 0 ? [] : ['There is no tool for that.'];
}

let model: ModelServer;
let everything: ReferenceServer;
const stage = prepareStage(async () => {
  [model, everything] = [await startModelServer({ answer: answerFor, calls: callsFor }), await startReferenceServer()];
  return {
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    OUTGOING_ALLOWED_HOSTS: everything.host,
  };
});
afterAll(async () => {
  everything.end();
  await model.close();
});

async function signedIn(email: string): Promise<Visitor> {
  const visitor = await stage.visit();
  await visitor.signIn(email);
  return visitor;
}
const permissionOf = (page: Page, name: string) =>
  page.getByRole('combobox', { name: `Permission for ${name}`, exact: true });
const answer = (page: Page, place: number) => messages(page).nth(place - 1);
const callIn = (place: Locator, state: string) =>
  place.getByRole('list', { name: 'Tool calls' }).getByText(state, { exact: true });

async function expectNoFindings(page: Page): Promise<void> {
  const found = await findings(page);
  expect(found).toEqual([]);
}

/**
 * Switches a function off for every agent, gives the tool a secret, reads its functions anew and tries one, all by the
 * menu of its row.
 */
async function changeTheTool(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const fromMenu = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for everything' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await step('The administrator switches a function off and gives the tool a secret', async () => {
    await fromMenu('Edit…');
    await dialog.getByRole('checkbox', { name: /^get-tiny-image/ }).uncheck();
    await dialog.getByRole('button', { name: 'Add header' }).click();
    await dialog.getByRole('textbox', { name: 'Header name' }).fill('X-Team');
    await dialog.getByLabel('Value').fill('handy');
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Disabled: 1').waitFor();
  });
  await step('The administrator reads the functions anew', async () => {
    await fromMenu('Refresh');
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await dialog.getByText('Nothing has changed.').waitFor();
    await expectNoFindings(page);
    await leaveByEscape(dialog);
  });
  await step('The administrator tries a function', async () => {
    await fromMenu('Try…');
    await dialog.getByRole('combobox', { name: 'Function' }).selectOption('echo');
    await dialog.getByRole('textbox', { name: 'Arguments' }).fill('{"message":"a trial"}');
    await dialog.getByRole('button', { name: 'Call function' }).click();
    await dialog.getByText('Echo: a trial').waitFor();
    await expectNoFindings(page);
    await leaveByEscape(dialog);
  });
  await step('The administrator learns which agents a deletion affects', async () => {
    await fromMenu('Delete…');
    await dialog.getByRole('listitem').getByText('Handyman').waitFor();
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
}

test('tools of an MCP server are given to an agent, changed and tried; a member allows, refuses, and is not asked where that is not needed', async () => {
  const { page, open } = await signedIn('admin@pro.example');
  await step('An administrator begins an agent', async () => {
    await open('/agent-controller');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.waitForURL(/\/agent-builder\?agent=/);
    await page.getByRole('textbox', { name: /^Name/ }).fill('Handyman');
  });
  const dialog = page.getByRole('dialog');
  await step('The administrator adds an MCP server', async () => {
    await page.getByRole('button', { name: 'Add MCP server' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('everything');
    await dialog.getByRole('textbox', { name: 'URL' }).fill(everything.url);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    // What somebody has made begins with asking.
    await eventually(permissionOf(page, 'everything')).toHaveValue('ask');
  });
  await step('The administrator says which functions may be called without asking', async () => {
    await page.getByText(/^Functions \(\d+\)$/).click();
    await permissionOf(page, 'get-sum').selectOption('always');
    await permissionOf(page, 'get-env').selectOption('never');
    await page.getByRole('checkbox', { name: 'Web page reader' }).check();
    await eventually(permissionOf(page, 'Web page reader')).toHaveValue('always');
    await expectNoFindings(page);
  });
  await changeTheTool(page);
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

  const { page: member, open: openAsMember } = await signedIn('member@pro.example');
  const question = member.getByRole('region', {
    name: 'Allow the assistant to use “everything: echo” with exactly these arguments?',
  });
  await step('The member is asked whether a tool may be used with exactly this', async () => {
    await openAsMember('/');
    await openBot(member, 'Handyman');
    await ask(member, 'Say hello there.');
    await question.getByText('"hello there"').waitFor();
    await expectNoFindings(member);
  });
  await step('The member comes back and allows it', async () => {
    // It waits for its person, also for one who comes back.
    await member.reload();
    await question.getByRole('button', { name: 'Allow once' }).click();
    await answer(member, 2).getByText('The tool said: Echo: hello there').waitFor();
    await callIn(answer(member, 2), 'Done').waitFor();
  });
  await step('The member reads what the tool returned', async () => {
    await callIn(answer(member, 2), 'Done').click();
    await member.getByRole('group', { name: 'Result' }).waitFor();
    await expectNoFindings(member);
  });
  await step('The member refuses a call', async () => {
    await ask(member, 'Say farewell.');
    await question.getByRole('button', { name: 'Deny' }).click();
    await callIn(answer(member, 4), 'Denied').waitFor();
    await answer(member, 4)
      .getByText(/^The tool said: /)
      .waitFor();
    await eventually(await finishedAnswer(member, 4)).not.toContainText('Echo: farewell');
  });
  await step('A function that is always allowed does not ask', async () => {
    await ask(member, 'What is two and three?');
    await answer(member, 6)
      .getByText(/The tool said: The sum of 2 and 3 is 5/)
      .waitFor();
    await eventually(question).toHaveCount(0);
  });
  await step('An address that nobody named is asked about all the same', async () => {
    // Always allowed, and asks all the same: nobody has named where it is to go.
    await ask(member, 'Read the page.');
    const outward = member.getByRole('region', {
      name: 'Allow the assistant to use “Web page reader” with exactly these arguments?',
    });
    await outward.getByText('This address came from neither you nor the agent.').waitFor();
    await outward.getByText('"https://example.com/?d=hello"').waitFor();
    await expectNoFindings(member);
    await outward.getByRole('button', { name: 'Deny' }).click();
    await callIn(answer(member, 8), 'Denied').waitFor();
    await finishedAnswer(member, 8);
  });
  await step('A function that is never allowed is not offered to the model', async () => {
    await ask(member, 'Tell me the environment.');
    await answer(member, 10).getByText('There is no tool for that.').waitFor();
    expect(
      model.requests
        .at(-1)
        ?.body.tools?.map(({ function: { name } }) => name)
        .filter((name) => /get-env$/.test(name)),
    ).toEqual([]);
  });
});
