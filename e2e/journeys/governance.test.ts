import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, lastMessage, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const stage = prepareStage();
const question = 'How many days of leave do I have?';
const masked = '25 working days';
const maskText = '█████';

test('an administrator masks words and has messages approved; a member never receives the one, and waits for the other', async () => {
  const admin = await stage.visit();
  const { page } = admin;
  await admin.signIn('admin@pro.example');
  const ruleAddress = await step('An administrator makes a rule that masks words, and tries it', async () => {
    await admin.open('/governance/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Days of leave');
    await page.getByRole('combobox', { name: 'Applies to' }).selectOption('answer');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('mask');
    await page.getByRole('textbox', { name: 'Words and phrases' }).fill(masked);
    await page.getByRole('combobox', { name: 'Test as' }).selectOption('answer');
    await page.getByRole('textbox', { name: 'Text' }).fill(`You have ${masked}.`);
    await page.getByRole('button', { name: 'Test rule' }).click();
    await page.getByText(`You have ${maskText}.`).waitFor();
    await expectAccessible(page, 'new rule');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Days of leave' }).waitFor();
    return page.url();
  });
  await step('The administrator makes a rule that has messages approved', async () => {
    await admin.open('/governance/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Falcons');
    await page.getByRole('combobox', { name: 'Applies to' }).selectOption('prompt');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('approve');
    await page.getByRole('textbox', { name: 'Message shown' }).fill('Somebody reads this first.');
    await page.getByRole('textbox', { name: 'Words and phrases' }).fill('falcon');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Falcons' }).waitFor();
  });
  await step('The administrator switches both on', async () => {
    await page.getByRole('link', { name: 'All rules' }).click();
    for (const name of ['Days of leave', 'Falcons']) {
      const isOn = page.getByRole('switch', { name: `“${name}” is on` });
      await isOn.click();
      await eventually(isOn).toBeChecked();
    }
  });

  const member = await stage.visit();
  await member.signIn('member@pro.example');
  await step('A member asks, and reads a masked answer', async () => {
    await member.open('/');
    await openBot(member.page);
    await ask(member.page, question);
    await eventually(await finishedAnswer(member.page, 2)).toContainText(maskText);
  });
  await step('No event of the stream carries what is masked', async () => {
    // What was read is read again as it goes over the wire: the browser keeps no stream.
    const api = (path: string) => member.page.request.get(`${stage.product.apiBase}${path}`);
    const said = (await (
      await api(`/dialogues/v1${new URL(member.page.url()).pathname.replace('/dialogue/', '/dialogues/')}/messages`)
    ).json()) as { data: { items: { run: { id: string } | null }[] } }; // the contract's page of messages
    const raw = await (await api(`/runs/v1/runs/${said.data.items[0]?.run?.id ?? ''}/events`)).text();
    const pieces = [...raw.matchAll(/"type":"delta","text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join('');
    for (const told of [raw, pieces]) {
      expect(told).toContain(maskText);
      expect(told).not.toContain(masked);
    }
  });
  await step('The member reads which rule masked it, after a reload too', async () => {
    const saysWhat = () =>
      eventually(lastMessage(member.page)).toContainText('The rule “Days of leave” masked part of this.');
    await saysWhat();
    await member.page.reload();
    await saysWhat();
  });
  await step('The member sends a message that waits for an administrator', async () => {
    await ask(member.page, 'Does a falcon have days of leave?');
    await eventually(lastMessage(member.page)).toContainText('This prompt is waiting for an administrator');
    await expectAccessible(member.page, 'a message that waits');
    await member.page.reload();
    await eventually(lastMessage(member.page)).toContainText('Somebody reads this first.');
  });
  await step('The administrator allows it, with a note', async () => {
    await admin.open('/governance');
    const card = page.getByRole('article', { name: 'Mei Tanaka: “Falcons”' });
    await eventually(card).toContainText('Does a falcon have days of leave?');
    await expectAccessible(page, 'approvals');
    await card.getByRole('textbox', { name: /Note to the member/ }).fill('It may ask.');
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('No more prompts are waiting.').waitFor();
  });
  await step('The member reads the note and the answer', async () => {
    await eventually(lastMessage(member.page)).toContainText('Administrator’s note: It may ask.');
    await finishedAnswer(member.page, 4);
  });
  await step('The administrator reads the hits of the rule, which are masked', async () => {
    await admin.open(new URL(ruleAddress).pathname);
    await eventually(page.getByRole('table', { name: 'Hits' })).toContainText(maskText);
    await eventually(page.getByRole('table', { name: 'Hits' })).not.toContainText(masked);
  });
  await step('The administrator renames the rule', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Days off');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Days off' }).waitFor();
  });
  await step('The administrator goes back to its first version', async () => {
    await page.getByRole('button', { name: 'Load into form: version 1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Days of leave' }).waitFor();
    await eventually(page.getByRole('table', { name: 'Versions' }).getByRole('rowheader')).toHaveText(['3', '2', '1']);
  });
  expect([...member.faults, ...admin.faults]).toEqual([]);
});
